import { lineDiff } from '../line-diff.js'
import type { Hunk } from './hunk.js'

/** A recorded change of a file, with whatever identifies it. */
export interface OwnedEdit<T> {
  readonly owner: T
  readonly hunks: readonly Hunk[]
  /** Lines were left out of the hunks, so the change cannot be repeated. */
  readonly isCut: boolean
}

interface Line<T> {
  readonly text: string
  readonly owner: T | null
}

/** 2,000 lines against 2,000: a larger part that differs has no owners. */
const COMPARED_LINES = 4_000_000

const without = (lines: readonly string[], mark: '+' | '-'): readonly string[] =>
  lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1))

const standsAt = <T>(file: readonly Line<T>[], at: number, old: readonly string[]): boolean =>
  at >= 0 && at + old.length <= file.length && old.every((text, i) => file[at + i]?.text === text)

/** Returns where the old lines of a hunk stand: where it says, or else in the only place where they are. */
const placeOf = <T>(file: readonly Line<T>[], { newStart }: Hunk, old: readonly string[]): number | null => {
  if (newStart !== null && standsAt(file, newStart - 1, old)) return newStart - 1
  if (old.length === 0) return file.length === 0 ? 0 : null
  let found: number | null = null
  for (let at = 0; at + old.length <= file.length; at++) {
    if (!standsAt(file, at, old)) continue
    if (found !== null) return null
    found = at
  }
  return found
}

/** Repeats one edit; null if a hunk of it does not fit what the file is known to have been. */
const repeated = <T>(file: readonly Line<T>[], { owner, hunks, isCut }: OwnedEdit<T>): readonly Line<T>[] | null => {
  if (isCut) return null
  let now = [...file]
  for (const hunk of hunks) {
    if (hunk.oldStart === 0 && hunk.lines.every((line) => line.startsWith('+'))) {
      now = hunk.lines.map((line) => ({ text: line.slice(1), owner }))
      continue
    }
    const at = placeOf(now, hunk, without(hunk.lines, '+'))
    if (at === null) return null
    const lines: Line<T>[] = []
    let next = at
    for (const line of hunk.lines) {
      if (line.startsWith('+')) lines.push({ text: line.slice(1), owner })
      else {
        const kept = now[next++]
        if (!line.startsWith('-') && kept !== undefined) lines.push(kept)
      }
    }
    now.splice(at, next - at, ...lines)
  }
  return now
}

/**
 * Returns which recorded edit wrote each line of a file: the edits are repeated one after the other, and each line that one of them
 * writes keeps its owner through later ones. A line of which that is not sure has none: that of a file which something else has
 * changed, if no line beside it is recognised, and that with the text of an edit that could not be repeated.
 * @param before the lines before the first edit
 * @param edits in the order in which they were made
 * @param now the lines of the file
 * @returns an owner for each line of `now`, or null
 */
export const lineOwners = <T>(
  before: readonly string[],
  edits: readonly OwnedEdit<T>[],
  now: readonly string[],
): readonly (T | null)[] => {
  let file: readonly Line<T>[] = before.map((text) => ({ text, owner: null }))
  const unsure = new Set<string>()
  for (const edit of edits) {
    const next = repeated(file, edit)
    if (next !== null) file = next
    // What it wrote may stand anywhere.
    else for (const { lines } of edit.hunks) for (const text of without(lines, '-')) unsure.add(text)
  }
  return matched(file, now).map((line) => (line === null || unsure.has(line.text) ? null : line.owner))
}

/** Returns for each line of a text the line of the repeated file that it is; null if it is not sure that it is one. */
const matched = <T>(file: readonly Line<T>[], now: readonly string[]): readonly (Line<T> | null)[] => {
  const texts = file.map(({ text }) => text)
  let start = 0
  while (start < texts.length && start < now.length && texts[start] === now[start]) start++
  let end = 0
  while (
    end < Math.min(texts.length, now.length) - start &&
    texts[texts.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  if (start === texts.length && start === now.length) return file
  const counts = new Map<string, number>()
  for (const text of [...texts, ...now]) counts.set(text, (counts.get(text) ?? 0) + 1)
  // Once in the file and once in the text.
  const isDistinct = (text: string): boolean => counts.get(text) === 2

  const lines: (Line<T> | null)[] = []
  let run: (Line<T> | null)[] = []
  const closeRun = (): void => {
    const isSure = run.some((line) => line !== null && isDistinct(line.text))
    lines.push(...(isSure ? run : run.map(() => null)))
    run = []
  }
  const between = lineDiff(texts.slice(start, texts.length - end), now.slice(start, now.length - end), COMPARED_LINES)
  const whole = [
    ...texts.slice(0, start).map((text) => ({ mark: ' ', text })),
    ...between,
    ...texts.slice(texts.length - end).map((text) => ({ mark: ' ', text })),
  ]
  let at = 0
  for (const { mark } of whole) {
    if (mark === ' ') run.push(file[at] ?? null)
    else closeRun()
    if (mark === '+') lines.push(null)
    else at++
  }
  closeRun()
  return lines
}
