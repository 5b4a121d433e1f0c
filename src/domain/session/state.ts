import type { Instant } from '../time.js'
import type { CliStatus } from './cli-status.js'
import { type Dated, later, type Mark, newest } from './mark.js'

/**
 * Kinds of marks of a main agent and its session.
 *
 * | mark | set by |
 * |---|---|
 * | start | SessionStart, but for a compaction |
 * | prompt | UserPromptSubmit |
 * | pre, post | a tool call of the main agent begins, ends |
 * | ask, notify | PermissionRequest; a Notification that says the agent is blocked |
 * | reply | an assistant line of the transcript that ends nothing |
 * | interrupt | an interrupt seen in the transcript |
 * | stop, fail, end | the turn ended, ended with an error; the session ended |
 * | clear | any other hook of the main agent that is no Notification |
 * | revive, abandon | set through the API, found stale |
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
/** The newest report of each status, by the CLI itself. */
export type CliMarks = { [K in CliStatus]?: Mark }
export type SessionStatus = 'active' | 'completed' | 'error' | 'abandoned'
export type ShownStatus = 'working' | 'waiting' | 'completed' | 'error'

/** What a person or a program set through the API; it holds until something newer happens. */
export interface Overrides {
  name?: Dated<string>
  status?: Dated<ShownStatus>
  task?: Dated<string>
  /** The empty text means: no tool. */
  tool?: Dated<string>
  endedAt?: Dated<number>
  /** JSON. */
  metadata?: Dated<string>
}

/** Everything that the rows of a session and its main agent are derived from. Mutable: it lives inside one fold. */
export interface SessionState {
  firstAt: Instant
  lastAt: Instant
  /** Newest hook of any actor. */
  lastHookAt: Instant
  /** Newest line of any agent's transcript. */
  lastLineAt?: Instant
  /** Newest call of a subagent that a hook told of: somebody works, though the main agent may have failed. */
  subagentCallAt?: Instant
  /** A hook or a transcript line was seen: the session has a main agent. */
  hasMain: boolean
  hooks: Marks
  lines: Marks
  cli: CliMarks
  /** Newest activity of each subagent, so that its own next step answers the question it asked. */
  subagents: Record<string, Instant>
  userTitle?: Dated<string>
  apiName?: Dated<string>
  cliTitle?: Dated<string>
  firstPrompt?: Dated<string>
  lastPrompt?: Dated<string>
  /** The newest prompt that says something else than the last. */
  priorPrompt?: Dated<string>
  reply?: Dated<string>
  cwd?: Dated<string>
  model?: Dated<string>
  transcriptPath?: Dated<string>
  version?: Dated<string>
  gitBranch?: Dated<string>
  parentSession?: Dated<string>
  metadata?: Dated<string>
  endedAt?: Dated<number>
  pid?: Dated<number>
  /** Newest change made through the API: a new name is no activity of the agent. */
  editedAt?: Instant
  /** As somebody set it. */
  status?: Dated<SessionStatus>
  main: Overrides
}

// Before anything with a time of its own happened: the first touch moves both.
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

// A session with more subagents than this forgets the longest-silent ones; they only matter to a pending question.
const MAX_SUBAGENTS = 400

export const touchSubagent = (state: SessionState, agent: string, at: Instant): void => {
  state.subagents[agent] = Math.max(state.subagents[agent] ?? 0, at)
  const known = Object.keys(state.subagents)
  if (known.length <= MAX_SUBAGENTS) return
  const silent = known.reduce((a, b) => ((state.subagents[a] ?? 0) <= (state.subagents[b] ?? 0) ? a : b))
  delete state.subagents[silent]
}

/** What ended everything that was open: the session's end, or that it was found stale. */
export const endOfSession = ({ hooks: { end, abandon } }: SessionState): Mark | null =>
  abandon === undefined ? (end ?? null) : later(end, abandon)

/** Marks of a subagent: `live` is any activity, `stop` its end, `fail` an error it met. */
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
  /** A hook of its own was seen: until then only its transcript shows when it ended. */
  hasHooks?: true
  /** The Agent call that started it. */
  call?: string
  /** A file of its own was found: its cost is known. */
  hasFile: boolean
  /** When it happened and on which line, of an agent that stands for a compaction. */
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
  const held = overrides[key] as Dated<string | number> | undefined
  overrides[key] = newest(held, { at, value: value as string | number }) as NonNullable<Overrides[K]>
}
