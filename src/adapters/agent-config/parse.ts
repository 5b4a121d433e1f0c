import { type ParseError, parse as parseJson, printParseErrorCode } from 'jsonc-parser'
import { parse as parseToml, TomlError } from 'smol-toml'
import { parseDocument } from 'yaml'
import type { Parsed } from '../../commands/ports/config-files.js'
import { withoutSecrets, withoutSecretText } from '../../domain/agent-config/hidden.js'
import { isDeeper, isTooDeep } from '../../domain/json/depth.js'

const TOO_DEEP: Parsed = { error: { line: null, column: null, message: 'nested too deep' } }

/** Returns the line and the column of an offset, both from 1. */
const placeAt = (text: string, offset: number) => {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Editors of Windows begin files with a mark that is no part of their text. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/** Words of the parser's codes, such as `CommaExpected`. */
const worded = (code: string): string =>
  code
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
    .replace(/^(.+) expected$/, 'a $1 is missing')

const json = (text: string): Parsed => {
  if (isTooDeep(text)) return TOO_DEEP
  const errors: ParseError[] = []
  const value: unknown = parseJson(text, errors, { allowTrailingComma: true, disallowComments: false })
  const [error] = errors
  if (error === undefined) return { value }
  return { error: { ...placeAt(text, error.offset), message: worded(printParseErrorCode(error.error)) } }
}

const toml = (text: string): Parsed => {
  try {
    const value = parseToml(text)
    return isDeeper(value) ? TOO_DEEP : { value }
  } catch (error) {
    if (error instanceof TomlError)
      return { error: { line: error.line, column: error.column, message: firstLine(error.message) } }
    return { error: { line: null, column: null, message: 'not valid TOML' } }
  }
}

const firstLine = (text: string): string =>
  (text.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '').slice(0, 200)

/** Parses a file of settings. */
export const parseConfig = (text: string, as: 'json' | 'toml'): Parsed =>
  as === 'json' ? json(withoutMark(text)) : toml(withoutMark(text))

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/
/** Characters of a preview. */
const PREVIEW = 1000
/** Characters of a value of front matter. */
const MOST_VALUE = 4000

interface Markdown {
  readonly frontmatter: Readonly<Record<string, string>>
  readonly preview: string
}

/** Returns the front matter of a text and how it continues, without secrets. */
export const parseMarkdown = (text: string): Markdown => {
  const found = FRONT_MATTER.exec(text)
  const body = found === null ? text : text.slice(found[0].length)
  return {
    frontmatter: found === null ? {} : frontMatterOf(found[1] ?? ''),
    // A secret at the cut would be shown in part.
    preview: withoutSecretText(body.slice(0, PREVIEW * 2)).slice(0, PREVIEW),
  }
}

const frontMatterOf = (text: string): Readonly<Record<string, string>> => {
  const members = yamlMembers(text) ?? lineMembers(text)
  const clean = withoutSecrets(Object.fromEntries(members)) as Readonly<Record<string, string>>
  return Object.fromEntries(Object.entries(clean).map(([name, value]) => [name, value.slice(0, MOST_VALUE)]))
}

type Members = readonly (readonly [string, string])[]

/** All values are texts, as they are written. Anchors are refused: a few lines of them stand for gigabytes. */
const yamlMembers = (text: string): Members | null => {
  const document = parseDocument(text, { schema: 'failsafe', strict: false, logLevel: 'silent' })
  if (document.errors.length > 0) return null
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.entries(value).map(([name, member]) => [name, valueText(member)])
  } catch {
    return null
  }
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

/** What the CLIs accept and YAML does not, such as a description with a colon. */
const lineMembers = (text: string): Members =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, (value ?? '').trim()] as const]
  })
