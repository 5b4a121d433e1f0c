import type { ImportProgress } from '../commands/ingest/history.js'

export interface Reports {
  /** Prints one line for the user at the terminal. */
  readonly say: (line: string) => void
  /** Reports an error that does not stop the service. */
  readonly complain: (line: string) => void
  readonly progress: (progress: ImportProgress) => void
  /** Asks the process to stop: server mode was turned off. */
  readonly stop: () => void
}

export interface RunningService {
  readonly url: string
  /** Whether nobody can sign in yet: the shell of the host has to set the service up. */
  readonly needsSetup: boolean
  /** Resolves when everything that has happened so far is committed, projected, followed and announced. */
  readonly settled: () => Promise<void>
  /** Resolves when the history found at startup is imported. */
  readonly imported: Promise<ImportProgress>
}
