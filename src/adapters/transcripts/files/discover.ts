import { lstatSync, type Stats } from 'node:fs'
import { dirname, join, normalize, resolve, sep } from 'node:path'
import { type Provider, PROVIDERS } from '../../../domain/tools/catalog.js'
import { CODEX_IMPORTS, CODEX_TITLES, companionAt, isWorkflowFile } from './companion-place.js'
import { entriesOf, linkedFolders } from './linked-folders.js'
import { isPacked, isTranscriptName, threadOf, UUID } from './rollout-name.js'
import type { CompanionFile } from '../../../commands/ports/companions.js'
import type { TranscriptFile, TranscriptRoots } from '../../../commands/ports/transcripts.js'

/** Maximum depth of directories in the agents' homes: `projects/<dir>/<session>/subagents/workflows/<run>`. */
const DEPTH = 8

const CLAUDE_MAIN = new RegExp(`^(${UUID})\\.jsonl$`, 'i')
const CLAUDE_AGENT = /^agent-(.+)\.jsonl$/

interface Home {
  readonly provider: Provider
  readonly home: string
}

interface Owner {
  readonly session: string | null
  readonly agent: string | null
}

/** Returns the session and agent of a transcript by its path; null for other files. `folders` lead from the root to it. */
function claudeOwner(folders: readonly string[], name: string): Owner | null {
  const agent = CLAUDE_AGENT.exec(name)?.[1] ?? null
  const within = folders.lastIndexOf('subagents')
  // A workflow's folder also contains its journal, which is not a conversation.
  if (within > 0) return agent === null ? null : { session: folders[within - 1] ?? null, agent }
  return { session: agent === null ? (CLAUDE_MAIN.exec(name)?.[1] ?? null) : null, agent }
}

const codexOwner = (_folders: readonly string[], name: string): Owner => ({
  session: threadOf(name),
  agent: null,
})

interface Place {
  /** The folders from the root to the file. */
  readonly folders: readonly string[]
  readonly path: string
  readonly name: string
}

/**
 * Yields the files below a folder. Symbolic links are skipped: they lead out of the root, or to a file that is listed anyway. Those
 * to whole folders of transcripts are followed elsewhere (`linked-folders.ts`).
 * Paths are built by concatenation, because the folder's path is normalized: `join` took a quarter of the listing time.
 */
function* walk(folder: string, folders: readonly string[]): Generator<Place> {
  for (const entry of entriesOf(folder)) {
    const path = folder + sep + entry.name
    if (entry.isDirectory() && folders.length < DEPTH) yield* walk(path, [...folders, entry.name])
    else if (entry.isFile() && (isTranscriptName(entry.name) || isWorkflowFile(folders, entry.name)))
      yield { folders, path, name: entry.name }
  }
}

/** The files that were found: transcripts, and the files beside them that say something about sessions. */
interface Found {
  readonly transcripts: readonly TranscriptFile[]
  readonly companions: readonly CompanionFile[]
}

type Finding = TranscriptFile | CompanionFile

const stampOf = (stats: Stats) => ({ size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino })

function findingAt({ folders, path, name }: Place, provider: Provider): Finding | null {
  const companion = companionAt(folders, name)
  if (companion === null && !(provider === 'codex' ? isTranscriptName(name) : name.endsWith('.jsonl'))) return null
  const owner = companion ?? (provider === 'claude' ? claudeOwner(folders, name) : codexOwner(folders, name))
  const stats = owner === null ? undefined : lstatSync(path, { throwIfNoEntry: false })
  if (owner === null || stats === undefined || !stats.isFile()) return null
  if ('kind' in owner) return { ...owner, path, ...stampOf(stats) }
  return { path, provider, ...owner, ...stampOf(stats), bornMs: Math.min(stats.birthtimeMs, stats.mtimeMs) }
}

function* findings(folder: string, folders: readonly string[], provider: Provider): Generator<Finding> {
  for (const place of walk(folder, folders)) {
    const found = findingAt(place, provider)
    if (found !== null) yield found
  }
}

/** Limit for a folder that a user names, such as the root of a disk: an error instead of a search that takes hours. */
const MOST_FILES = 200_000

/** Yields the transcripts of a folder that does not need the layout of the CLIs. */
function* findingsUnder(root: string, provider: Provider | null): Generator<Finding> {
  let seen = 0
  for (const place of walk(resolve(root), [])) {
    if (++seen > MOST_FILES) throw new Error(`there are more than ${MOST_FILES} files under ${root}`)
    const found = findingAt(place, provider ?? (place.name.startsWith('rollout-') ? 'codex' : 'claude'))
    if (found !== null) yield found
  }
}

/** Returns Codex's title index and its ledger of imports, which are beside the folders of the rollouts. */
function companionsIn(codexHome: string): CompanionFile[] {
  const kinds = [
    ['codex-titles', CODEX_TITLES],
    ['codex-imports', CODEX_IMPORTS],
  ] as const
  return kinds.flatMap(([kind, name]) => {
    const path = join(codexHome, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isFile() === true ? [{ kind, session: null, path, ...stampOf(stats) }] : []
  })
}

/** Returns the file that a path names, if it is a regular file in an expected place under the roots. The path is untrusted. */
function findingOf(roots: TranscriptRoots, path: string): Finding | null {
  if (path.includes('\0') || normalize(path) !== path) return null
  for (const [root, provider] of rootFolders(roots)) {
    if (!path.startsWith(root + sep)) continue
    const folders = path.slice(root.length + 1).split(sep)
    const name = folders.pop() ?? ''
    const isFollowed = (folder: string): boolean => linkedIn(roots).some((link) => link.path === folder)
    return isRealFile(root, folders, name, isFollowed) ? findingAt({ folders, path, name }, provider) : null
  }
  return null
}

/** Returns the transcript at a path, if it is one. */
export function transcriptAt(roots: TranscriptRoots, path: string): TranscriptFile | null {
  const found = isTranscriptName(path) ? findingOf(roots, path) : null
  return found === null || 'kind' in found ? null : found
}

/** Returns the file of a workflow run at a path, if it is one. */
export function workflowFileAt(roots: TranscriptRoots, path: string): CompanionFile | null {
  const found = isTranscriptName(path) ? null : findingOf(roots, path)
  return found !== null && 'kind' in found ? found : null
}

/** Whether a path leads to a regular file, without a link that could lead out of the root but those that are followed. */
function isRealFile(
  root: string,
  folders: readonly string[],
  name: string,
  isFollowed: (folder: string) => boolean,
): boolean {
  let folder = root
  for (const step of folders) {
    folder = join(folder, step)
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (stats?.isDirectory() !== true && !(stats?.isSymbolicLink() === true && isFollowed(folder))) return false
  }
  return lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true
}

/** Returns the folders that contain transcripts, each with its provider. */
export const rootFolders = (roots: TranscriptRoots): readonly Root[] => [
  ...foldersIn(homesIn(roots)),
  ...usersFolders(roots),
]

/** Returns the links to folders of transcripts in the homes of the agents. A link of a user could lead to files of another one. */
export const linkedIn = (roots: TranscriptRoots) => linkedFolders(foldersIn(homesIn(roots)))

type Root = readonly [folder: string, provider: Provider]

const foldersIn = (homes: readonly Home[]): readonly Root[] =>
  homes.flatMap(({ provider, home }) => FOLDERS[provider].map((folder): Root => [join(home, folder), provider]))

/** Where the agents of a user keep their files, in the user's own folder. */
const OF_USER: Readonly<Record<Provider, string>> = { claude: '.claude', codex: '.codex' }

/** Returns the homes of the agents of users. Users come and go, so they are listed each time. */
const usersHomes = ({ users }: TranscriptRoots): readonly Home[] =>
  users === undefined
    ? []
    : entriesOf(users).flatMap((entry) =>
        // Those of deleted users start with a dot.
        entry.isDirectory() && !entry.name.startsWith('.')
          ? PROVIDERS.map((provider) => ({ provider, home: join(users, entry.name, OF_USER[provider]) }))
          : [],
      )

const usersFolders = (roots: TranscriptRoots): readonly Root[] =>
  foldersIn(usersHomes(roots)).filter(([folder]) => !isLink(dirname(folder)) && !isLink(folder))

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

const FOLDERS: Readonly<Record<Provider, readonly string[]>> = {
  claude: ['projects'],
  codex: ['sessions', 'archived_sessions'],
}

/** Returns the homes of the agents, each once. */
function homesIn({ claude, codex, others = [] }: TranscriptRoots): readonly Home[] {
  const all = [
    ...(claude === null ? [] : [{ provider: 'claude' as const, home: claude }]),
    ...(codex === null ? [] : [{ provider: 'codex' as const, home: codex }]),
    ...others,
  ]
  const isFirst = (at: number): boolean =>
    all.findIndex(({ provider, home }) => provider === all[at]?.provider && home === all[at].home) === at
  return all.filter((_home, at) => isFirst(at))
}

/** Returns all transcripts in the agents' directories, oldest first, so that a fork is read after its parent. */
export const discover = (roots: TranscriptRoots): TranscriptFile[] => [...discoverAll(roots).transcripts]

/** Returns the transcripts, oldest first, and the files beside them. */
export function discoverAll(roots: TranscriptRoots): Found {
  const found = rootFolders(roots).flatMap(([root, provider]) => [...findings(root, [], provider)])
  for (const { path, folders, provider } of linkedIn(roots)) found.push(...findings(path, folders, provider))
  for (const { path, provider } of roots.folders ?? []) found.push(...findingsUnder(path, provider))
  const transcripts: TranscriptFile[] = []
  const homes = [...homesIn(roots), ...usersHomes(roots).filter(({ home }) => !isLink(home))]
  const companions = homes.flatMap(({ provider, home }) => (provider === 'codex' ? companionsIn(home) : []))
  for (const file of found) {
    if ('kind' in file) companions.push(file)
    else transcripts.push(file)
  }
  const plain = new Set(transcripts.map(({ path }) => path))
  // While Codex compresses a rollout, both forms exist.
  const isKept = ({ path }: TranscriptFile): boolean => !isPacked(path) || !plain.has(path.slice(0, -'.zst'.length))
  return {
    transcripts: transcripts.filter(isKept).toSorted((a, b) => bornOf(a) - bornOf(b) || a.mtimeMs - b.mtimeMs),
    companions,
  }
}

const bornOf = ({ bornMs, mtimeMs }: TranscriptFile): number => bornMs ?? mtimeMs
