import type { Instant } from '../../domain/time.js'
import type { Calls } from './story.js'

export interface Spent {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** The transcript format of one CLI: each method returns transcript lines without newlines. */
export interface Voice {
  /** The transcript's path below the CLI's home. */
  readonly path: string
  readonly begin: (at: Instant) => readonly string[]
  readonly prompt: (at: Instant, text: string) => readonly string[]
  readonly say: (at: Instant, text: string, spent: Spent, ends: boolean) => readonly string[]
  readonly call: (at: Instant, id: string, call: Pick<Calls, 'tool' | 'input'>, spent: Spent) => readonly string[]
  readonly result: (
    at: Instant,
    id: string,
    result: Pick<Calls, 'output' | 'failed'> & { readonly agent?: string },
  ) => readonly string[]
  readonly broke: (at: Instant, error: string) => readonly string[]
  readonly endTurn: (at: Instant, startedAt: Instant, reply: string | null) => readonly string[]
  readonly title: (at: Instant, title: string) => readonly string[]
}
