import type { Recorded } from '../../events/envelope.js'

/** The log as its followers read it. */
export interface LogTail {
  readonly head: () => number
  /** Returns a page of events after a position. `last` is where it ends; it equals `after` at the end of the log. */
  readonly after: (after: number, limit: number) => { readonly events: readonly Recorded[]; readonly last: number }
}

/** The position up to which a reader has processed the log; null before the first save. */
export interface ReadingMark {
  readonly load: () => number | null
  readonly save: (position: number) => void
}
