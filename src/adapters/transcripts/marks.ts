import { type ShownState, shownStart } from '../../domain/transcript/shown.js'

/** A line to begin reading at: which one, its byte offset, the messages shown before it, and what showing knew there. */
export interface Mark {
  readonly line: number
  readonly offset: number
  readonly messages: number
  readonly shown: ShownState
}

/** The sparse index of a transcript: marks about `step` bytes apart, and where the reading stands. */
export interface Marks {
  step: number
  list: Mark[]
  messages: number
}

const FIRST_STEP = 256 * 1024
/** A longer file gets its marks further apart: the index is written with every cursor, so it must stay small. */
const MOST = 128

export const noMarks = (): Marks => ({ step: FIRST_STEP, list: [], messages: 0 })

/** The start of a transcript, the mark before all marks. */
export const firstMark = (): Mark => ({ line: 1, offset: 0, messages: 0, shown: shownStart() })

/** Notes the line that begins at `offset`, when the last mark is far enough away. */
export function note(marks: Marks, line: number, offset: number, shown: ShownState): void {
  const last = marks.list.at(-1)?.offset ?? 0
  if (offset - last < marks.step) return
  marks.list.push({ line, offset, messages: marks.messages, shown: { ...shown } })
  if (marks.list.length <= MOST) return
  marks.step *= 2
  marks.list = marks.list.filter((_mark, index) => index % 2 === 1)
}
