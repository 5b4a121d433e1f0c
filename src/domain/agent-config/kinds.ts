import type { Provider } from '../tools/catalog.js'

/** Where configuration comes from. */
export const SOURCES = ['managed', 'local', 'project', 'user', 'plugin'] as const
export type Source = (typeof SOURCES)[number]

/** The configuration that a request asks for. */
export const SCOPES = ['user', 'project', 'all'] as const
export type Scope = (typeof SCOPES)[number]

/** A file that users edit, by what it is. */
export const FILE_TYPES = [
  'skill',
  'agent',
  'command',
  'output-style',
  'memory',
  'hook-script',
  'rule',
  'config',
] as const
export type FileType = (typeof FILE_TYPES)[number]

/** The scopes whose files users edit. */
export const FILE_SCOPES = ['user', 'project'] as const
export type FileScope = (typeof FILE_SCOPES)[number]

/** The largest file that is shown whole, in bytes. */
export const MOST_BYTES = 256 * 1024
/** The most entries of an answer. */
export const MOST_ITEMS = 2000

/** A folder of a tool with files of one kind. `depth` counts the folders between it and a file. */
export interface Shelf {
  /** Inside the folder of the tool. */
  readonly folder: string
  readonly depth: number
  /** Of the file names; for skills the name of the one file that counts. */
  readonly ending: string
}

const CLAUDE_SHELVES = {
  skill: { folder: 'skills', depth: 1, ending: 'SKILL.md' },
  agent: { folder: 'agents', depth: 4, ending: '.md' },
  command: { folder: 'commands', depth: 4, ending: '.md' },
  'output-style': { folder: 'output-styles', depth: 0, ending: '.md' },
  'hook-script': { folder: 'hooks', depth: 1, ending: '' },
} as const satisfies Partial<Record<FileType, Shelf>>

const CODEX_SHELVES = {
  skill: { folder: 'skills', depth: 1, ending: 'SKILL.md' },
  agent: { folder: 'agents', depth: 0, ending: '.toml' },
  rule: { folder: 'rules', depth: 0, ending: '.rules' },
} as const satisfies Partial<Record<FileType, Shelf>>

export const SHELVES: Readonly<Record<Provider, Readonly<Partial<Record<FileType, Shelf>>>>> = {
  claude: CLAUDE_SHELVES,
  codex: CODEX_SHELVES,
}

/** The folder of a tool in a project. */
export const PROJECT_FOLDER: Readonly<Record<Provider, string>> = { claude: '.claude', codex: '.codex' }

/** The memory files of a tool, inside of its own folder and of a project; the first one is created. */
export const MEMORY_FILES: Readonly<Record<Provider, Readonly<Record<FileScope, readonly string[]>>>> = {
  claude: { user: ['CLAUDE.md'], project: ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'] },
  codex: { user: ['AGENTS.md', 'AGENTS.override.md'], project: ['AGENTS.md', 'AGENTS.override.md'] },
}

const SEGMENT = /^(?!\.)[^/\\\p{Cc}\p{Cs}]{1,128}$/u

/** Whether a text names an entry in folders of at most this depth, such as `git/commit`. */
const isName = (name: string, depth: number): boolean => {
  const segments = name.split('/')
  return segments.length <= depth + 1 && segments.every((segment) => SEGMENT.test(segment))
}

interface FilePlace {
  /** Of the folder that no link may lead out of: that of the tool, or the project. */
  readonly root: 'tool' | 'project'
  /** Inside the root. */
  readonly path: string
}

/** Returns where a file is that users edit; what is wrong with the request otherwise. */
export const placeOfFile = (
  provider: Provider,
  type: FileType,
  scope: FileScope,
  name: string | undefined,
): FilePlace | 'no type' | 'bad name' => {
  const root = scope === 'user' ? 'tool' : 'project'
  const inside = scope === 'user' ? '' : `${PROJECT_FOLDER[provider]}/`
  if (type === 'memory') {
    const files = MEMORY_FILES[provider][scope]
    const path = name === undefined ? files[0] : files.find((file) => file === name)
    return path === undefined ? 'bad name' : { root, path }
  }
  if (type === 'config') {
    if (provider === 'codex') return name === undefined ? { root, path: `${inside}config.toml` } : 'bad name'
    return 'no type'
  }
  const shelf = SHELVES[provider][type]
  if (shelf === undefined) return 'no type'
  const isSkill = shelf.ending === 'SKILL.md'
  if (name === undefined || !isName(name, isSkill ? 0 : shelf.depth)) return 'bad name'
  const ending = isSkill ? '/SKILL.md' : shelf.ending
  return { root, path: `${inside}${shelf.folder}/${name}${ending}` }
}

/** Returns the name of a file on its shelf, as `placeOfFile` takes it. */
export const nameOnShelf = (shelf: Shelf, path: string): string =>
  shelf.ending === 'SKILL.md' ? path.slice(0, -'/SKILL.md'.length) : path.slice(0, path.length - shelf.ending.length)
