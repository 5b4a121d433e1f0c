import type { Message } from '../transcript/view/message.js'

/** Only this much of a tool input is indexed: what is written to a file may be as long as the file. */
const INPUT_MAX = 10_240

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* stringsIn(item)
}

/**
 * Returns the text of a line that search indexes: messages, tool names with their inputs (and so file paths), and titles. Tool
 * output is left out because it would bury the rest; so is what the model thought.
 */
export const spokenText = ({ title, content }: Message): string => {
  const parts: string[] = title === undefined ? [] : [title]
  for (const block of content) {
    if (block.type === 'text') parts.push(block.text ?? '')
    else if (block.type === 'tool_use') {
      const input = [...stringsIn(block.input)].join('\n')
      parts.push(`${block.name ?? ''} ${input.slice(0, INPUT_MAX)}`)
    }
  }
  return parts.filter((part) => part.trim() !== '').join('\n')
}
