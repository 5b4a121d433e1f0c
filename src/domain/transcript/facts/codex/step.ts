import { openedLine } from '../../codex-line.js'
import { applySettings, metaFacts, turnContextFacts, turnFacts } from './context.js'
import { type CodexState, codexStart } from './state.js'
import { callFacts, endFacts, outputFacts } from './tools.js'
import { limitFacts } from './limits.js'
import { follow } from './replay.js'
import { recordFacts, type TotalsOf, usageFacts } from './usage.js'
import { messageFacts, promptFacts, promptIn, turnEndFacts, wordsFacts } from './text.js'
import { textIn } from '../../content.js'
import type { Fact } from '../facts.js'
import { amountOf, type Fields, fields, idOf, isFields, listOf, textOf } from '../../json.js'
import { factOf, type Origin, type Place, timeOf } from '../reducer.js'

export { codexStart, type CodexState }

const TEXT_MAX = 300
const TITLE_MAX = 200
/** `compacted` and `context_compacted` within this time report the same compaction. */
const SAME_COMPACTION_MS = 60_000

function compactionFacts(state: CodexState, kind: string, origin: Origin): Fact[] {
  const last = state.compacted
  state.compacted = { kind, at: origin.at }
  if (last !== null && last.kind !== kind && Math.abs(origin.at - last.at) < SAME_COMPACTION_MS) {
    state.compacted = null
    return []
  }
  const data = { uuid: origin.id, trigger: null, preTokens: null, durationMs: null }
  return [factOf('compaction-seen', origin, 0, data)]
}

function titleFacts(state: CodexState, name: unknown, origin: Origin): Fact[] {
  const title = textOf(name, TITLE_MAX)
  if (title === null || title === state.title) return []
  state.title = title
  return [factOf('session-renamed-in-transcript', origin, 0, { title, by: 'user' })]
}

const picturesOf = ({ images, local_images: local }: Fields): readonly unknown[] => [
  ...listOf(images),
  ...listOf(local),
]

const errorFact = (payload: Fields, origin: Origin): Fact =>
  factOf('api-error-recorded', origin, 0, {
    text: textOf(payload['message'], TEXT_MAX) ?? 'API error',
    status: amountOf(fields(fields(payload['codex_error_info'])['response_stream_disconnected'])['http_status_code']),
    retrying: false,
  })

/**
 * Returns the facts of an item of release 0.169 or later, where items replace user_message, agent_message and the ends of calls.
 */
function itemFacts(state: CodexState, item: Fields, origin: Origin): Fact[] {
  switch (item['type']) {
    case 'UserMessage':
      return promptFacts(state, promptIn(item['content']), 'event', origin)
    case 'AgentMessage':
      return wordsFacts(state, textIn(item['content']), 'event', item['id'], origin)
    default:
      return endFacts(state, item, item['id'], origin)
  }
}

function eventFacts(state: CodexState, payload: Fields, origin: Origin, totalsOf: TotalsOf): Fact[] {
  switch (payload['type']) {
    case 'token_count':
      // The usage first: it says whether a fork still repeats its parent.
      return [...usageFacts(state, payload, origin, totalsOf), ...limitFacts(state, payload, origin)]
    case 'user_message':
      return promptFacts(state, promptIn(payload['message'], picturesOf(payload)), 'event', origin)
    case 'agent_message':
      return wordsFacts(state, textIn(payload['message']), 'event', null, origin)
    case 'item_completed':
      return itemFacts(state, fields(payload['item']), origin)
    case 'exec_command_end':
    case 'patch_apply_end':
    case 'mcp_tool_call_end':
      return endFacts(state, payload, payload['call_id'], origin)
    case 'task_started':
    case 'turn_started':
      state.turnStartedAt = origin.at
      state.exec = isExecTurn(state, payload)
      return turnFacts(state, payload['turn_id'], origin)
    case 'task_complete':
    case 'turn_complete':
      return turnEndFacts(state, payload, origin)
    case 'turn_aborted':
      state.turnStartedAt = null
      return [factOf('interrupt-recorded', origin, 0, {})]
    case 'thread_name_updated':
      return titleFacts(state, payload['thread_name'], origin)
    case 'thread_settings_applied': {
      const settings = fields(payload['thread_settings'])
      applySettings(state, settings)
      return turnContextFacts(state, settings, origin)
    }
    case 'context_compacted':
      return compactionFacts(state, 'context_compacted', origin)
    case 'error':
    case 'stream_error':
      return [errorFact(payload, origin)]
    default:
      return []
  }
}

/**
 * Whether the turn belongs to `codex exec`. Newer releases say what triggered a turn; in older ones the program that started the
 * rollout decides.
 */
function isExecTurn(state: CodexState, payload: Fields): boolean {
  const trigger = fields(payload['turn_attribution'])['turn_trigger']
  return typeof trigger === 'string' ? trigger === 'exec' : state.startedByExec === true
}

function responseFacts(state: CodexState, item: Fields, origin: Origin): Fact[] {
  switch (item['type']) {
    case 'message':
      return messageFacts(state, item, origin)
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'web_search_call':
      return callFacts(state, item, origin)
    case 'function_call_output':
    case 'custom_tool_call_output':
      return outputFacts(state, item, origin)
    default:
      return []
  }
}

/**
 * Returns the facts of one line of a Codex rollout and updates `state`. Accepts every JSON value. `totalsOf` returns the token
 * counts of the rollout that a fork came from. Lines are identified by number and time: a rollout only grows.
 */
export function codexStep(state: CodexState, value: unknown, place: Place, totalsOf: TotalsOf): Fact[] {
  if (!isFields(value)) return []
  const stamp = value['timestamp']
  const id = `line ${place.line} ${idOf(stamp) ?? ''}`
  const origin: Origin = { at: timeOf(state, stamp), line: place.line, agent: place.agent, id }
  const { kind, payload } = openedLine(value)
  if (state.replay !== null) follow(state.replay, origin.at)
  switch (kind) {
    case 'token_usage_record':
      return recordFacts(state, payload, origin, totalsOf)
    case 'session_meta':
      return metaFacts(state, payload, origin)
    case 'turn_context':
      return turnContextFacts(state, payload, origin)
    case 'event_msg':
      return eventFacts(state, payload, origin, totalsOf)
    case 'response_item':
      return responseFacts(state, payload, origin)
    case 'compacted':
      return compactionFacts(state, 'compacted', origin)
    default:
      return []
  }
}
