import { type DiffLine, lineDiff, marked } from '../line-diff.js'

/** A changed part of a file. The numbers of its first lines are null where the agent CLI does not record them. */
export interface Hunk {
  readonly oldStart: number | null
  readonly newStart: number | null
  /** Each line starts with `+`, `-` or a space. */
  readonly lines: readonly string[]
}

/** One change of one file. */
export interface FileChange {
  readonly path: string
  readonly hunks: readonly Hunk[]
}

export interface LineCounts {
  readonly added: number
  readonly removed: number
}

/** 400 lines against 400: comparing longer texts takes longer than the request may take. */
const COMPARED_LINES = 160_000

/** Splits a text into lines; a line break at the end of a text starts no line. */
export const textLines = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)

const unnumbered = (lines: readonly DiffLine[]): readonly Hunk[] =>
  lines.length === 0 ? [] : [{ oldStart: null, newStart: null, lines: lines.map(({ mark, text }) => `${mark}${text}`) }]

/** Returns the difference of two texts whose place in the file is unknown. */
export const hunksBetween = (before: string, after: string): readonly Hunk[] =>
  unnumbered(lineDiff(textLines(before), textLines(after), COMPARED_LINES))

/** Returns a new file as one hunk. */
export const hunksOfNewFile = (content: string): readonly Hunk[] =>
  unnumbered(marked('+', textLines(content))).map((hunk) => ({ ...hunk, oldStart: 0, newStart: 1 }))

/** Counts the added and the removed lines. */
export function countLines(hunks: readonly Hunk[]): LineCounts {
  let [added, removed] = [0, 0]
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) added++
      else if (line.startsWith('-')) removed++
    }
  }
  return { added, removed }
}

/** Returns the hunks without the lines after the first `most`, and how many lines were left out. */
export function cutHunks(
  hunks: readonly Hunk[],
  most: number,
  longest: number,
): { readonly hunks: readonly Hunk[]; readonly omitted: number } {
  let left = most
  let omitted = 0
  const kept: Hunk[] = []
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, left)
    omitted += hunk.lines.length - lines.length
    left -= lines.length
    if (lines.length === 0) continue
    kept.push({ ...hunk, lines: lines.map((line) => (line.length > longest ? `${line.slice(0, longest)}…` : line)) })
  }
  return { hunks: kept, omitted }
}
