import type { Provider } from '../../commands/ports/transcripts.js'
import type { Instant } from '../../domain/time.js'

/** Something that happens at one moment of a told story, as the tools let others know of it. */
export interface Beat {
  readonly at: Instant
  /** Lines for transcripts, by the file's path below the tool's home. */
  readonly lines: readonly TranscriptLine[]
  readonly hook: Hook | null
  /** What the status line says. */
  readonly status: Readonly<Record<string, unknown>> | null
}

export interface TranscriptLine {
  readonly provider: Provider
  readonly path: string
  readonly text: string
}

export interface Hook {
  readonly provider: Provider
  /** The tool's own JSON. */
  readonly body: Readonly<Record<string, unknown>>
}
