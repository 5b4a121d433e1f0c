import type { StatusReading } from '../../domain/statusline/reading.js'

/** The last reading of each session, outside the log: what a status line says is polled, and no fact of the history. */
export interface ReadingStore {
  readonly all: () => readonly StatusReading[]
  readonly keep: (reading: StatusReading) => void
  readonly forget: (session: string) => void
  readonly forgetAll: () => void
  readonly forgetBefore: (at: number) => void
}
