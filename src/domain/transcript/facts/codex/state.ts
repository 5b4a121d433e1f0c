import type { Speed, ThreadKind, Tier } from '../facts.js'
import type { Clocked, Origin } from '../reducer.js'
import { type Counter, newCounter } from './counter.js'
import type { Replay } from './replay.js'
import type { Totals } from './totals.js'

/** Where a count was read, and under which terms. Plain JSON. */
export interface CountPlace {
  readonly origin: Origin
  readonly model: string | null
  readonly speed: Speed
  readonly tier: Tier
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
  readonly thread?: ThreadKind
}

/** The state of the reducer between two lines of a rollout. Plain JSON. */
export interface CodexState extends Clocked {
  context: CodexContext
  /** The first session_meta describes the session itself; a later one is a replayed parent's. */
  introduced: boolean
  /** The thread that the first session_meta names. */
  thread: string | null
  counter: Counter<CountPlace>
  /** Ids of the newest responses with a token_usage_record. */
  responses: string[]
  /** Records whose token_count has not come yet, and sizes of counts without a record. */
  uncounted: { readonly response: string; readonly used: Totals; readonly speed: Speed }[]
  unrecorded: string[]
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
  /** What was last recorded of each limit, oldest first. Absent in states of an older release. */
  limits?: readonly (readonly [limit: string, shown: string])[]
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
  thread: null,
  counter: newCounter(),
  responses: [],
  uncounted: [],
  unrecorded: [],
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
