import type { Speed, Tier } from './facts.js'
import type { Clocked } from './reducer.js'

/** Cumulative counts of a rollout. `input` includes `cached` and `written`, as the rollout has them. */
export interface Totals {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
  readonly total: number
}

export const NO_TOTALS: Totals = { input: 0, cached: 0, written: 0, output: 0, total: 0 }

/**
 * A fork goes on from its parent's totals. Older releases begin its file with the parent's token counts: until `over`,
 * those only move the base. They are the ones that the parent's file has, or, when that file is gone, the leading ones
 * of one second (`second`, since the epoch). Newer releases name where the parent's history ends (`history_base`) and
 * repeat nothing.
 */
export interface Replay {
  readonly parent: string
  second: number | null
  over: boolean
}

/** What was told last, to tell it once: the CLI writes words as a response item and again as an event. */
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

/** The memory of the reducer between two lines of a rollout. Plain JSON. */
export interface CodexState extends Clocked {
  context: CodexContext
  /** The first session_meta is the session's own; a later one is a parent's, replayed. */
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
  /** The turn is the only one of a `codex exec`. Absent in the memory of an older release. */
  exec?: boolean
  /** The rollout was begun by `codex exec`. */
  startedByExec?: boolean
  /** When and by which kind of line a compaction was told; both kinds may tell the same one. */
  compacted: { readonly kind: string; readonly at: number } | null
}

/** @param clock the time of lines before the first one that has its own */
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
