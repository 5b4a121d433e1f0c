import { lineDiff } from '../../../../../src/domain/line-diff.js'
import type { Hunk } from '../../../api/types.js'

/** A piece of a line; `isChanged` where it differs from the line that it replaces. */
export interface Piece {
  readonly text: string
  readonly isChanged: boolean
}

export interface DiffRow {
  readonly mark: '+' | '-' | ' '
  /** The line's number in the file; null if unknown. Of a removed line, that before the change. */
  readonly number: number | null
  readonly pieces: readonly Piece[]
}

/** Words compared with words: longer lines are not worth the time. */
const COMPARED_WORDS = 10_000
/** Where more than this share of a pair of lines differs, marking it would say nothing. */
const MOST_CHANGED = 0.6

/** Returns the rows of a hunk, numbered, with the changed words of lines that replace each other. */
export function diffRows({ old_start: oldStart, new_start: newStart, lines }: Hunk): readonly DiffRow[] {
  let [before, after] = [oldStart, newStart]
  const rows = lines.map((line): DiffRow => {
    const mark = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' '
    const number = mark === '-' ? before : after
    if (mark !== '+' && before !== null) before += 1
    if (mark !== '-' && after !== null) after += 1
    return { mark, number, pieces: [{ text: line.slice(1), isChanged: false }] }
  })
  return withChangedWords(rows)
}

function withChangedWords(rows: readonly DiffRow[]): readonly DiffRow[] {
  const marked = [...rows]
  for (let start = 0; start < rows.length; ) {
    const removed = runOf(rows, start, '-')
    const added = runOf(rows, start + removed, '+')
    // Blocks of different length have no pairs of lines.
    if (removed > 0 && removed === added) {
      for (let index = start; index < start + removed; index += 1) {
        const pair = changedWords(textOf(rows[index]), textOf(rows[index + removed]))
        const [old, now] = [rows[index], rows[index + removed]]
        if (pair === undefined || old === undefined || now === undefined) continue
        marked[index] = { ...old, pieces: pair[0] }
        marked[index + removed] = { ...now, pieces: pair[1] }
      }
    }
    start += Math.max(1, removed + added)
  }
  return marked
}

const textOf = (row: DiffRow | undefined): string => row?.pieces[0]?.text ?? ''

function runOf(rows: readonly DiffRow[], from: number, mark: DiffRow['mark']): number {
  let length = 0
  while (rows[from + length]?.mark === mark) length += 1
  return length
}

/** Returns the pieces of two lines, or undefined if they have too little in common. */
export function changedWords(before: string, after: string): readonly [readonly Piece[], readonly Piece[]] | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length * now.length > COMPARED_WORDS) return undefined
  const diff = lineDiff(old, now, COMPARED_WORDS)
  const changed = diff.filter(({ mark }) => mark !== ' ').reduce((sum, { text }) => sum + text.trim().length, 0)
  if (changed === 0 || changed > (before.trim().length + after.trim().length) * MOST_CHANGED) return undefined
  const side = (mark: '+' | '-'): readonly Piece[] =>
    joined(
      diff.flatMap((word) =>
        word.mark === ' ' || word.mark === mark ? [{ text: word.text, isChanged: word.mark === mark }] : [],
      ),
    )
  return [side('-'), side('+')]
}

const wordsOf = (line: string): readonly string[] => line.match(/[\p{L}\p{N}_$]+|\s+|./gu) ?? []

const joined = (pieces: readonly Piece[]): readonly Piece[] => {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last?.isChanged === piece.isChanged) all[all.length - 1] = { ...last, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}
