import {
  type FileType,
  MEMORY_FILES,
  MOST_ITEMS,
  nameOnShelf,
  PROJECT_FOLDER,
  type Shelf,
  SHELVES,
  type Source,
} from '../../domain/agent-config/kinds.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { ConfigFilesPort, ConfigMarkdown } from '../ports/config-files.js'
import type { ConfigPlaces } from './places.js'

/** A file that agents read, such as a skill. */
export interface ConfigItem extends ConfigMarkdown {
  readonly scope: Source
  readonly name: string
  /** The key of the plugin that has it. */
  readonly plugin: string | null
  /** The scope whose item of the same name agents use instead. */
  readonly overriddenBy: Source | null
}

/** A folder that has shelves. */
export interface ShelfRoot {
  readonly scope: Source
  /** What no link may lead out of. */
  readonly root: string
  /** From the root to the shelves; ends with `/` unless it is empty. */
  readonly inside: string
  readonly plugin: string | null
}

/** How many files are read between two turns of the event loop. */
const BATCH = 25

/** Maps in batches, so that other work gets its turn. */
export const inBatches = async <A, B>(
  { turn }: Pick<ConfigFilesPort, 'turn'>,
  all: readonly A[],
  work: (one: A) => B | Promise<B>,
): Promise<B[]> => {
  const done: B[] = []
  for (const [index, one] of all.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- turns are the point
    if (index > 0 && index % BATCH === 0) await turn()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    done.push(await work(one))
  }
  return done
}

export interface ConfigHomes {
  readonly claude: string
  readonly codex: string
}

/** Returns the folders of a tool that a request sees, without those of plugins. */
export const shelfRoots = (provider: Provider, home: string, places: ConfigPlaces): readonly ShelfRoot[] => [
  ...(places.project === null
    ? []
    : [
        {
          scope: 'project' as const,
          root: places.project,
          inside: `${PROJECT_FOLDER[provider]}/`,
          plugin: null,
        },
      ]),
  ...(places.isHost ? [{ scope: 'user' as const, root: home, inside: '', plugin: null }] : []),
]

/** The items of a plugin have its name before theirs. */
const nameIn = (shelf: Shelf, path: string, plugin: string | null): string => {
  const name = nameOnShelf(shelf, path)
  return plugin === null ? name : `${plugin.replace(/@.*$/s, '')}:${name}`
}

/** Returns the files on a shelf of one folder. */
const itemsIn = async (files: ConfigFilesPort, shelf: Shelf, { scope, root, inside, plugin }: ShelfRoot) => {
  const folder = `${inside}${shelf.folder}`
  const { paths } = files.find(root, folder, shelf.depth, shelf.ending)
  const read = await inBatches(files, paths, (path): ConfigItem | null => {
    const file = files.markdown(root, `${folder}/${path}`)
    return file === null ? null : { scope, name: nameIn(shelf, path, plugin), plugin, overriddenBy: null, ...file }
  })
  return read.filter((item) => item !== null)
}

/**
 * The scopes of Claude Code, the one that wins first. Seen with 2.1.197: of skills and commands with the same name, it runs the
 * user's; of agents, the project's.
 */
const WINNERS: Readonly<Partial<Record<FileType, readonly Source[]>>> = {
  skill: ['managed', 'user', 'project'],
  command: ['managed', 'user', 'project'],
  agent: ['managed', 'project', 'user'],
  'output-style': ['managed', 'project', 'user'],
}

const marked = (type: FileType, items: readonly ConfigItem[]): readonly ConfigItem[] => {
  const order = WINNERS[type]
  if (order === undefined) return items
  const rank = ({ scope }: ConfigItem): number => order.indexOf(scope)
  const best = new Map<string, ConfigItem>()
  for (const item of items) {
    const winner = best.get(item.name)
    if (rank(item) >= 0 && (winner === undefined || rank(item) < rank(winner))) best.set(item.name, item)
  }
  return items.map((item) => {
    const winner = best.get(item.name)
    return winner === undefined || winner.scope === item.scope || rank(item) < 0
      ? item
      : { ...item, overriddenBy: winner.scope }
  })
}

/** Returns the files of one kind in several folders, and marks those that another one overrides. */
export const shelfItems = async (
  files: ConfigFilesPort,
  provider: Provider,
  type: FileType,
  roots: readonly ShelfRoot[],
): Promise<readonly ConfigItem[]> => {
  const shelf = SHELVES[provider][type]
  if (shelf === undefined) return []
  const found: ConfigItem[] = []
  for (const root of roots) {
    // oxlint-disable-next-line no-await-in-loop -- one folder after the other, in order
    found.push(...(await itemsIn(files, shelf, root)))
    if (found.length >= MOST_ITEMS) break
  }
  return marked(type, found.slice(0, MOST_ITEMS))
}

/** Returns the memory files of a tool. */
export const memoryItems = async (
  files: ConfigFilesPort,
  provider: Provider,
  roots: readonly ShelfRoot[],
): Promise<readonly ConfigItem[]> => {
  const wanted = roots.flatMap(({ scope, root }) =>
    MEMORY_FILES[provider][scope === 'user' ? 'user' : 'project'].map((name) => ({ scope, root, name })),
  )
  const read = await inBatches(files, wanted, ({ scope, root, name }): ConfigItem | null => {
    const file = files.markdown(root, name)
    return file === null ? null : { scope, name, plugin: null, overriddenBy: null, ...file }
  })
  return read.filter((item) => item !== null)
}
