import { blocksOf, toolResult, toolUse } from './blocks.js'
import { apiErrorText } from '../facts/claude/system.js'
import {
  commandIn,
  isByProgram,
  isContinuation,
  isFromPeer,
  isHarnessText,
  isLocalOutput,
  localOutputIn,
  shellInputIn,
  shellOutputIn,
  textIn,
} from '../content.js'
import { amountOf, type Fields, fields, idOf, isFields, listOf } from '../json.js'
import type { Block, Message, ShownPlace } from './message.js'
import { withoutPromptFile } from '../../prompt-file.js'
import { iso, parseInstant } from '../../time.js'
import { type Marked, marked, renamedTo } from './session-event.js'
import { claudeNote } from './notes.js'
import { isResult } from './results.js'
import { claudeShows, type Shown, type ShownState } from './shown.js'
import { billedOf } from '../facts/usage.js'

const onlyResults = (content: unknown): boolean => {
  const blocks = listOf(content)
  return blocks.length > 0 && blocks.every((block) => isResult(fields(block)['type']))
}

const isSummary = (line: Fields, text: string): boolean => line['isCompactSummary'] === true || isContinuation(text)

/** Returns who wrote a line under the user's role: the user, a tool, a program, or the agent that started this one. */
function speaker(line: Fields, content: unknown, place: ShownPlace): Message['sender'] {
  if (onlyResults(content) || line['toolUseResult'] !== undefined) return 'tool'
  const kind = fields(line['origin'])['kind']
  const text = textIn(content).trim()
  if (line['isMeta'] === true || isSummary(line, text) || isByProgram(line)) return 'system'
  // A command typed after an exclamation mark is the user's; its output is not.
  if (shellInputIn(text) !== null) return 'user'
  if (isHarnessText(text) || isLocalOutput(text)) return 'system'
  const told = line['promptSource'] !== undefined || kind !== undefined
  const subagent = place.agent !== null || line['isSidechain'] === true
  return subagent && !told ? 'orchestrator' : 'user'
}

/** Returns the blocks of a user line without the tags that the CLI wraps around a command and its output. */
function userBlocks(content: unknown, place: ShownPlace): Block[] {
  const text = textIn(content).trim()
  const printed = shellOutputIn(text)
  if (printed !== null) return [toolResult(null, printed.text, printed.failed)]
  const typed = shellInputIn(text)
  if (typed !== null) return [toolUse(null, 'Bash', { command: typed })]
  const prompt = withoutPromptFile(text)
  if (prompt !== text) return blocksOf(prompt, place)
  return blocksOf(commandIn(text) ?? localOutputIn(text) ?? content, place)
}

/** Adds the id of the answering subagent to the result block, if the line has exactly one result. */
function answered(line: Fields, blocks: readonly Block[]): readonly Block[] {
  const agent = idOf(fields(line['toolUseResult'])['agentId'])
  if (agent === null || blocks.filter((block) => block.type === 'tool_result').length !== 1) return blocks
  return blocks.map((block) => (block.type === 'tool_result' ? { ...block, agent_id: agent } : block))
}

/** Returns a title for text that is meant for the agent, so that readers do not mistake it for the user's. */
function titleOf(line: Fields, text: string): Pick<Message, 'title'> {
  if (isFromPeer(line)) return { title: 'Message from another session' }
  if (isSummary(line, text)) return { title: 'Summary of the conversation so far' }
  if (text.startsWith('<task-notification')) return { title: 'Notice of a background task' }
  if (text.startsWith('<system-reminder>')) return { title: 'Reminder' }
  if (isByProgram(line)) return { title: 'Message from a program' }
  return {}
}

type Said = Pick<Message, 'type' | 'sender' | 'content' | 'title'>

function words(line: Fields, place: ShownPlace): Said {
  const message = fields(line['message'])
  switch (line['type']) {
    case 'assistant':
      return { type: 'assistant', sender: 'assistant', content: blocksOf(message['content'], place) }
    case 'attachment': {
      const { prompt, origin, commandMode: mode } = fields(line['attachment'])
      const program = typeof mode === 'string' && mode !== 'prompt'
      const sender = program ? 'system' : speaker({ origin }, prompt, place)
      return { type: 'user', sender, content: userBlocks(prompt, place), ...titleOf({ origin }, textIn(prompt).trim()) }
    }
    case 'system':
      return { type: 'user', sender: speaker({}, line['content'], place), content: userBlocks(line['content'], place) }
    default: {
      const content = message['content']
      const sender = speaker(line, content, place)
      const blocks = answered(line, userBlocks(content, place))
      return { type: 'user', sender, content: blocks, ...titleOf(line, textIn(content).trim()) }
    }
  }
}

/** Returns the text of a failed request with its status and its attempt number, if known. */
function shownError(line: Fields): string {
  const status = amountOf(fields(line['error'])['status'])
  const [attempt, most] = [amountOf(line['retryAttempt']), amountOf(line['maxRetries'])]
  const told = [
    ...(status === null ? [] : [`status ${status}`]),
    ...(attempt === null || most === null ? [] : [`try ${attempt} of ${most}`]),
  ]
  return told.length === 0 ? apiErrorText(line) : `${apiErrorText(line)} (${told.join(', ')})`
}

function event(shown: Exclude<Shown, 'words'>, state: ShownState, line: Fields, place: ShownPlace): Marked {
  const system = line['type'] === 'system'
  if (shown === 'rename') return renamedTo(state)
  if (shown === 'note') return { type: shown, ...claudeNote(line) }
  if (shown === 'error' && system) return { type: shown, content: [{ type: 'text', text: shownError(line) }] }
  return marked(shown, blocksOf(system ? line['content'] : fields(line['message'])['content'], place))
}

/** Returns the message shown for one line of a Claude Code transcript; null if nothing is shown. */
export function claudeMessage(state: ShownState, line: Fields, place: ShownPlace): Message | null {
  const shown = claudeShows(state, line)
  if (shown === null) return null
  const at = { line: place.line, timestamp: iso(parseInstant(line['timestamp']) ?? null) }
  if (shown !== 'words') return { sender: 'system', ...at, ...event(shown, state, line, place) }
  const said = words(line, place)
  if (said.type !== 'assistant') return { ...said, ...at }
  const message = fields(line['message'])
  const model = idOf(message['model'])
  if (!isFields(message['usage'])) return { ...said, ...at, model }
  const { input, output, cacheRead, cacheWrite } = billedOf(message['usage']).usage
  const usage = {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  }
  return { ...said, ...at, model, usage }
}
