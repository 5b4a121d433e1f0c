import type { Instant } from '../time.js'
import type { ThreadKind } from '../transcript/facts/facts.js'
import type { CliKind, CliStatus } from './cli-status.js'
import { type Dated, later, type Mark, newest } from './mark.js'
import type { AskState } from './open-asks.js'
import type { AgentStatus, SessionStatus } from './status.js'

/**
 * Kinds of marks of a main agent and its session.
 *
 * | mark | set by |
 * |---|---|
 * | start | SessionStart, except for a compaction |
 * | prompt | UserPromptSubmit |
 * | pre, post | a tool call of the main agent starts, finishes |
 * | ask, notify | PermissionRequest, Elicitation, an open call of the question tool; a Notification that says the agent is blocked |
 * | reply | an assistant line of the transcript that does not end the turn |
 * | interrupt | an interrupt seen in the transcript |
 * | stop, fail, end | the turn ended, failed with an error; the session ended |
 * | clear | any other hook of the main agent that is not a Notification |
 * | revive, abandon | set through the API, detected as stale |
 */
export type MarkKind =
  | 'start'
  | 'prompt'
  | 'pre'
  | 'post'
  | 'ask'
  | 'notify'
  | 'reply'
  | 'interrupt'
  | 'stop'
  | 'fail'
  | 'end'
  | 'clear'
  | 'revive'
  | 'abandon'

export type Marks = { [K in MarkKind]?: Mark }
/** The newest report of each status by the CLI itself. */
type CliMarks = { [K in CliStatus]?: Mark }

/** What a user or a program set through the API. Each value holds until something newer happens. */
interface Overrides {
  name?: Dated<string>
  status?: Dated<AgentStatus>
  task?: Dated<string>
  /** The empty text means: no tool. */
  tool?: Dated<string>
  endedAt?: Dated<number>
  /** JSON. */
  metadata?: Dated<string>
}

/** Everything that the rows of a session and its main agent are derived from. Mutable: it is only used inside one fold. */
export interface SessionState {
  firstAt: Instant
  lastAt: Instant
  /** Newest hook of any agent. */
  lastHookAt: Instant
  /** Newest line of any agent's transcript. */
  lastLineAt?: Instant
  /** Newest call of a subagent that a hook reported: the session works, although the main agent may have failed. */
  subagentCallAt?: Instant
  /** Whether the session has a main agent: a hook, a transcript line or a status report was seen, or the API created it. */
  hasMain: boolean
  hooks: Marks
  lines: Marks
  cli: CliMarks
  /** Questions of the main agent that its hooks report. Absent until it asks one or finishes a call. */
  asks?: AskState
  /** Newest activity of each subagent: its next step shows that its question was answered. */
  subagents: Record<string, Instant>
  userTitle?: Dated<string>
  apiName?: Dated<string>
  cliTitle?: Dated<string>
  firstPrompt?: Dated<string>
  /** The first prompt that a line of the transcript reports as typed, and the first that it reports as a program's. */
  firstTyped?: Dated<string>
  foreignPrompt?: Dated<string>
  lastPrompt?: Dated<string>
  /** The newest prompt that differs from the last one. */
  priorPrompt?: Dated<string>
  reply?: Dated<string>
  cwd?: Dated<string>
  model?: Dated<string>
  transcriptPath?: Dated<string>
  version?: Dated<string>
  gitBranch?: Dated<string>
  parentSession?: Dated<string>
  /** The kind of its thread, if nobody waits for it. */
  thread?: Dated<ThreadKind>
  /** The session that this one goes on as. */
  continuedIn?: Dated<string>
  /** The largest amount that the CLI reported: amounts are totals of the session. */
  reportedCost?: { readonly total: number; readonly complete: boolean }
  /** Some of its lines were copied from the session that it is a fork of. */
  hasCopies?: true
  /** What kind of process the CLI says that it runs in. */
  cliKind?: Dated<CliKind>
  /** A hook reported a start like that of a spare process. */
  startsLikeSpare?: true
  metadata?: Dated<string>
  endedAt?: Dated<number>
  pid?: Dated<number>
  /** Newest change made through the API. A new name is not activity of the agent. */
  editedAt?: Instant
  /** The status that was set through the API. */
  status?: Dated<SessionStatus>
  main: Overrides
}

// Inverted times mean that nothing with its own time has happened yet. The first touch sets both.
const UNTOUCHED = { firstAt: 8.64e15, lastAt: 0 } as const
export const isTouched = (state: { readonly firstAt: Instant; readonly lastAt: Instant }): boolean =>
  state.firstAt <= state.lastAt

export const newSession = (): SessionState => ({
  ...UNTOUCHED,
  lastHookAt: 0,
  hasMain: false,
  hooks: {},
  lines: {},
  cli: {},
  subagents: {},
  main: {},
})

export const touch = (state: { firstAt: Instant; lastAt: Instant }, at: Instant): void => {
  if (at < state.firstAt) state.firstAt = at
  if (at > state.lastAt) state.lastAt = at
}

export const mark = (marks: Marks, kind: MarkKind, made: Mark): void => {
  marks[kind] = later(marks[kind], made)
}

// Above this number the longest-silent subagents are dropped. They only matter for a pending question.
const MAX_SUBAGENTS = 400

export const touchSubagent = (state: SessionState, agent: string, at: Instant): void => {
  state.subagents[agent] = Math.max(state.subagents[agent] ?? 0, at)
  const known = Object.keys(state.subagents)
  if (known.length <= MAX_SUBAGENTS) return
  const silent = known.reduce((a, b) => ((state.subagents[a] ?? 0) <= (state.subagents[b] ?? 0) ? a : b))
  delete state.subagents[silent]
}

/** The type of the mark that a session gets when it is detected as stale. */
export const ABANDONED = 'SessionAbandoned'

/** Returns the mark that ended everything open in a session: its end, or the detection that it is stale. */
export const endOfSession = ({ hooks: { end, abandon } }: SessionState): Mark | null =>
  abandon === undefined ? (end ?? null) : later(end, abandon)

/** State of a subagent. The mark `live` is its newest activity, `stop` its end. */
export interface AgentState {
  firstAt: Instant
  lastAt: Instant
  live?: Mark
  stop?: Mark
  type?: Dated<string>
  description?: Dated<string>
  task?: Dated<string>
  set: Overrides
  parent?: Dated<string>
  /** Whether one of its own hooks was seen. Without hooks only its transcript shows when it ended. */
  hasHooks?: true
  /** The Agent call that started it. */
  call?: string
  /** Whether its own transcript file was found: its cost is known. */
  hasFile: boolean
  /** For an agent that represents a compaction: when it happened and on which line. */
  compaction: { readonly at: Instant; readonly uuid: string } | null
  /** Created through the API. */
  declared?: 'main' | 'subagent'
}

export const newAgent = (): AgentState => ({
  ...UNTOUCHED,
  set: {},
  hasFile: false,
  compaction: null,
})

export const setOverride = <K extends keyof Overrides>(
  overrides: Overrides,
  key: K,
  at: Instant,
  value: NonNullable<Overrides[K]>['value'],
): void => {
  const held: Dated<string | number> | undefined = overrides[key]
  overrides[key] = newest(held, { at, value }) as NonNullable<Overrides[K]>
}
