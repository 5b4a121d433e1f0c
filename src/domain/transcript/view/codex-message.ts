import { blocksOf, imageBlocks, imagesIn, thought, toolResult, toolUse } from './blocks.js'
import { withoutWrappers } from '../codex-images.js'
import { openedLine } from '../codex-line.js'
import { callIn, outputIn } from '../facts/codex/tools.js'
import { textIn } from '../content.js'
import { countOf, type Fields, idOf } from '../json.js'
import { type Marked, marked, renamedTo } from './session-event.js'
import type { Block, Message, ShownPlace } from './message.js'
import { type Patch, patchIn } from '../../patch.js'
import { noteOf } from './notes.js'
import { codexShows, isInstruction, reasoning, type Shown, type ShownState } from './shown.js'
import { shownText } from './shown-text.js'
import { iso, parseInstant } from '../../time.js'

/** Returns a patch in the shape of Claude Code's edits, its text cut like any other. */
const edit = (id: unknown, { files, text }: Patch): Block => {
  const patch = shownText(text)
  const input = files.length === 1 ? { file_path: files[0], patch } : { files, patch }
  return Object.assign(toolUse(id, 'Edit', {}), { input })
}

type Said = Pick<Message, 'type' | 'sender' | 'content'>

function item(payload: Fields, place: ShownPlace): Said {
  switch (payload['type']) {
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'web_search_call': {
      const { id, name, input } = callIn(payload)
      const patch = patchIn(idOf(name), input)
      const call = patch === null ? toolUse(id, name, input) : edit(id, patch)
      return { type: 'assistant', sender: 'assistant', content: [call] }
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { id, text, ok, content } = outputIn(payload)
      const result = toolResult(id, text, !ok)
      return { type: 'user', sender: 'tool', content: [result, ...imagesIn(content).map(imageBlocks(place))] }
    }
    case 'reasoning': {
      return { type: 'assistant', sender: 'assistant', content: [thought(textIn(reasoning(payload)))] }
    }
    case 'agent_reasoning':
      return { type: 'assistant', sender: 'assistant', content: [thought(textIn([{ ...payload, type: 'text' }]))] }
    case 'agent_message':
      return { type: 'assistant', sender: 'assistant', content: blocksOf(payload['message'], place) }
    case 'user_message':
      return { type: 'user', sender: 'user', content: blocksOf(withoutWrappers(payload['message']), place) }
    default: {
      const role = payload['role'] === 'assistant' ? 'assistant' : 'user'
      return { type: role, sender: role, content: blocksOf(withoutWrappers(payload['content']), place) }
    }
  }
}

const takenBack = (turns: number): Pick<Marked, 'title' | 'content'> => {
  const title = turns === 1 ? 'Turn taken back' : `${turns} turns taken back`
  const what = turns === 1 ? 'The turn' : `The ${turns} turns`
  return { title, content: [{ type: 'text', text: `${what} before this line no longer counts for the agent.` }] }
}

/** Returns a note: instructions and environment, which Codex puts before the user's first prompt, and unknown kinds of lines. */
function note(kind: unknown, payload: Fields, place: ShownPlace): Marked {
  if (payload['type'] === 'message' && isInstruction(payload)) {
    const title = payload['role'] === 'user' ? 'Environment context from Codex' : 'Instructions'
    return { type: 'note', title, content: blocksOf(payload['content'], place) }
  }
  if (payload['type'] === 'thread_rolled_back') return { type: 'note', ...takenBack(countOf(payload['num_turns'])) }
  return { type: 'note', ...noteOf(idOf(payload['type']) ?? idOf(kind) ?? 'note', payload) }
}

function event(shown: Exclude<Shown, 'words' | 'note'>, state: ShownState, payload: Fields): Marked {
  if (shown === 'rename') return renamedTo(state)
  const text = payload['message']
  return marked(shown, typeof text === 'string' && text !== '' ? [{ type: 'text', text: shownText(text) }] : [])
}

/** Returns the message shown for one line of a Codex rollout; null if nothing is shown. */
export function codexMessage(state: ShownState, line: Fields, place: ShownPlace): Message | null {
  const shown = codexShows(state, line)
  if (shown === null) return null
  const { kind, payload } = openedLine(line)
  const at = { line: place.line, timestamp: iso(parseInstant(line['timestamp']) ?? null) }
  if (shown === 'words') return { ...item(payload, place), ...at }
  const mark = shown === 'note' ? note(kind, payload, place) : event(shown, state, payload)
  return { sender: 'system', ...at, ...mark }
}
