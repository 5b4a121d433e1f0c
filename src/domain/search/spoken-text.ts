import { patchIn } from '../patch.js'
import { listedTool } from '../tool.js'
import { fields } from '../transcript/json.js'
import type { Message } from '../transcript/view/message.js'

/** Only this much of a tool input is indexed: what is written to a file may be as long as the file. */
const INPUT_MAX = 10_240

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item)
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* stringsIn(item)
}

const inputText = (input: unknown): string => [...stringsIn(input)].join('\n').slice(0, INPUT_MAX)

const joined = (parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join('\n')

/**
 * Returns the searched text of a line, as an excerpt shows it: messages, tool names with their inputs (and so file paths), and
 * titles. Tool output is left out because it would bury the rest; so is what the model thought.
 */
export const spokenText = ({ title, content }: Message): string =>
  joined([
    title ?? '',
    ...content.map(({ type, text, name, input }) => {
      if (type === 'text') return text ?? ''
      return type === 'tool_use' ? `${name ?? ''} ${inputText(input)}` : ''
    }),
  ])

/** Members of a tool's input that name a file or a directory. */
const PATH_KEYS = ['file_path', 'notebook_path', 'path']

/** The searched text of a line, by where the index keeps it. */
export interface IndexedText {
  readonly body: string
  /** The names of the tools that the line calls. */
  readonly tools: string
  /** The paths that these calls name. The body does not repeat them, which keeps the index small. */
  readonly files: string
}

/** Returns the text of `spokenText`, with the names of tools and the paths apart. */
export const indexedText = ({ title, content }: Message): IndexedText => {
  const body = [title ?? '']
  const tools: string[] = []
  const files: string[] = []
  for (const { type, text = '', name = '', input } of content) {
    if (type === 'text') body.push(text)
    if (type !== 'tool_use') continue
    const members = Object.entries(fields(input))
    const paths = members.filter(([key, value]) => PATH_KEYS.includes(key) && typeof value === 'string')
    const isWhole = paths.length === 0
    body.push(
      inputText(isWhole ? input : members.filter((member) => !paths.includes(member)).map(([, value]) => value)),
    )
    const patch = patchIn(name, input)
    files.push(...paths.map(([, path]) => (path as string).slice(0, INPUT_MAX)), ...(patch?.files ?? []))
    tools.push(patch === null ? name : `${name} ${listedTool('apply_patch')}`)
  }
  return { body: joined(body), tools: joined(tools), files: joined(files) }
}
