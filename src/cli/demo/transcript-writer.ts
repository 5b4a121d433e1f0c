import type { Instant } from '../../domain/time.js'
import type { Calls } from './story.js'

/** Tokens used by one reply. */
export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** Writes transcripts in the format of one CLI: each method returns lines without newlines. */
export interface TranscriptWriter {
  /** The transcript's path below the CLI's home. */
  readonly path: string
  readonly start: (at: Instant) => readonly string[]
  readonly prompt: (at: Instant, text: string) => readonly string[]
  readonly say: (at: Instant, text: string, spent: Usage, isLast: boolean) => readonly string[]
  readonly call: (at: Instant, id: string, call: Pick<Calls, 'tool' | 'input'>, spent: Usage) => readonly string[]
  readonly result: (
    at: Instant,
    id: string,
    result: Pick<Calls, 'output' | 'failed'> & { readonly agent?: string },
  ) => readonly string[]
  readonly compacted: (at: Instant, tokens: number) => readonly string[]
  readonly apiError: (at: Instant, error: string) => readonly string[]
  readonly endTurn: (at: Instant, startedAt: Instant, reply: string | null) => readonly string[]
  readonly title: (at: Instant, title: string) => readonly string[]
}
