import { withoutIdeContext } from '../ide-context.js'
import { withoutImageMarks } from '../image-marks.js'
import { withoutPromptFile } from '../prompt-file.js'
import { listedCall } from '../tool.js'
import type { Instant } from '../time.js'
import { ending, short } from '../text.js'
import { type Mark, newest, type Note, oldest } from './mark.js'
import { callKey, noAsks, noteAsked, noteDone } from './open-asks.js'
import {
  actorOf,
  errorOf,
  failureOf,
  type HookPayload,
  objectOf,
  permissionNote,
  promptOfUser,
  saysBlocked,
  textOf,
} from './payload.js'
import { mark, type MarkKind, type SessionState, touch, touchSubagent } from './state.js'

export interface Hook {
  readonly kind: string
  readonly at: Instant
  readonly ref: number
  readonly payload: HookPayload
  readonly pid?: number
}

/**
 * Applies a hook to its session and the main agent. A hook with an `agent_id` belongs to that subagent: it keeps the session
 * alive and does not change the main agent, except that its question is also a question to the user.
 */
export const foldHook = (state: SessionState, hook: Hook): void => {
  const { payload, at } = hook
  touch(state, at)
  state.hasMain = true
  state.lastHookAt = Math.max(state.lastHookAt, at)
  rememberFacts(state, hook)
  const actor = actorOf(payload)
  const [kind, note] = actor === null ? meaningOf(hook) : asksForSubagent(hook)
  if (actor !== null) touchSubagent(state, actor, at)
  if (actor !== null && isCall(hook)) state.subagentCallAt = Math.max(state.subagentCallAt ?? 0, at)
  if (kind === null) return
  const made: Mark = {
    at,
    ref: hook.ref,
    type: hook.kind,
    ...(note === null ? {} : { note }),
    ...(actor === null ? {} : { agent: actor }),
    ...pendingIn(hook),
  }
  mark(state.hooks, kind, made)
  if (actor === null) rememberAsks(state, hook, made)
}

const rememberAsks = (state: SessionState, { kind, payload, at }: Hook, made: Mark): void => {
  const isAsk = kind === 'PermissionRequest'
  if (!isAsk && kind !== 'PostToolUse' && kind !== 'PostToolUseFailure') return
  const asks = (state.asks ??= noAsks())
  const key = callKey(textOf(payload, 'tool_name'), payload.tool_input)
  if (isAsk) noteAsked(asks, key, made)
  else noteDone(asks, key, at)
}

/** Kinds of work in the background that start a turn when they end. A shell, such as a server, may run as long as the session. */
const STARTS_TURN: ReadonlySet<unknown> = new Set(['subagent', 'workflow'])

const pendingIn = ({ kind, payload }: Hook): Pick<Mark, 'pending'> => {
  const tasks = kind === 'Stop' && Array.isArray(payload.background_tasks) ? payload.background_tasks : []
  const pending = tasks.filter((task) => STARTS_TURN.has(objectOf(task).type)).length
  return pending === 0 ? {} : { pending }
}

const isCall = ({ kind }: Hook): boolean =>
  kind === 'PreToolUse' || kind === 'PostToolUse' || kind === 'PostToolUseFailure'

const toolNote = (name: string | null, input: unknown): Note => {
  const { tool, target } = listedCall(name, input)
  return { kind: 'tool', tool, text: target }
}

type Meaning = readonly [MarkKind | null, Note | null]
const NOTHING: Meaning = [null, null]

const meaningOf = ({ kind, payload }: Hook): Meaning => {
  const tool = textOf(payload, 'tool_name')
  switch (kind) {
    case 'SessionStart':
      return payload.source === 'compact' ? NOTHING : ['start', null]
    case 'UserPromptSubmit':
      return ['prompt', null]
    case 'PreToolUse':
      return ['pre', toolNote(tool, payload.tool_input)]
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return ['post', toolNote(tool, payload.tool_input)]
    case 'PermissionRequest':
      return ['ask', permissionNote(tool, payload.tool_input)]
    case 'Elicitation':
      return ['ask', elicitationNote(payload)]
    // The answer of the user, like the result of a call that asked.
    case 'ElicitationResult':
      return ['post', null]
    case 'Notification':
      return saysBlocked(payload) ? ['notify', notificationNote(payload)] : NOTHING
    case 'Stop':
      return payload.stop_reason === 'error' || Boolean(payload.error)
        ? ['fail', { kind: 'error', tool: null, text: errorOf(payload) }]
        : ['stop', null]
    case 'StopFailure':
      return ['fail', { kind: 'error', tool: null, text: failureOf(payload) }]
    case 'SessionEnd':
      return ['end', null]
    case 'SubagentStart':
    case 'SubagentStop':
      return NOTHING
    default:
      return ['clear', null]
  }
}

/** Returns the mark of a subagent's question: its permission prompt blocks the user's session like the main agent's does. */
const asksForSubagent = (hook: Hook): Meaning => (ASKS.has(hook.kind) ? meaningOf(hook) : NOTHING)

const ASKS: ReadonlySet<string> = new Set(['PermissionRequest', 'Elicitation', 'Notification'])

/** Returns the question that a server of tools asks the user. */
const elicitationNote = (payload: HookPayload): Note => ({
  kind: 'question',
  tool: null,
  text: short(textOf(payload, 'message') ?? 'Needs your input', 500),
})

const notificationNote = (payload: HookPayload): Note => ({
  kind: /permission|approv/i.test(textOf(payload, 'message') ?? '') ? 'permission' : 'question',
  tool: null,
  text: short(textOf(payload, 'message') ?? 'Needs your attention', 500),
})

const rememberFacts = (state: SessionState, { kind, payload, at, pid }: Hook): void => {
  const cwd = textOf(payload, 'cwd')
  if (cwd !== null) state.cwd = oldest(state.cwd, { at, value: cwd })
  const model = textOf(payload, 'model') ?? textOf(objectOf(payload.model), 'id')
  if (model !== null) state.model = newest(state.model, { at, value: model })
  const path = textOf(payload, 'transcript_path')
  if (path !== null && actorOf(payload) === null) {
    state.transcriptPath = newest(state.transcriptPath, { at, value: path })
  }
  const title = textOf(payload, 'session_title') ?? textOf(payload, 'session_name')
  if (title !== null) state.cliTitle = newest(state.cliTitle, { at, value: short(title, 200) })
  // The CLI keeps a spare process for the next background session.
  if (kind === 'SessionStart' && payload.source === 'startup' && payload.agent_type === 'claude')
    state.startsLikeSpare = true
  if (pid !== undefined) state.pid = newest(state.pid, { at, value: pid })
  const prompt = kind === 'UserPromptSubmit' ? promptOfUser(payload) : null
  if (prompt !== null) rememberPrompt(state, at, prompt)
  const reply = kind === 'Stop' ? textOf(payload, 'last_assistant_message') : null
  if (reply !== null) state.reply = newest(state.reply, { at, value: ending(reply, 300) })
}

export const rememberPrompt = (state: SessionState, at: Instant, prompt: string): void => {
  const words = withoutPromptFile(withoutIdeContext(withoutImageMarks(prompt)))
  if (words === '') return
  const said = { at, value: short(words, 500) }
  state.firstPrompt = oldest(state.firstPrompt, said)
  const [last, prior] = [state.lastPrompt, state.priorPrompt]
  state.lastPrompt = newest(last, said)
  // The newest prompt that differs from the last one, whatever the order of arrival.
  for (const other of [last, prior, said]) {
    if (other === undefined || other.value === state.lastPrompt.value) continue
    state.priorPrompt =
      state.priorPrompt === undefined || state.priorPrompt.value === state.lastPrompt.value
        ? other
        : newest(state.priorPrompt, other)
  }
}
