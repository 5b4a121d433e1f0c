import type { Speed, Tier } from '../facts.js'
import type { Clocked } from '../reducer.js'

/** Cumulative counts of a rollout. `input` includes `cached` and `written`, as in the rollout. */
export interface Totals {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
  readonly total: number
}

export const NO_TOTALS: Totals = { input: 0, cached: 0, written: 0, output: 0, total: 0 }

/**
 * A fork continues from its parent's totals. Older releases copy the parent's token counts to the start of its file: until
 * `over`, those only move the base. They are recognized by the totals in the parent's file, or, if that file is missing, as the
 * leading ones of one second (`second`, since the epoch). Newer releases name where the parent's history ends (`history_base`)
 * and copy nothing.
 */
export interface Replay {
  readonly parent: string
  second: number | null
  over: boolean
}

/** The last recorded text, for deduplication: the CLI writes a message as a response item and again as an event. */
export interface Said {
  readonly text: string
  readonly kind: string
}

export interface CodexContext {
  readonly cwd: string | null
  readonly model: string | null
  readonly version: string | null
  readonly gitBranch: string | null
  readonly parentSession: string | null
}

/** The state of the reducer between two lines of a rollout. Plain JSON. */
export interface CodexState extends Clocked {
  context: CodexContext
  /** The first session_meta describes the session itself; a later one is a replayed parent's. */
  introduced: boolean
  totals: Totals
  replay: Replay | null
  speed: Speed
  tier: Tier
  prompt: Said | null
  reply: Said | null
  /** Ids of tool calls without a result, oldest first. */
  open: string[]
  title: string | null
  turnStartedAt: number | null
  /** Whether the turn is the only one of a `codex exec`. Absent in states of an older release. */
  exec?: boolean
  /** Whether `codex exec` started the rollout. */
  startedByExec?: boolean
  /** The time and the line kind of the last compaction. Lines of both kinds may report the same one. */
  compacted: { readonly kind: string; readonly at: number } | null
}

/**
 * Returns the state at the start of a rollout.
 * @param clock the time of lines before the first one that has its own
 */
export const codexStart = (clock: number): CodexState => ({
  clock,
  context: { cwd: null, model: null, version: null, gitBranch: null, parentSession: null },
  introduced: false,
  totals: NO_TOTALS,
  replay: null,
  speed: 'standard',
  tier: 'standard',
  prompt: null,
  reply: null,
  open: [],
  title: null,
  turnStartedAt: null,
  compacted: null,
})
