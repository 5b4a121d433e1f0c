import { plain } from '../text.js'
import { type Fields, fields, isFields, listOf } from './json.js'

/** Text blocks of both CLIs: Anthropic's `text`, OpenAI's `input_text` and `output_text`, Codex items' `Text`. */
const TEXT_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text', 'Text'])

/** Returns the text of a message's content, which is a string or a list of blocks. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  let text = ''
  for (const block of listOf(content)) {
    if (!isFields(block) || !TEXT_BLOCKS.has(block['type']) || typeof block['text'] !== 'string') continue
    text += text === '' ? block['text'] : `\n${block['text']}`
  }
  return text
}

export const hasImage = (content: unknown): boolean =>
  listOf(content).some((block) => {
    const type = fields(block)['type']
    return type === 'image' || type === 'input_image'
  })

const HARNESS = [
  '<task-notification',
  '[SYSTEM NOTIFICATION',
  '<teammate-message',
  '<system-reminder>',
  // Codex puts the instructions and the environment of a session before the user's first prompt.
  '<environment_context>',
  '<user_instructions>',
  '<permissions instructions>',
  '<turn_aborted>',
  '<skill>',
  '# AGENTS.md instructions',
]

/** Whether a program wrote this text under the user's role. */
export const isHarnessText = (text: string): boolean => HARNESS.some((start) => text.startsWith(start))

/** Whether the CLI wrote a text to continue a conversation whose context ran out. Older CLIs do not mark the line. */
export const isContinuation = (text: string): boolean =>
  text.startsWith('This session is being continued from a previous conversation')

/** Whether a program, such as another session, wrote a line under the user's role. */
export const isByProgram = (line: Fields): boolean => {
  const kind = fields(line['origin'])['kind']
  return (typeof kind === 'string' && kind !== 'human') || line['promptSource'] === 'system'
}

/** Whether another session sent a line. */
export const isFromPeer = (line: Fields): boolean => fields(line['origin'])['kind'] === 'peer'

/** Whether a text is the input or output of a local command or of the CLI's shell mode. The model never answers it. */
export const isLocalOutput = (text: string): boolean =>
  /^(<(local-command-|bash-input>|bash-stdout>|bash-stderr>|user-memory-input>)|Caveat: The messages below were)/.test(
    text,
  )

/** Whether a line only tells the model that a local command follows. The CLI does not show it either. */
export const isCaveat = (line: Fields, text: string): boolean =>
  line['isMeta'] === true && /^(<local-command-caveat>|Caveat: The messages below were)/.test(text)

/** Returns what a local command printed, without its tags and terminal colours; null for any other text. */
export function localOutputIn(text: string): string | null {
  const printed = /^<(local-command-std(?:out|err))>([^]*)<\/\1>$/.exec(text)?.[2]
  return printed === undefined ? null : plain(printed).trim()
}

/** Returns the command of the CLI's shell mode, typed after an exclamation mark; null for any other text. */
export const shellInputIn = (text: string): string | null =>
  /^<bash-input>([^]*)<\/bash-input>$/.exec(text)?.[1] ?? null

/** Returns what a command of the shell mode printed; null for any other text. */
export function shellOutputIn(text: string): { readonly text: string; readonly failed: boolean } | null {
  const [, printed, complaint] =
    /^<bash-stdout>([^]*?)<\/bash-stdout>(?:<bash-stderr>([^]*)<\/bash-stderr>)?$/.exec(text) ?? []
  if (printed === undefined) return null
  const said = [printed, complaint ?? ''].filter((part) => part.trim() !== '')
  return { text: plain(said.join('\n')), failed: printed.trim() === '' && said.length > 0 }
}

/** Returns the answer of a tool without the tags that Claude Code wraps around an error of its own. */
export const withoutErrorTags = (text: string): string =>
  text.replace(/^\s*<tool_use_error>([^]*?)<\/tool_use_error>/, '$1')

/** Returns a text without the blocks that an editor or the harness put before it; the whole text if nothing else is left. */
export function spoken(text: string): string {
  const words = text.replace(/^(?:<(ide_\w+|system-reminder)>[^]*?<\/\1>\s*)+/, '')
  return words === '' ? text : words
}

/** Whether the CLI wrote this line because the user interrupted it. The text may end with ` for tool use`. */
export const isInterrupt = (text: string): boolean => text.startsWith('[Request interrupted by user')

/** Returns `/name arguments` from the line of a slash command; null for any other text. */
export function commandIn(text: string): string | null {
  if (!text.startsWith('<command-')) return null
  const name = /<command-name>\s*([^<]*?)\s*<\/command-name>/.exec(text)?.[1]
  if (!name) return null
  const words = /<command-args>([^<]*)<\/command-args>/.exec(text)?.[1]?.trim()
  return words ? `${name} ${words}` : name
}
