import { lineDiff } from '../line-diff.js'
import type { DiffHunk } from './diff.js'

/** Lines with their terminators. Only the last line of a file may have none. */
export type Lines = readonly string[]

/** One run of changed lines: from index `at` on, these lines are replaced by those. */
export interface LineEdit {
  readonly at: number
  readonly removed: Lines
  readonly added: Lines
}

/** Splits a text into lines with their terminators. */
export const splitLines = (text: string): Lines => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const OLD_RANGE = /^@@ -(\d+)(?:,(\d+))? /

/** Returns the runs of changed lines of a hunk, in order: its blocks. */
export const blocksOf = ({ header, lines }: DiffHunk): readonly LineEdit[] => {
  const [, start, count = '1'] = OLD_RANGE.exec(header) ?? []
  // Without old lines, the start is the line before.
  let at = Number(start) - (count === '0' ? 0 : 1)
  const blocks: { at: number; removed: string[]; added: string[] }[] = []
  let block: (typeof blocks)[number] | undefined
  for (const { type, text, noNewline } of lines) {
    if (type === 'context') {
      at += (block?.removed.length ?? 0) + 1
      block = undefined
      continue
    }
    if (block === undefined) {
      block = { at, removed: [], added: [] }
      blocks.push(block)
    }
    block[type].push(noNewline ? text : `${text}\n`)
  }
  return blocks
}

/** Returns whether edits are edits of these lines, in order and with at least one line between them. */
export const fits = (lines: Lines, edits: readonly LineEdit[]): boolean => {
  let end = -1
  return edits.every(({ at, removed }) => {
    const isApart = at > end && at + removed.length <= lines.length
    end = at + removed.length
    return isApart && removed.every((line, index) => line === lines[at + index])
  })
}

/** Applies edits that fit. */
export const applyEdits = (lines: Lines, edits: readonly LineEdit[]): Lines => {
  let end = 0
  const parts = edits.map(({ at, removed, added }) => {
    const before = lines.slice(end, at)
    end = at + removed.length
    return [...before, ...added]
  })
  return [...parts.flat(), ...lines.slice(end)]
}

/** Beyond this product of lines, what changed is one edit. */
const MAX_CELLS = 4_000_000

/**
 * Returns the edits that lead from one text to another. They are a part of `likely` if that is possible, and else contain as many
 * of them as are found.
 */
export const editsBetween = (from: Lines, to: Lines, likely: readonly LineEdit[]): readonly LineEdit[] => {
  const part = partOf(from, to, likely)
  if (part !== null) return part
  const own = differences(from, to)
  const byPlace = new Map(likely.map((edit) => [placeOf(from, edit), edit]))
  const named = own.map((edit) => byPlace.get(placeOf(from, edit)) ?? edit)
  return fits(from, named) && isEqual(applyEdits(from, named), to) ? named : own
}

/** How a line of the result was reached: from which line before an edit, and whether the edit was applied. */
interface Step {
  readonly from: number
  readonly applied: boolean
}

/** Returns the edits of `likely` that lead to the text, or null. */
const partOf = (from: Lines, to: Lines, likely: readonly LineEdit[]): readonly LineEdit[] | null => {
  if (!fits(from, likely)) return null
  // For each edit, the lines of `to` that can follow it.
  const reached: ReadonlyMap<number, Step>[] = []
  let starts: readonly number[] = [0]
  let end = 0
  for (const { at, removed, added } of likely) {
    const next = new Map<number, Step>()
    for (const start of starts) {
      const place = start + at - end
      if (!matches(to, start, from, end, at)) continue
      if (startsAt(to, place, added)) next.set(place + added.length, { from: start, applied: true })
      if (startsAt(to, place, removed)) next.set(place + removed.length, { from: start, applied: false })
    }
    reached.push(next)
    starts = [...next.keys()]
    end = at + removed.length
  }
  const last = starts.find(
    (start) => to.length - start === from.length - end && matches(to, start, from, end, from.length),
  )
  if (last === undefined) return null
  let place = last
  return likely
    .map((edit, index) => ({ edit, steps: reached[index] }))
    .toReversed()
    .flatMap(({ edit, steps }) => {
      const step = steps?.get(place)
      place = step?.from ?? 0
      return step?.applied ? [edit] : []
    })
    .toReversed()
}

const startsAt = (lines: Lines, place: number, part: Lines): boolean =>
  part.every((line, index) => line === lines[place + index])

/** Returns whether the lines of `from` between two indexes are in `to` from a place on. */
const matches = (to: Lines, place: number, from: Lines, start: number, end: number): boolean => {
  for (let index = start; index < end; index++) {
    if (from[index] !== to[place + index - start]) return false
  }
  return true
}

const isEqual = (a: Lines, b: Lines): boolean => a.length === b.length && startsAt(a, 0, b)

const differences = (from: Lines, to: Lines): readonly LineEdit[] => {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from[start] === to[start]) start++
  let tail = 0
  while (tail < shorter - start && from.at(-1 - tail) === to.at(-1 - tail)) tail++
  const diff = lineDiff(from.slice(start, from.length - tail), to.slice(start, to.length - tail), MAX_CELLS)
  const edits: { at: number; removed: string[]; added: string[] }[] = []
  let at = start
  let isOpen = false
  for (const { mark, text } of diff) {
    if (mark === ' ') {
      at++
      isOpen = false
      continue
    }
    if (!isOpen) edits.push({ at, removed: [], added: [] })
    isOpen = true
    const edit = edits.at(-1)
    if (mark === '-') {
      edit?.removed.push(text)
      at++
    } else edit?.added.push(text)
  }
  return edits
}

/** Returns a key that is the same for edits with the same result: a line that is repeated can be added before or after. */
const placeOf = (lines: Lines, { at, removed, added }: LineEdit): string => {
  const moved = [...(removed.length === 0 ? added : removed)]
  if (removed.length === 0 || added.length === 0) {
    while (at > 0 && lines[at - 1] === moved.at(-1)) {
      moved.unshift(moved.pop() ?? '')
      at--
    }
  }
  return JSON.stringify([at, removed.length, added.length === 0 ? [] : removed.length === 0 ? moved : added])
}

/**
 * Returns the lines of a file before some of its edits, given the lines after all of them.
 * @param restoredAs how a removed line is written that comes back
 */
export const revertEdits = (
  after: Lines,
  edits: readonly LineEdit[],
  reverted: ReadonlySet<LineEdit>,
  restoredAs: (line: string) => string,
): Lines => {
  let moved = 0
  const inverse = edits.flatMap((edit): readonly LineEdit[] => {
    const at = edit.at + moved
    moved += edit.added.length - edit.removed.length
    return reverted.has(edit) ? [{ at, removed: edit.added, added: edit.removed.map(restoredAs) }] : []
  })
  return applyEdits(after, inverse)
}
