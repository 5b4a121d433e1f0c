import { createHash } from 'node:crypto'
import { closeSync, type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type {
  ConfigFile,
  ConfigFilesPort,
  ConfigMarkdown,
  ConfigText,
  FoundFiles,
} from '../../commands/ports/config-files.js'
import { isWithin } from '../../domain/access/territory.js'
import { MOST_BYTES, MOST_ITEMS } from '../../domain/agent-config/kinds.js'
import { bytesOf, openAt } from '../files/regular-file.js'
import { parseConfig, parseMarkdown } from './parse.js'

/** Characters of the previews that are remembered. */
const REMEMBERED = 8 * 1024 * 1024

const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Where folders are without links, for a second: hundreds of files share them, and asking takes most of the time. What is opened is
 * checked once more (`openAt`), so a folder that is replaced meanwhile leads nowhere else.
 */
const folders = new LRUCache<string, string>({ max: 10_000, ttl: 1000 })

const realFolder = (path: string): string | null => {
  const known = folders.get(path)
  if (known !== undefined) return known
  const above = dirname(path)
  const realAbove = above === path ? path : realFolder(above)
  if (realAbove === null) return null
  // A folder that is no link is where its parent is: to resolve the whole path takes a call for each of its parts.
  const own = join(realAbove, basename(path))
  const facts = lstatSync(own, { throwIfNoEntry: false })
  const real = facts?.isSymbolicLink() === true ? realOf(own) : facts === undefined ? null : own
  if (real !== null) folders.set(path, real)
  return real
}

// In the thread pool, each of hundreds of files takes ten times as long.
const realOf = (path: string): string | null => {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

interface Inside {
  /** The path without links. */
  readonly real: string
  readonly stats: Stats
}

/** Returns what is at a path; null if it is missing, or outside of the root. */
const insideOf = (root: string, path: string): Inside | null => {
  const top = realFolder(root)
  const full = join(root, path)
  const folder = realFolder(dirname(full))
  if (top === null || folder === null) return null
  const own = join(folder, basename(full))
  const facts = lstatSync(own, { throwIfNoEntry: false })
  if (facts?.isSymbolicLink() !== true)
    return facts !== undefined && isWithin(own, top) ? { real: own, stats: facts } : null
  const real = realOf(own)
  const stats = real === null ? undefined : lstatSync(real, { throwIfNoEntry: false })
  return real !== null && stats !== undefined && isWithin(real, top) ? { real, stats } : null
}

/** Opens a file inside of a root and reads its beginning. */
const read = <A>(
  root: string,
  path: string,
  work: (file: ConfigFile, bytes: (most: number) => Buffer) => A,
): A | null => {
  const inside = insideOf(root, path)
  const file = inside === null ? null : openAt(inside.real)
  if (file === null) return null
  try {
    const { size, mtimeMs } = file.stats
    return work({ path: join(root, path), size, mtime: mtimeMs }, (most) => bytesOf(file.fd, Math.min(size, most)))
  } finally {
    closeSync(file.fd)
  }
}

/** Returns the facts of a file inside of a root, without opening it. */
const factsOf = (root: string, path: string): ConfigFile | null => {
  const stats = insideOf(root, path)?.stats
  return stats?.isFile() === true ? { path: join(root, path), size: stats.size, mtime: stats.mtimeMs } : null
}

/** Cuts a character that was read in part. */
const textOf = (bytes: Buffer, truncated: boolean): string => {
  const text = bytes.toString('utf8')
  return truncated ? text.replace(/\ufffd+$/, '') : text
}

const text = (root: string, path: string, most = MOST_BYTES): ConfigText | null =>
  read(root, path, (file, bytes) => {
    const content = bytes(most)
    const truncated = file.size > most
    const sha = truncated ? null : createHash('sha256').update(content).digest('hex')
    return { ...file, text: textOf(content, truncated), truncated, sha }
  })

type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>

/** Returns what is in a folder. A name that is not UTF-8 leads nowhere, and one with a dot is for programs. */
const entriesOf = (folder: string): readonly Entry[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(
      ({ name }) => !name.startsWith('.') && !name.includes('\ufffd'),
    )
  } catch {
    return []
  }
}

const find = (root: string, folder: string, depth: number, ending: string): FoundFiles => {
  const [top, realRoot] = [insideOf(root, folder)?.real ?? null, realFolder(root) ?? root]
  const paths: string[] = []
  let truncated = false
  const walk = (at: string, inside: string, left: number): void => {
    for (const entry of left === 0 && ending === SKILL ? skillIn(at) : entriesOf(at)) {
      const facts = entry.isSymbolicLink() ? statSync(join(at, entry.name), { throwIfNoEntry: false }) : entry
      const path = `${inside}${entry.name}`
      if (facts?.isFile() === true && isMeant(entry.name, ending)) {
        // A skill is a folder.
        if (ending === SKILL && inside === '') continue
        if (paths.length >= MOST_ITEMS) {
          truncated = true
          return
        }
        paths.push(path)
      }
      if (left > 0 && facts?.isDirectory() === true) {
        const real = entry.isSymbolicLink() ? realFolder(join(at, entry.name)) : join(at, entry.name)
        if (real !== null && isWithin(real, realRoot)) walk(real, `${path}/`, left - 1)
      }
    }
  }
  if (top !== null) walk(top, '', depth)
  return { paths: paths.toSorted(inOrder.compare), truncated }
}

const SKILL = 'SKILL.md'

/** Returns the one entry of the folder of a skill that counts: to list the folder takes several times as long. */
const skillIn = (folder: string): readonly Entry[] => {
  const stats = lstatSync(join(folder, SKILL), { throwIfNoEntry: false })
  return stats === undefined ? [] : [Object.assign(stats, { name: SKILL })]
}

const isMeant = (name: string, ending: string): boolean => (ending === SKILL ? name === SKILL : name.endsWith(ending))

/** Returns the files of the agents' configuration. What was parsed is remembered while a file stays the same. */
export const configFiles = (): ConfigFilesPort => {
  const remembered = new LRUCache<string, Omit<ConfigMarkdown, keyof ConfigFile>>({
    maxSize: REMEMBERED,
    sizeCalculation: ({ preview, frontmatter }) => preview.length + JSON.stringify(frontmatter).length + 100,
  })
  const keyOf = ({ path, mtime, size }: ConfigFile): string => `${path}\0${mtime}\0${size}`

  const markdown = (root: string, path: string): ConfigMarkdown | null => {
    const facts = factsOf(root, path)
    const known = facts === null ? undefined : remembered.get(keyOf(facts))
    if (facts !== null && known !== undefined) return { ...facts, ...known }
    return read(root, path, (file, bytes) => {
      const truncated = file.size > MOST_BYTES
      const parsed = { truncated, ...parseMarkdown(textOf(bytes(MOST_BYTES), truncated)) }
      remembered.set(keyOf(file), parsed)
      return { ...file, ...parsed }
    })
  }

  const jsons = new LRUCache<string, { readonly value: unknown; readonly size: number }>({
    maxSize: REMEMBERED,
    sizeCalculation: ({ size }) => size + 100,
  })
  const json = (root: string, path: string, most: number): unknown => {
    const facts = factsOf(root, path)
    if (facts === null || facts.size > most) return null
    const known = jsons.get(keyOf(facts))
    if (known !== undefined) return known.value
    const file = text(root, path, most)
    if (file === null || file.truncated) return null
    const parsed = parseConfig(file.text, 'json')
    const value = 'value' in parsed ? parsed.value : null
    jsons.set(keyOf(file), { value, size: file.size })
    return value
  }

  return { find, text, markdown, json, facts: factsOf, isFolder, parse: parseConfig, turn: () => setImmediate() }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
