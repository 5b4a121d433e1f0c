import { type Fields, fields, isFields } from '../json.js'
import { isKind } from './kinds.js'
import type { Block } from './message.js'
import { asJson, shownText } from './shown-text.js'

/** Members that every line of Claude Code carries besides its content. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sessionId',
  'session_id',
  'timestamp',
  'cwd',
  'version',
  'gitBranch',
  'slug',
  'userType',
  'entrypoint',
  'isSidechain',
  'isMeta',
  'level',
  'agentId',
  'toolUseID',
])

/** Returns a kind as words: `stop_hook_summary` becomes `Stop hook summary`. */
const inWords = (kind: string): string => {
  const words = kind.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const NAMES = ['displayPath', 'filename', 'path', 'planFilePath', 'hookName', 'prUrl', 'url', 'condition'] as const
const WORDS = ['content', 'summary', 'snippet', 'stdout', 'message', 'text', 'result'] as const

/** Returns the text of a note, if it has one. */
function wordsOf(value: Fields): string | undefined {
  for (const name of WORDS) {
    const words = value[name]
    if (typeof words === 'string' && words.trim() !== '') return words
  }
  const file = fields(fields(value['content'])['file'])['content']
  return typeof file === 'string' && file !== '' ? file : undefined
}

/** Returns a note: a title with its kind and subject, then its text, or all its members as JSON. */
export function noteOf(kind: string, value: Fields): { readonly title: string; readonly content: readonly Block[] } {
  const name = NAMES.map((key) => value[key]).find((told) => typeof told === 'string' && told !== '')
  const title = typeof name === 'string' ? `${inWords(kind)}: ${name.slice(0, 300)}` : inWords(kind)
  const words = wordsOf(value)
  if (words !== undefined) return { title, content: [{ type: 'text', text: shownText(words) }] }
  const rest = Object.entries(value).filter(([key]) => !ENVELOPE.has(key))
  return { title, content: [rest.length === 0 ? { type: 'text', text: title } : asJson(Object.fromEntries(rest))] }
}

/** Returns the note of a Claude Code line: an attachment, a system line, or a line of an unknown kind. */
export function claudeNote(line: Fields): ReturnType<typeof noteOf> {
  const attachment = line['attachment']
  if (line['type'] === 'attachment' && isFields(attachment)) return noteOf(told(attachment['type']), attachment)
  return noteOf(line['type'] === 'system' ? told(line['subtype']) : told(line['type']), line)
}

const told = (kind: unknown): string => (isKind(kind) ? kind.slice(0, 100) : 'note')
