/** The most informative inputs of tool calls, best first. They differ between tools. */
const TELLING = [
  'command',
  'pattern',
  'query',
  'file_path',
  'notebook_path',
  'path',
  'description',
  'url',
  'prompt',
  'skill',
]

/** Whether the input of a tool has named members; a cut or broken one is text. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns what a tool call acts on, in one line: a command, a path, a pattern, a question. */
export function argumentOf(input: unknown): string {
  if (typeof input === 'string') return oneLine(input)
  if (!isRecord(input)) return ''
  const telling = TELLING.map((key) => input[key]).find((value) => value !== undefined && value !== '')
  const value = telling ?? Object.values(input).find((candidate) => typeof candidate === 'string')
  // Codex passes a command as a list of arguments.
  if (Array.isArray(value)) return oneLine(value.join(' '))
  return typeof value === 'string' ? oneLine(value) : ''
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 300)
