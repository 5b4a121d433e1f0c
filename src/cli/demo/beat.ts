import type { Instant } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'

/** One point in time of a played story, with everything that the CLIs write then. */
export interface Beat {
  readonly at: Instant
  /** Transcript lines, by the file's path below the CLI's home. */
  readonly lines: readonly TranscriptLine[]
  readonly hook: Hook | null
  /** Input of the status line. */
  readonly status: Readonly<Record<string, unknown>> | null
}

export interface TranscriptLine {
  readonly provider: Provider
  readonly path: string
  readonly text: string
}

export interface Hook {
  readonly provider: Provider
  /** The CLI's own JSON. */
  readonly body: Readonly<Record<string, unknown>>
}
