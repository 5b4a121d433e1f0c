import { lineDiff } from '../line-diff.js'
import type { DiffHunk, DiffLine } from './diff.js'

/** A part of a line, from a character to before another. */
interface WordMark {
  readonly start: number
  readonly end: number
}

interface MarkedLine extends DiffLine {
  /** What differs from the line that it replaces, or that replaces it. Absent if the two have little in common. */
  readonly words?: readonly WordMark[]
}

interface MarkedHunk extends Omit<DiffHunk, 'lines'> {
  readonly lines: readonly MarkedLine[]
}

/** The words of two lines are compared in at most this many steps. */
const PAIR_STEPS = 40_000
/** Steps for all lines of a response. */
const STEPS = 2_000_000
const MAX_LINE = 2000
const WORD = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu

/**
 * Returns files with the words marked that differ in lines that replace each other. Removed lines are compared with the same
 * number of added lines that follow them. Long lines are left out, and all lines after a number of steps.
 */
export const withWordMarks = <F extends { readonly hunks: readonly DiffHunk[] }>(
  files: readonly F[],
  steps = STEPS,
): readonly (Omit<F, 'hunks'> & { readonly hunks: readonly MarkedHunk[] })[] => {
  let left = steps
  const compared = (removed: DiffLine, added: DiffLine): readonly [MarkedLine, MarkedLine] => {
    if (Math.max(removed.text.length, added.text.length) > MAX_LINE) return [removed, added]
    const [old, now] = [removed.text.match(WORD) ?? [], added.text.match(WORD) ?? []]
    const cost = old.length * now.length
    if (cost > PAIR_STEPS || cost > left) return [removed, added]
    left -= cost
    return markedPair(removed, added, old, now)
  }
  return files.map(({ hunks, ...file }) => ({
    ...file,
    hunks: hunks.map((hunk) => ({ ...hunk, lines: replacedLines(hunk.lines, compared) })),
  }))
}

const replacedLines = (
  lines: readonly DiffLine[],
  compare: (removed: DiffLine, added: DiffLine) => readonly [MarkedLine, MarkedLine],
): readonly MarkedLine[] => {
  const marked: MarkedLine[] = [...lines]
  let start = 0
  while (start < lines.length) {
    const middle = endOf('removed', lines, start)
    const end = endOf('added', lines, middle)
    const count = middle - start
    if (count === end - middle) {
      for (let i = 0; i < count; i++) {
        const [removed, added] = [lines[start + i], lines[middle + i]]
        if (removed !== undefined && added !== undefined)
          [marked[start + i], marked[middle + i]] = compare(removed, added) as [MarkedLine, MarkedLine]
      }
    }
    start = Math.max(end, start + 1)
  }
  return marked
}

/** Returns where the lines of a type that start at `from` end. */
const endOf = (type: DiffLine['type'], lines: readonly DiffLine[], from: number): number => {
  let end = from
  while (lines[end]?.type === type) end++
  return end
}

const markedPair = (
  removed: DiffLine,
  added: DiffLine,
  old: readonly string[],
  now: readonly string[],
): readonly [MarkedLine, MarkedLine] => {
  const parts = lineDiff(old, now, PAIR_STEPS)
  const isCommon = parts.some(({ mark, text }) => mark === ' ' && text.trim() !== '')
  if (!isCommon) return [removed, added]
  const marksOf = (mark: '-' | '+'): readonly WordMark[] =>
    rangesOf(parts.filter((part) => part.mark === ' ' || part.mark === mark))
  return [
    { ...removed, words: marksOf('-') },
    { ...added, words: marksOf('+') },
  ]
}

/** Returns the ranges of the parts that are not common, adjacent ones as one. */
const rangesOf = (parts: readonly { readonly mark: string; readonly text: string }[]): readonly WordMark[] => {
  const ranges: { start: number; end: number }[] = []
  let at = 0
  for (const { mark, text } of parts) {
    const last = ranges.at(-1)
    if (mark !== ' ' && last?.end === at) last.end += text.length
    else if (mark !== ' ') ranges.push({ start: at, end: at + text.length })
    at += text.length
  }
  return ranges
}
