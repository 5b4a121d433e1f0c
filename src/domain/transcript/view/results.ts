import { textIn, withoutErrorTags } from '../content.js'
import { type Fields, fields, isFields, listOf } from '../json.js'

/** Whether a block is the answer of a tool: one that the CLI ran, or one that the provider ran itself. */
export const isResult = (type: unknown): boolean => typeof type === 'string' && type.endsWith('tool_result')

/** Whether a block calls a tool: one of the CLI, one that the provider runs itself, or one of an MCP server. */
export const isCall = (type: unknown): boolean =>
  type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use'

/** Returns the name of a called tool. A tool of an MCP server is named like the CLI names it. */
export const callName = (block: Fields): unknown =>
  block['type'] === 'mcp_tool_use' && typeof block['server_name'] === 'string'
    ? `mcp__${block['server_name']}__${String(block['name'])}`
    : block['name']

const isError = (type: unknown): boolean => typeof type === 'string' && type.endsWith('_error')

/** Whether a tool failed: its answer is flagged, or is an error block. */
export const hasFailed = (block: Fields): boolean =>
  block['is_error'] === true || isError(fields(block['content'])['type'])

/** Returns the answer of a tool as text: text unchanged, found pages by title and URL, anything else as JSON. */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return withoutErrorTags(content)
  const parts = Array.isArray(content) ? listOf(content) : isFields(content) ? [content] : []
  return withoutErrorTags(parts.map(partText).filter(isPresent).join('\n'))
}

const isPresent = (text: string | null): text is string => text !== null && text !== ''

function partText(part: unknown): string | null {
  if (typeof part === 'string') return part
  if (!isFields(part)) return null
  const type = part['type']
  if (type === 'image' || type === 'input_image') return null
  const text = textIn([part])
  if (text !== '' || type === 'text') return text
  if (type === 'web_search_result') return `${told(part['title'])}\n${told(part['url'])}`
  if (type === 'tool_reference') return told(part['tool_name'])
  if (isError(type)) return told(part['error_code'])
  if (typeof part['stdout'] === 'string') return [part['stdout'], told(part['stderr'])].filter(isPresent).join('\n')
  // Only the provider can read encrypted text.
  return JSON.stringify({ ...part, encrypted_content: undefined })
}

const told = (value: unknown): string => (typeof value === 'string' ? value : '')
