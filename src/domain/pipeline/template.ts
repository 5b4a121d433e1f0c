import * as Either from 'effect/Either'
import { DEFAULT_PIPELINE } from '../lane/lane.js'

/** A tool call that means the node was reached: its signal contains a text, and its tool has the name, if one is given. */
export interface DetectRule {
  readonly tool: string | null
  /** Lower case. */
  readonly contains: string
}

export interface TemplateNode {
  readonly id: string
  readonly label: string
  readonly icon: string | null
  /** Whether passing it needs evidence. */
  readonly gate: boolean
  /** Other names that a declaration may use. */
  readonly aliases: readonly string[]
  readonly detect: readonly DetectRule[]
}

/** The stages that the work in a lane goes through, in order. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly nodes: readonly TemplateNode[]
}

/** The installed templates by id. The default pipeline is not among them. */
export type Templates = ReadonlyMap<string, Template>

/** Where a template is wrong: the members and indexes that lead to the value, and what the value must be. */
export interface Malformed {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const MAX_NODES = 100
const MAX_ALIASES = 20
const MAX_RULES = 50
const MAX_NAME = 100
const MAX_TEXT = 200

const TEMPLATE_ID = /^[a-z0-9_-]{1,64}$/
const NODE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
// Control characters, and those that change the direction of text: names are printed in terminals and logs.
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const PRINTABLE = /^[^\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/

type Path = Malformed['path']
type Read<T> = Either.Either<T, Malformed>

const wrong = (path: Path, message: string): Either.Either<never, Malformed> => Either.left({ path, message })

const readText = (value: unknown, path: Path, max = MAX_NAME): Read<string> => {
  const text = typeof value === 'string' ? value.trim() : ''
  return text !== '' && text.length <= max && PRINTABLE.test(text)
    ? Either.right(text)
    : wrong(path, `must be a text of 1 to ${max} printable characters`)
}

const readOptionalText = (value: unknown, path: Path): Read<string | null> =>
  value === undefined || value === null ? Either.right(null) : readText(value, path)

const readId = (value: unknown, path: Path): Read<string> =>
  typeof value === 'string' && NODE_ID.test(value)
    ? Either.right(value)
    : wrong(path, 'must be 1 to 64 letters, digits, dots, dashes or underscores, starting with a letter or digit')

const readList = <T>(
  value: unknown,
  path: Path,
  max: number,
  read: (item: unknown, path: Path) => Read<T>,
): Read<readonly T[]> => {
  if (value === undefined) return Either.right([])
  if (!Array.isArray(value)) return wrong(path, 'must be a list')
  if (value.length > max) return wrong(path, `must have at most ${max} items`)
  return Either.all(value.map((item, index) => read(item, [...path, index])))
}

const readObject = (value: unknown, path: Path): Read<Readonly<Record<string, unknown>>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Either.right(value as Readonly<Record<string, unknown>>)
    : wrong(path, 'must be an object')

const readRule = (value: unknown, path: Path): Read<DetectRule> =>
  Either.flatMap(readObject(value, path), ({ tool, contains }) =>
    Either.all({
      tool: readOptionalText(tool, [...path, 'tool']),
      contains: Either.map(readText(contains, [...path, 'contains'], MAX_TEXT), (text) => text.toLowerCase()),
    }),
  )

const readGate = (value: unknown, path: Path): Read<boolean> =>
  value === undefined || typeof value === 'boolean'
    ? Either.right(value ?? false)
    : wrong(path, 'must be true or false')

const readNode = (value: unknown, path: Path): Read<TemplateNode> =>
  Either.flatMap(readObject(value, path), ({ id, label, icon, gate, aliases, detect }) =>
    Either.all({
      id: readId(id, [...path, 'id']),
      label: readText(label ?? id, [...path, 'label']),
      icon: readOptionalText(icon, [...path, 'icon']),
      gate: readGate(gate, [...path, 'gate']),
      aliases: readList(aliases, [...path, 'aliases'], MAX_ALIASES, readText),
      detect: readList(detect, [...path, 'detect'], MAX_RULES, readRule),
    }),
  )

/** Returns the first name, an id or an alias, that means two nodes. Names that differ in case only count as one: nobody could tell them apart. */
const ambiguity = (nodes: readonly TemplateNode[]): Malformed | undefined => {
  const known = new Set<string>()
  for (const [index, { id, aliases }] of nodes.entries()) {
    for (const [at, name] of [id, ...aliases].entries()) {
      const path = ['nodes', index, ...(at === 0 ? ['id'] : ['aliases', at - 1])]
      if (known.has(name.toLowerCase())) return { path, message: `"${name}" is already an id or alias` }
      known.add(name.toLowerCase())
    }
  }
  return undefined
}

/**
 * Returns the template of a file.
 * @param id the name of the file without `.json`
 * @param value the parsed file
 */
export const readTemplate = (id: string, value: unknown): Read<Template> => {
  if (!TEMPLATE_ID.test(id)) return wrong([], 'the file name must be 1 to 64 lower case letters, digits, - or _')
  if (id === DEFAULT_PIPELINE) return wrong([], `"${DEFAULT_PIPELINE}" is the pipeline without stages`)
  return Either.flatMap(readObject(value, []), ({ name, nodes }) =>
    Either.flatMap(
      Either.all({
        name: readText(name ?? id, ['name']),
        nodes: readList(nodes, ['nodes'], MAX_NODES, readNode),
      }),
      (read) => {
        if (read.nodes.length === 0) return wrong(['nodes'], 'must have at least one node')
        const ambiguous = ambiguity(read.nodes)
        return ambiguous === undefined ? Either.right({ id, ...read }) : Either.left(ambiguous)
      },
    ),
  )
}

/** Returns the index of the node that a name means: its id or an alias, exactly as written. -1 for none. */
export const nodeIndex = ({ nodes }: Template, name: string | null): number => {
  if (name === null) return -1
  const byId = nodes.findIndex(({ id }) => id === name)
  return byId === -1 ? nodes.findIndex(({ aliases }) => aliases.includes(name)) : byId
}
