import { changesOfCall } from '../../edits/call-changes.js'
import { targetOf } from '../../tool.js'
import { fields } from '../json.js'
import type { Block, Message } from './message.js'

interface MarkdownOptions {
  /** Whether to write what tools were given and returned, or one line a call. */
  readonly toolOutput: boolean
}

const SPEAKERS: Readonly<Record<Message['sender'], string>> = {
  user: 'User',
  assistant: 'Assistant',
  orchestrator: 'Task from the calling agent',
  system: 'System',
  // The result of a call belongs to the assistant's turn.
  tool: 'Assistant',
}

/** Writes the messages of one conversation as Markdown, each with a heading where the speaker changes. */
export class MarkdownWriter {
  #speaker: string | null = null

  constructor(private readonly options: MarkdownOptions) {}

  /** Returns a message as Markdown; empty if it has nothing for a reader. */
  message(message: Message): string {
    const text = this.#body(message)
    if (text === '') return ''
    const speaker = SPEAKERS[message.sender]
    if (speaker === this.#speaker) return `${text}\n\n`
    this.#speaker = speaker
    const time = message.timestamp === null ? '' : ` (${message.timestamp.slice(0, 16).replace('T', ' ')} UTC)`
    return `## ${speaker}${time}\n\n${text}\n\n`
  }

  #body({ type, content, title }: Message): string {
    switch (type) {
      case 'session_event':
        return title === undefined ? '' : `*Renamed to ${title}*`
      case 'note':
        return ''
      case 'error':
        return quoted(`**Error:** ${textOf(content)}`)
      case 'interrupted':
      case 'compaction':
        return `*${textOf(content)}*`
      default:
        return content
          .map((block) => this.#block(block))
          .filter((part) => part !== '')
          .join('\n\n')
    }
  }

  #block(block: Block): string {
    const { toolOutput } = this.options
    switch (block.type) {
      case 'text':
        return (block.text ?? '').trim()
      case 'thinking':
        return block.text === undefined ? '' : quoted(block.text.trim())
      case 'tool_use':
        return toolOutput ? `${callLine(block)}${inputOf(block)}` : callLine(block)
      case 'tool_result': {
        const output = (block.output ?? '').trimEnd()
        if (toolOutput) return output === '' ? '' : fenced(output, '')
        return block.is_error === true ? `*Failed: ${inline(output)}*` : ''
      }
      case 'image':
        return '*Image*'
      case 'other':
        return toolOutput && block.text !== undefined ? fenced(block.text, 'json') : ''
    }
  }
}

const textOf = (content: readonly Block[]): string =>
  content
    .map(({ text }) => text ?? '')
    .filter((text) => text !== '')
    .join('\n')

const callLine = ({ name = 'unknown', input }: Block): string => {
  const target = inline(targetOf(input))
  return target === '' ? `**${name}**` : `**${name}** ${code(target)}`
}

function inputOf({ name = '', input }: Block): string {
  const { patch, command } = fields(input)
  const lines =
    typeof patch === 'string'
      ? patch.split('\n')
      : changesOfCall(name, input, null).flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines))
  if (lines.length > 0) return `\n\n${fenced(lines.join('\n'), 'diff')}`
  // The first line is in the line of the call.
  return typeof command === 'string' && command.includes('\n') ? `\n\n${fenced(command, 'sh')}` : ''
}

const inline = (text: string): string => (text.split('\n')[0] ?? '').trim().slice(0, 300)

const quoted = (text: string): string => text.replace(/^/gm, '> ')

/** Returns a fence longer than every run of backticks in the text. */
const fenceFor = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))

const code = (text: string): string => {
  const fence = fenceFor(text, 1)
  return fence.length === 1 ? `\`${text}\`` : `${fence} ${text} ${fence}`
}

const fenced = (text: string, language: string): string => {
  const fence = fenceFor(text, 3)
  return `${fence}${language}\n${text}\n${fence}`
}
