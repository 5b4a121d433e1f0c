import { isCaveat, isHarnessText, isInterrupt, localOutputIn, textIn } from '../content.js'
import { countOf, type Fields, fields, isFields, listOf } from '../json.js'
import { parseInstant } from '../../time.js'
import { openedLine } from '../codex-line.js'
import { isNotableHookSummary, isShownAttachment } from './attachments.js'
import { isClaudeNote, isCodexNote } from './kinds.js'

/** The version of these rules. Raise it when other lines are shown than before, so that stored counts are rebuilt. */
export const SHOWN_RULES = 5

/**
 * Which lines of a transcript a conversation shows. Counting them while reading lets a page of a long conversation be found
 * without reading what comes before it, so this must agree with what `message.ts` makes of a line.
 */

export type Shown = 'words' | 'rename' | 'compaction' | 'interrupted' | 'error' | 'note'

/** What the decision depends on besides the line. Plain JSON, stored with every entry of the line index. */
export interface ShownState {
  title: string | null
  /** Whether the rollout has messages as items. If so, its events repeat them and are not shown. */
  items: boolean
  /** The line kind of the last compaction. Lines of two kinds may report the same one. */
  compacted: string | null
  /** The first record of the file, the last one, and the newest time so far. */
  first: string | null
  last: string | null
  newest: number
  /** While the history is written again: the newest time before that. */
  repeatsUntil: number | null
  /** The number of messages so far, of a rollout. */
  messages: number
  /** The numbers of the newest messages that start a turn. */
  turns: number[]
  /** The messages of turns that were taken back: from a number up to another one, which is excluded. */
  undone: (readonly [from: number, to: number])[]
}

/** Nobody takes back more turns than these, one after another. */
const TURNS_MAX = 50
const UNDONE_MAX = 200

/** Whether a message belongs to a turn that was taken back. */
export const isUndone = ({ undone }: Pick<ShownState, 'undone'>, message: number): boolean =>
  undone.some(([from, to]) => message >= from && message < to)

export const shownStart = (): ShownState => ({
  title: null,
  items: false,
  compacted: null,
  first: null,
  last: null,
  newest: 0,
  repeatsUntil: null,
  messages: 0,
  turns: [],
  undone: [],
})

/**
 * Whether a record of Claude Code was shown before: older CLIs write the whole history again into the same file. A record is
 * identified by its uuid. Only the first and the last one are remembered; the ones between are recognized by their times.
 */
function isRepeated(state: ShownState, { uuid, timestamp }: Fields): boolean {
  if (typeof uuid !== 'string' || uuid === '') return false
  const at = parseInstant(timestamp) ?? state.newest
  if (uuid === state.first) state.repeatsUntil = state.newest
  else if (state.repeatsUntil !== null && at > state.repeatsUntil) state.repeatsUntil = null
  const repeated = state.repeatsUntil !== null || uuid === state.last
  state.first ??= uuid
  state.last = uuid
  state.newest = Math.max(state.newest, at)
  return repeated
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Whether a block can be shown: all but empty texts. Thinking may be encrypted, and a kind may be newer than this release. */
export function isShownBlock(block: unknown): block is Fields {
  if (!isFields(block) || typeof block['type'] !== 'string') return false
  switch (block['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return isText(block['text'])
    default:
      return block['type'] !== ''
  }
}

const hasContent = (content: unknown): boolean =>
  typeof content === 'string' ? content.trim() !== '' : listOf(content).some(isShownBlock)

/** Whether a local command printed nothing. The CLI also records commands such as `/clear`, which have no output. */
const printsNothing = (content: unknown): boolean => localOutputIn(textIn(content).trim()) === ''

function renamed(state: ShownState, title: unknown): Shown | null {
  if (!isText(title) || typeof title !== 'string' || title === state.title) return null
  state.title = title
  return 'rename'
}

export function claudeShows(state: ShownState, line: Fields): Shown | null {
  return isRepeated(state, line) ? null : claudeLineShows(state, line)
}

function claudeLineShows(state: ShownState, line: Fields): Shown | null {
  const message = fields(line['message'])
  switch (line['type']) {
    case 'assistant':
      if (!hasContent(message['content'])) return null
      return line['isApiErrorMessage'] === true ? 'error' : 'words'
    case 'user':
      if (!hasContent(message['content']) || printsNothing(message['content'])) return null
      if (isCaveat(line, textIn(message['content']).trim())) return null
      return isInterrupt(textIn(message['content']).trim()) ? 'interrupted' : 'words'
    case 'custom-title':
      return renamed(state, line['customTitle'])
    case 'attachment': {
      const attachment = fields(line['attachment'])
      if (attachment['type'] === 'queued_command') return hasContent(attachment['prompt']) ? 'words' : null
      return isShownAttachment(attachment) ? 'note' : null
    }
    case 'system':
      return systemShows(line)
    default:
      return isClaudeNote(line['type']) ? 'note' : null
  }
}

function systemShows(line: Fields): Shown | null {
  switch (line['subtype']) {
    case 'compact_boundary':
      return 'compaction'
    case 'api_error':
      return 'error'
    // The event list shows how long a turn took.
    case 'turn_duration':
      return null
    case 'local_command':
      return isText(line['content']) && !printsNothing(line['content']) ? 'words' : null
    case 'stop_hook_summary':
      return isNotableHookSummary(line) ? 'note' : null
    default:
      return isText(line['subtype']) ? 'note' : null
  }
}

function compacted(state: ShownState, kind: string): Shown | null {
  const twin = state.compacted !== null && state.compacted !== kind
  state.compacted = twin ? null : kind
  return twin ? null : 'compaction'
}

function eventShows(state: ShownState, payload: Fields): Shown | null {
  switch (payload['type']) {
    case 'user_message':
    case 'agent_message':
      return !state.items && isText(payload['message']) ? 'words' : null
    case 'agent_reasoning':
      return !state.items && isText(payload['text']) ? 'words' : null
    case 'thread_name_updated':
      return renamed(state, payload['thread_name'])
    case 'context_compacted':
      return compacted(state, 'context_compacted')
    case 'turn_aborted':
      return 'interrupted'
    case 'error':
    case 'stream_error':
      return isText(payload['message']) ? 'error' : null
    default:
      return isCodexNote('event_msg', payload['type']) ? 'note' : null
  }
}

function itemShows(state: ShownState, item: Fields): Shown | null {
  switch (item['type']) {
    case 'message':
      state.items = true
      if (!hasContent(item['content'])) return null
      return isInstruction(item) ? 'note' : 'words'
    case 'reasoning':
      return isText(textIn(reasoning(item))) || isText(item['encrypted_content']) ? 'words' : null
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'web_search_call':
    case 'function_call_output':
    case 'custom_tool_call_output':
      return 'words'
    default:
      return isCodexNote('response_item', item['type']) ? 'note' : null
  }
}

/** Whether an item is an instruction: the developer's role, and the environment before the user's first prompt. */
export const isInstruction = (item: Fields): boolean =>
  (item['role'] !== 'user' && item['role'] !== 'assistant') || isHarnessText(textIn(item['content']).trim())

/** Returns the readable part of a reasoning item as text blocks; the rest of it is encrypted. */
export const reasoning = (item: Fields): readonly unknown[] =>
  listOf(item['summary']).map((part) => ({ type: 'text', text: fields(part)['text'] }))

/** Whether a shown line is a prompt of the user: Codex takes turns back by their prompts. */
const isPrompt = (kind: unknown, payload: Fields): boolean =>
  kind === 'event_msg' ? payload['type'] === 'user_message' : payload['role'] === 'user'

export function codexShows(state: ShownState, line: Fields): Shown | null {
  const { kind, payload } = openedLine(line)
  if (kind === 'event_msg' && payload['type'] === 'thread_rolled_back') takeBack(state, countOf(payload['num_turns']))
  const shown = lineShows(state, kind, payload)
  if (shown === null) return null
  if (shown === 'words' && isPrompt(kind, payload)) state.turns = [...state.turns, state.messages].slice(-TURNS_MAX)
  state.messages++
  return shown
}

function takeBack(state: ShownState, turns: number): void {
  const first = Math.max(0, state.turns.length - turns)
  const from = state.turns[first]
  if (from === undefined || turns === 0) return
  state.undone = [...state.undone, [from, state.messages] as const].slice(-UNDONE_MAX)
  state.turns = state.turns.slice(0, first)
}

function lineShows(state: ShownState, kind: unknown, payload: Fields): Shown | null {
  switch (kind) {
    case 'event_msg':
      return eventShows(state, payload)
    case 'response_item':
      return itemShows(state, payload)
    case 'compacted':
      return compacted(state, 'compacted')
    default:
      return isCodexNote(kind, null) ? 'note' : null
  }
}
