import type { StatusReading } from '../../domain/statusline/reading.js'

/** The last reading of each session. It is outside the log: status line data is polled and not part of the history. */
export interface ReadingStore {
  readonly all: () => readonly StatusReading[]
  readonly keep: (reading: StatusReading) => void
  readonly forget: (session: string) => void
  readonly forgetAll: () => void
  readonly forgetBefore: (at: number) => void
}
