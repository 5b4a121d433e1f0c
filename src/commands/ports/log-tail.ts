import type { Recorded } from '../../events/envelope.js'

/** The log as somebody reads it who follows it. */
export interface LogTail {
  readonly head: () => number
  /** A page after a position; `last` is where it ends, equal to `after` at the end of the log. */
  readonly after: (after: number, limit: number) => { readonly events: readonly Recorded[]; readonly last: number }
}

/** How far somebody has read the log; null before he wrote it down. */
export interface ReadingMark {
  readonly load: () => number | null
  readonly save: (position: number) => void
}
