import { blocksOf } from './blocks.js'
import { apiErrorText } from './claude-system.js'
import { commandIn, isHarnessText, isLocalOutput, localOutputIn, textIn } from './content.js'
import { type Fields, fields, idOf, isFields, listOf } from './json.js'
import type { Block, Message, ShownPlace } from './message.js'
import { iso, parseInstant } from '../time.js'
import { claudeShows, type Shown, type ShownState } from './shown.js'
import { billedOf } from './usage.js'

const onlyResults = (content: unknown): boolean => {
  const blocks = listOf(content)
  return blocks.length > 0 && blocks.every((block) => fields(block)['type'] === 'tool_result')
}

/** Who speaks a line under the user's role: the user, a tool, a program, or the agent that started this one. */
function speaker(line: Fields, content: unknown, place: ShownPlace): Message['sender'] {
  if (onlyResults(content) || line['toolUseResult'] !== undefined) return 'tool'
  const kind = fields(line['origin'])['kind']
  const program = typeof kind === 'string' && kind !== 'human'
  const text = textIn(content).trim()
  if (line['isMeta'] === true || line['isCompactSummary'] === true || program) return 'system'
  if (isHarnessText(text) || isLocalOutput(text)) return 'system'
  const told = line['promptSource'] !== undefined || kind !== undefined
  const subagent = place.agent !== null || line['isSidechain'] === true
  return subagent && !told ? 'orchestrator' : 'user'
}

/** What the CLI wraps around a slash command and its output is no part of what was typed and printed. */
function userBlocks(content: unknown, place: ShownPlace): Block[] {
  const text = textIn(content).trim()
  return blocksOf(commandIn(text) ?? localOutputIn(text) ?? content, place)
}

function words(line: Fields, place: ShownPlace): Pick<Message, 'type' | 'sender' | 'content'> {
  const message = fields(line['message'])
  switch (line['type']) {
    case 'assistant':
      return { type: 'assistant', sender: 'assistant', content: blocksOf(message['content'], place) }
    case 'attachment': {
      const { prompt, origin, commandMode: mode } = fields(line['attachment'])
      const program = typeof mode === 'string' && mode !== 'prompt'
      const sender = program ? 'system' : speaker({ origin }, prompt, place)
      return { type: 'user', sender, content: userBlocks(prompt, place) }
    }
    case 'system':
      return { type: 'user', sender: speaker({}, line['content'], place), content: userBlocks(line['content'], place) }
    default: {
      const content = message['content']
      return { type: 'user', sender: speaker(line, content, place), content: userBlocks(content, place) }
    }
  }
}

function event(shown: Exclude<Shown, 'words'>, state: ShownState, line: Fields, place: ShownPlace): Partial<Message> {
  const system = line['type'] === 'system'
  if (shown === 'rename') return { content: [], title: state.title ?? '' }
  if (shown === 'error' && system) return { content: [{ type: 'text', text: apiErrorText(line) }] }
  return { content: blocksOf(system ? line['content'] : fields(line['message'])['content'], place) }
}

/** What a conversation shows of one line of a Claude Code transcript. */
export function claudeMessage(state: ShownState, line: Fields, place: ShownPlace): Message | null {
  const shown = claudeShows(state, line)
  if (shown === null) return null
  const at = { line: place.line, timestamp: iso(parseInstant(line['timestamp']) ?? null) }
  if (shown !== 'words') {
    const content: readonly Block[] = []
    return {
      type: 'session_event',
      sender: 'system',
      content,
      event_kind: shown,
      ...at,
      ...event(shown, state, line, place),
    }
  }
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
