import { withoutImageMarks } from '../image-marks.js'
import { short } from '../text.js'
import type { FactType, RecordedFacts } from '../transcript/facts/facts.js'
import { type Mark, newest, type Note, oldest } from './mark.js'
import { CODEX_QUESTION_TOOL, QUESTION_TOOL } from '../tool.js'
import { rememberPrompt } from './hook.js'
import { mark, type MarkKind, type SessionState, touch } from './state.js'

/** A fact as the log stores it: `ref` is its position. */
export type SessionFact = {
  readonly [T in FactType]: {
    readonly type: T
    readonly at: number
    readonly ref: number
    readonly data: RecordedFacts[T]
  }
}[FactType]

/** The type of the mark of a session that goes on as another one. */
const CONTINUED = 'SessionContinued'

/** Applies a line of a transcript to its session and the main agent. */
export const foldLine = (state: SessionState, fact: SessionFact): void => {
  const { at, ref } = fact
  state.hasMain = true
  rememberFacts(state, fact)
  // A title has no time of its own: it must not look like activity.
  if (fact.type === 'session-renamed-in-transcript' || fact.type === 'cost-reported') return
  touch(state, at)
  state.lastLineAt = Math.max(state.lastLineAt ?? 0, at)
  if (fact.data.agent !== null) return
  const [kind, type, note] = meaningOf(fact)
  if (kind === null) return
  const pending = fact.type === 'turn-completed' ? fact.data.pending : undefined
  const made: Mark = {
    at,
    ref,
    type,
    ...(note === null ? {} : { note }),
    ...(pending === undefined ? {} : { pending }),
  }
  mark(state.lines, kind, made)
  const asked = questionIn(fact)
  if (asked !== null) mark(state.lines, 'ask', { at, ref, type, note: asked })
}

/** Returns the question of a call that exists to ask the user: it waits until its result. Any other open call is work. */
const questionIn = (fact: SessionFact): Note | null => {
  if (fact.type !== 'reply-recorded' || fact.data.tool === null) return null
  const { name: tool, target } = fact.data.tool
  const asks = tool === QUESTION_TOOL || tool === CODEX_QUESTION_TOOL
  return asks ? { kind: 'question', tool, text: target ?? 'Needs your answer' } : null
}

type Meaning = readonly [MarkKind | null, string, Note | null]

const meaningOf = (fact: SessionFact): Meaning => {
  switch (fact.type) {
    case 'prompt-recorded':
      return ['prompt', 'UserPromptSubmit', null]
    case 'reply-recorded': {
      const { tool, ends, over } = fact.data
      if (tool !== null) return ['pre', 'PreToolUse', { kind: 'tool', tool: tool.name, text: tool.target ?? '' }]
      if (over === true) return ['end', 'SessionEnd', null]
      return ends ? ['stop', 'Stop', null] : ['reply', 'Reply', null]
    }
    case 'tool-result-recorded':
      return ['post', 'PostToolUse', null]
    case 'interrupt-recorded':
      return ['interrupt', 'Interrupted', null]
    case 'api-error-recorded':
      // A failed request that the CLI retries by itself is a step of a running turn.
      if (fact.data.retrying) return ['reply', 'APIError', null]
      return ['fail', 'APIError', { kind: 'error', tool: null, text: fact.data.text }]
    case 'turn-completed':
      return ['stop', 'TurnDuration', null]
    case 'session-continued':
      return ['end', CONTINUED, null]
    case 'cost-reported':
    case 'limits-reported':
    case 'usage-recorded':
    case 'compaction-seen':
    case 'session-renamed-in-transcript':
    case 'transcript-context-recorded':
    case 'subagent-transcript-found':
    case 'plan-recorded':
      return [null, '', null]
  }
}

/** Returns the kind that the event list gives a fact. Usage belongs to a reply. */
export const kindOf = (fact: SessionFact): string => meaningOf(fact)[1] || 'Reply'

const rememberFacts = (state: SessionState, fact: SessionFact): void => {
  const { at } = fact
  const main = fact.data.agent === null
  if (main && fact.data.copied === true) state.hasCopies = true
  switch (fact.type) {
    case 'prompt-recorded':
      if (!main) break
      if (!fact.data.typed) state.foreignPrompt = oldest(state.foreignPrompt, { at, value: fact.data.text })
      else {
        rememberPrompt(state, at, fact.data.text)
        state.firstTyped = oldest(state.firstTyped, { at, value: short(withoutImageMarks(fact.data.text), 500) })
      }
      break
    case 'reply-recorded':
      if (main && fact.data.model !== null) state.model = newest(state.model, { at, value: fact.data.model })
      if (main && fact.data.excerpt !== null) state.reply = newest(state.reply, { at, value: fact.data.excerpt })
      break
    case 'session-continued':
      if (main) state.continuedIn = newest(state.continuedIn, { at, value: fact.data.continuedIn })
      break
    case 'cost-reported': {
      const { total, complete } = fact.data
      if (main && total > (state.reportedCost?.total ?? -1)) state.reportedCost = { total, complete }
      break
    }
    case 'session-renamed-in-transcript': {
      const key = fact.data.by === 'user' ? 'userTitle' : 'cliTitle'
      state[key] = newest(state[key], { at, value: fact.data.title })
      break
    }
    case 'transcript-context-recorded': {
      if (!main) break
      const { cwd, model, version, gitBranch, parentSession, thread } = fact.data
      // A copy that the user continues is theirs, whenever Codex recorded the import.
      if (thread !== undefined && (thread === 'user' || state.thread?.value !== 'user'))
        state.thread = newest(thread === 'user' ? undefined : state.thread, { at, value: thread })
      if (cwd !== null) state.cwd = oldest(state.cwd, { at, value: cwd })
      if (model !== null) state.model = newest(state.model, { at, value: model })
      if (version !== null) state.version = newest(state.version, { at, value: version })
      if (gitBranch !== null) state.gitBranch = newest(state.gitBranch, { at, value: gitBranch })
      if (parentSession !== null) state.parentSession = oldest(state.parentSession, { at, value: parentSession })
      break
    }
    default:
      break
  }
}
