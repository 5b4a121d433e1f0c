import { type ShownState, shownStart } from '../../../domain/transcript/view/shown.js'

/** A line to start reading at: its number, its byte offset, the number of messages before it, and the display state there. */
export interface Mark {
  readonly line: number
  readonly offset: number
  readonly messages: number
  readonly shown: ShownState
}

/** The sparse index of a transcript: marks about `step` bytes apart, and the number of messages so far. */
export interface Marks {
  step: number
  list: Mark[]
  messages: number
  /** Lines of turns that were taken back: the first and the last line of each. */
  reverted: (readonly [number, number])[]
}

const FIRST_STEP = 256 * 1024
/** Maximum number of marks. Longer files have them further apart: the index is written with every cursor and must stay small. */
const MOST = 128

export const noMarks = (): Marks => ({ step: FIRST_STEP, list: [], messages: 0, reverted: [] })

/** Returns the start of a transcript as a mark. */
export const firstMark = (): Mark => ({ line: 1, offset: 0, messages: 0, shown: shownStart() })

/** Adds a mark for the line at `offset` when the last mark is far enough away. */
export function note(marks: Marks, line: number, offset: number, shown: ShownState): void {
  const last = marks.list.at(-1)?.offset ?? 0
  if (offset - last < marks.step) return
  marks.list.push({ line, offset, messages: marks.messages, shown: { ...shown } })
  if (marks.list.length <= MOST) return
  marks.step *= 2
  marks.list = marks.list.filter((_mark, index) => index % 2 === 1)
}
