import { type Instant, MINUTE } from '../time.js'
import { CLEARS_AWAITING, evidenceOf, type Latest, latest, NEVER, ordered, SETS_MAIN } from './evidence.js'
import type { Mark, Note } from './mark.js'
import type { Marks, MarkKind, SessionState } from './state.js'
import type { AgentStatus, AwaitingReason, SessionStatus, Situation } from './status.js'

export interface Derived {
  readonly status: SessionStatus
  readonly endedAt: Instant | null
  readonly awaiting: { readonly since: Instant; readonly reason: AwaitingReason } | null
  readonly main: AgentStatus
  readonly situation: Situation
  readonly since: Instant
  /** The evidence: the event that put the session into its situation. */
  readonly why: Mark | null
  readonly headline: Note | null
  /** Calls of the main agent that started before this point are over, whatever their result. */
  readonly idleSince: Instant
  /** When the main agent last started or finished a call. */
  readonly callsAt: Instant
  /** The session ended or was abandoned: late events start no new work in it. */
  readonly over: boolean
}

// Only these revive an ended session; late hooks of the ended turn do not.
const REVIVES = ordered('start', 'prompt', 'pre', 'revive')
const ACTS = ordered(...REVIVES, 'post', 'ask', 'notify', 'interrupt', 'reply')
const DECIDES_AWAITING = ordered('start', 'ask', 'notify', 'interrupt', 'stop', ...CLEARS_AWAITING)
const ASKS_OR_CLEARS = ordered('ask', ...CLEARS_AWAITING)
const COMES_TO_REST = ordered('start', 'prompt', 'interrupt', 'stop', 'fail', 'end')
const ENDS_CALL = ordered('post', 'prompt')
const CALLS = ordered('pre', 'post')

/** Derives the state of a session and its main agent: a pure function of the marks. */
export const derive = (state: SessionState): Derived => {
  const marks = evidenceOf(state)
  return terminal(state, marks) ?? attended(state, marks, active(state, marks))
}

/** Milliseconds. An import writes all turns of a session at once; a later prompt is the user's, who continues the copy. */
const IMPORTED_WITHIN = 10 * MINUTE

/** Whether the user waits for the answers of a thread. */
const isAttended = ({ thread, lines }: SessionState): boolean => {
  if (thread === undefined || thread.value === 'user') return true
  return thread.value === 'import' && (lines.prompt?.at ?? 0) > thread.at + IMPORTED_WITHIN
}

/**
 * Returns the state of a thread that nobody waits for: it works, or it is done. A question of a subagent is asked by its parent.
 */
const attended = (state: SessionState, marks: Marks, derived: Derived): Derived => {
  if (derived.main !== 'waiting' && derived.awaiting === null) return derived
  if (isAttended(state)) return derived
  const set = latest(marks, SETS_MAIN)
  if (set.kind === 'ask' || set.kind === 'notify')
    return { ...derived, awaiting: null, main: 'working', situation: 'working', headline: null }
  return {
    ...derived,
    status: 'completed',
    endedAt: set.mark.at,
    awaiting: null,
    main: 'completed',
    situation: 'done',
    headline: replyNote(state),
    over: true,
  }
}

const terminal = (state: SessionState, marks: Marks): Derived | null => {
  const revived = latest(marks, REVIVES).mark.at
  const end = marks.end ?? NEVER
  const fail = marks.fail ?? NEVER
  const abandon = marks.abandon ?? NEVER

  const ended = end.at >= 0 && end.at >= revived
  // In an ended session only a new start of work counts as recovery from a failure.
  const acted = ended ? revived : Math.max(latest(marks, ACTS).mark.at, state.subagentCallAt ?? -1)
  const failed = fail.at >= 0 && fail.at >= acted
  const seen = Math.max(state.lastHookAt, state.lastLineAt ?? 0, marks.revive?.at ?? -1)
  const abandoned = abandon.at >= 0 && abandon.at >= seen
  const holds: Readonly<Record<SessionStatus, boolean>> = {
    active: false,
    completed: ended,
    error: failed,
    abandoned,
  }
  // A status set through the API holds until something newer happens. Otherwise an error outlives an end, and an ended session is
  // not abandoned.
  const { status: said } = state
  const isSaid = said !== undefined && said.at >= Math.max(end.at, fail.at, abandon.at) && holds[said.value]
  const found = failed && (ended || !abandoned) ? 'error' : ended ? 'completed' : abandoned ? 'abandoned' : null
  const status = isSaid ? said.value : found
  if (status === null) return null
  const why = status === 'abandoned' ? abandon : status === 'error' ? fail : end
  const over = ended || status === 'abandoned'
  const stopped = (marks.stop?.at ?? -1) > fail.at
  // Nobody saw the end of an abandoned session: its last activity is the best estimate.
  const endedAt = status === 'abandoned' ? state.lastAt : ended ? end.at : why.at
  return {
    status,
    endedAt: state.endedAt !== undefined && state.endedAt.at >= endedAt ? state.endedAt.value : endedAt,
    awaiting: null,
    main: override(state, over ? 'completed' : stopped ? 'waiting' : 'error', why.at),
    situation: status === 'completed' ? 'done' : status === 'error' ? 'failed' : 'abandoned',
    since: why.at,
    why,
    headline: status === 'error' ? (why.note ?? replyNote(state)) : replyNote(state),
    idleSince: why.at,
    callsAt: latest(marks, CALLS).mark.at,
    over,
  }
}

const active = (state: SessionState, marks: Marks): Derived => {
  const set = latest(marks, SETS_MAIN)
  const derivedMain = mainAfter(set, marks)
  const main = override(state, derivedMain, set.mark.at)
  const awaiting = awaitingOf(marks)
  const reason = awaiting?.reason ?? (main === 'waiting' ? reasonOf(set.kind) : null)
  // A later hook of the main agent cleared its question: it no longer needs the user.
  const overtaken = awaiting === null && reason === 'notification'
  // What works in the background starts the next turn: nothing is expected of the user.
  const isPaused = main === 'waiting' && set.kind === 'stop' && set.mark.pending !== undefined
  const situation = overtaken || isPaused ? 'working' : situationOf(main, reason)
  const why = overtaken ? latest(marks, CLEARS_AWAITING).mark : set.mark
  const since = awaiting?.since ?? why.at
  const question = questionOf(marks)
  return {
    status: 'active',
    endedAt: null,
    awaiting: awaiting === null ? null : { since: awaiting.since, reason: awaiting.reason },
    main,
    situation,
    since: since >= 0 ? since : state.firstAt,
    why: situation === 'needs_you' ? question : why === NEVER ? null : why,
    headline: headlineOf(state, situation, marks, question),
    idleSince: latest(marks, COMES_TO_REST).mark.at,
    callsAt: latest(marks, CALLS).mark.at,
    over: false,
  }
}

const mainAfter = ({ kind, mark }: Latest, marks: Marks): AgentStatus => {
  // A subagent that works after the error makes the session active; the main agent keeps its status.
  if (kind === 'fail') return 'error'
  if (!isWaiting(kind)) return 'working'
  // A result after a question means that the user answered it: the agent continues.
  const answered = (kind === 'ask' || kind === 'notify') && (marks.post?.at ?? -1) >= mark.at
  return answered ? 'working' : 'waiting'
}

const isWaiting = (kind: MarkKind | null): boolean => reasonOf(kind) !== null

const reasonOf = (kind: MarkKind | null): AwaitingReason | null => {
  switch (kind) {
    case 'start':
      return 'session_start'
    case 'stop':
      return 'stop'
    case 'interrupt':
      return 'interrupted'
    case 'ask':
    case 'notify':
      return 'notification'
    default:
      return null
  }
}

const awaitingOf = (marks: Marks): { readonly since: Instant; readonly reason: AwaitingReason } | null => {
  const { kind, mark } = latest(marks, DECIDES_AWAITING)
  const reason = reasonOf(kind)
  if (reason === null) return null
  // The notification follows its permission prompt by seconds: the wait started with the prompt.
  const question = reason === 'notification' ? questionOf(marks) : null
  return { since: question?.at ?? mark.at, reason }
}

/** Returns the open question: the permission prompt, which has the exact text, else the notification. */
const questionOf = (marks: Marks): Mark | null => {
  const ask = marks.ask ?? NEVER
  const notify = marks.notify ?? NEVER
  if (latest(marks, ASKS_OR_CLEARS).kind === 'ask') return ask
  return notify.at >= 0 ? notify : ask.at >= 0 ? ask : null
}

const situationOf = (main: AgentStatus, reason: AwaitingReason | null): Situation => {
  if (main === 'working') return 'working'
  if (main === 'error') return 'failed'
  if (main === 'completed') return 'done'
  switch (reason) {
    case 'notification':
      return 'needs_you'
    case 'interrupted':
      return 'interrupted'
    case 'session_start':
      return 'ready'
    default:
      return 'your_turn'
  }
}

const headlineOf = (state: SessionState, situation: Situation, marks: Marks, question: Mark | null): Note | null => {
  if (situation === 'needs_you') return question?.note ?? null
  if (situation === 'failed') return marks.fail?.note ?? replyNote(state)
  if (situation === 'working') {
    const pre = marks.pre
    const over = latest(marks, ENDS_CALL).mark.at
    if (pre?.note !== undefined && pre.at >= over) return pre.note
    return latest(marks, SETS_MAIN).mark.pending === undefined ? null : replyNote(state)
  }
  return replyNote(state)
}

const replyNote = ({ reply, lastPrompt }: SessionState): Note | null => {
  if (reply !== undefined) return { kind: 'reply', tool: null, text: reply.value }
  return lastPrompt === undefined ? null : { kind: 'prompt', tool: null, text: lastPrompt.value }
}

const override = ({ main }: SessionState, derived: AgentStatus, at: Instant): AgentStatus =>
  main.status !== undefined && main.status.at >= at ? main.status.value : derived

/** Returns the display name of a session: `/rename`, else the API, the CLI's title, the first prompt, its id. */
export const nameOf = (state: SessionState, id: string): string =>
  state.userTitle?.value ??
  state.apiName?.value ??
  state.cliTitle?.value ??
  promptName(firstPromptOf(state) ?? `Session ${id.slice(0, 8)}`)

/**
 * Returns the first prompt of the user. Hooks do not say who wrote a prompt: the first one was another session's if a line of the
 * transcript says so.
 */
export const firstPromptOf = ({ firstPrompt, firstTyped, foreignPrompt }: SessionState): string | null => {
  if (firstPrompt === undefined) return null
  const isForeign = foreignPrompt?.value.includes(firstPrompt.value.slice(0, 200)) === true
  return (isForeign ? firstTyped : firstPrompt)?.value ?? null
}

/** Characters of a prompt that its name can come from: words, and the space between them. */
const NAMED_FROM = 500

const promptName = (prompt: string): string => {
  const words = prompt.trimStart().slice(0, NAMED_FROM).replace(/\s+/g, ' ').trim()
  return words.length <= 60 ? words : `${words.slice(0, 59).trimEnd()}…`
}
