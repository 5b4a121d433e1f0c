import { plain } from '../text.js'
import { fields, isFields, listOf } from './json.js'

/** Text blocks of both CLIs: Anthropic's `text`, OpenAI's `input_text` and `output_text`, Codex items' `Text`. */
const TEXT_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text', 'Text'])

/** The words of a message: its content is a string or a list of blocks. */
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
  // Codex puts the instructions and the surroundings of a session in front of the user's first words.
  '<environment_context>',
  '<user_instructions>',
  '<permissions instructions>',
  '<turn_aborted>',
  '<skill>',
  '# AGENTS.md instructions',
]

/** Text under the user's role that a program wrote. */
export const isHarnessText = (text: string): boolean => HARNESS.some((start) => text.startsWith(start))

/** What local commands and the shell mode of the CLI leave in a transcript: the model never answers to it. */
export const isLocalOutput = (text: string): boolean =>
  /^(<(local-command-|bash-input>|bash-stdout>|bash-stderr>|user-memory-input>)|Caveat: The messages below were)/.test(
    text,
  )

/** What a local command printed, without its wrapping and colours; null for any other text. */
export function localOutputIn(text: string): string | null {
  const printed = /^<(local-command-std(?:out|err))>([^]*)<\/\1>$/.exec(text)?.[2]
  return printed === undefined ? null : plain(printed).trim()
}

/** The command of the CLI's shell mode, which the user typed behind an exclamation mark; null for any other text. */
export const shellInputIn = (text: string): string | null =>
  /^<bash-input>([^]*)<\/bash-input>$/.exec(text)?.[1] ?? null

/** What a command of the shell mode printed; null for any other text. */
export function shellOutputIn(text: string): { readonly text: string; readonly failed: boolean } | null {
  const [, printed, complaint] =
    /^<bash-stdout>([^]*?)<\/bash-stdout>(?:<bash-stderr>([^]*)<\/bash-stderr>)?$/.exec(text) ?? []
  if (printed === undefined) return null
  const said = [printed, complaint ?? ''].filter((part) => part.trim() !== '')
  return { text: plain(said.join('\n')), failed: printed.trim() === '' && said.length > 0 }
}

/** The words without what an editor or the harness put in front of them; all of it when nothing else is there. */
export function spoken(text: string): string {
  const words = text.replace(/^(?:<(ide_\w+|system-reminder)>[^]*?<\/\1>\s*)+/, '')
  return words === '' ? text : words
}

/** A line the CLI wrote when the user interrupted it, alone or ` for tool use`. */
export const isInterrupt = (text: string): boolean => text.startsWith('[Request interrupted by user')

/** `/name arguments` of a line that a slash command left, else null. */
export function commandIn(text: string): string | null {
  if (!text.startsWith('<command-')) return null
  const name = /<command-name>\s*([^<]*?)\s*<\/command-name>/.exec(text)?.[1]
  if (!name) return null
  const words = /<command-args>([^<]*)<\/command-args>/.exec(text)?.[1]?.trim()
  return words ? `${name} ${words}` : name
}
