import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join, normalize, resolve, sep } from 'node:path'
import { CODEX_TITLES, companionAt, isWorkflowFile } from './companion-place.js'
import type { CompanionFile } from '../../commands/ports/companions.js'
import type { Provider, TranscriptFile, TranscriptRoots } from '../../commands/ports/transcripts.js'

/** Directories nest at most this deep in the agents' homes: `projects/<dir>/<session>/subagents/workflows/<run>`. */
const DEPTH = 8

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const CLAUDE_MAIN = new RegExp(`^(${UUID})\\.jsonl$`, 'i')
const CLAUDE_AGENT = /^agent-(.+)\.jsonl$/
const CODEX_ROLLOUT = new RegExp(`(${UUID})\\.jsonl$`, 'i')

interface Owner {
  readonly session: string | null
  readonly agent: string | null
}

/** Whose transcript a file is by its place; null for a file that is none. `folders` lead from the root to it. */
function claudeOwner(folders: readonly string[], name: string): Owner | null {
  const agent = CLAUDE_AGENT.exec(name)?.[1] ?? null
  const within = folders.lastIndexOf('subagents')
  // Beside the agents of a workflow stands its journal, which is no conversation.
  if (within > 0) return agent === null ? null : { session: folders[within - 1] ?? null, agent }
  return { session: agent === null ? (CLAUDE_MAIN.exec(name)?.[1] ?? null) : null, agent }
}

const codexOwner = (_folders: readonly string[], name: string): Owner => ({
  session: CODEX_ROLLOUT.exec(name)?.[1] ?? null,
  agent: null,
})

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not there, not readable, or removed meanwhile: nothing to list.
    return []
  }
}

interface Place {
  /** The folders that lead from the root to the file. */
  readonly folders: readonly string[]
  readonly path: string
  readonly name: string
}

/**
 * Symbolic links are neither followed nor read: they lead out of the root, or to a file that is listed anyway. The folder's
 * path is normal, so that names need only be put behind it: joining paths took a quarter of the listing.
 */
function* walk(folder: string, folders: readonly string[]): Generator<Place> {
  for (const entry of entries(folder)) {
    const path = folder + sep + entry.name
    if (entry.isDirectory() && folders.length < DEPTH) yield* walk(path, [...folders, entry.name])
    else if (entry.isFile() && (entry.name.endsWith('.jsonl') || isWorkflowFile(folders, entry.name)))
      yield { folders, path, name: entry.name }
  }
}

/** What was found: transcripts, and the files beside them that say something about sessions. */
export interface Found {
  readonly transcripts: readonly TranscriptFile[]
  readonly companions: readonly CompanionFile[]
}

type Finding = TranscriptFile | CompanionFile

const stampOf = (stats: Stats) => ({ size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino })

function findingAt({ folders, path, name }: Place, provider: Provider): Finding | null {
  const companion = companionAt(folders, name)
  if (companion === null && !name.endsWith('.jsonl')) return null
  const owner = companion ?? (provider === 'claude' ? claudeOwner(folders, name) : codexOwner(folders, name))
  const stats = owner === null ? undefined : lstatSync(path, { throwIfNoEntry: false })
  if (owner === null || stats === undefined || !stats.isFile()) return null
  return 'kind' in owner ? { ...owner, path, ...stampOf(stats) } : { path, provider, ...owner, ...stampOf(stats) }
}

function* findings(root: string, provider: Provider): Generator<Finding> {
  for (const place of walk(root, [])) {
    const found = findingAt(place, provider)
    if (found !== null) yield found
  }
}

/** Whoever names the root of a disk gets an answer, and not a search of hours. */
const MOST_FILES = 200_000

/** Transcripts of a folder that need not be laid out as the tools do it. */
function* findingsUnder(root: string, provider: Provider | null): Generator<Finding> {
  let seen = 0
  for (const place of walk(resolve(root), [])) {
    if (++seen > MOST_FILES) throw new Error(`there are more than ${MOST_FILES} files under ${root}`)
    const found = findingAt(place, provider ?? (place.name.startsWith('rollout-') ? 'codex' : 'claude'))
    if (found !== null) yield found
  }
}

/** Codex's index of titles, which stands beside the folders of the rollouts. */
function titlesIn(codexHome: string): CompanionFile[] {
  const path = join(codexHome, CODEX_TITLES)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true ? [{ kind: 'codex-titles', session: null, path, ...stampOf(stats) }] : []
}

/** What a path names, if it is a regular file in its place under the roots; the path is anybody's text. */
function findingOf(roots: TranscriptRoots, path: string): Finding | null {
  if (path.includes('\0') || normalize(path) !== path) return null
  for (const [root, provider] of rootFolders(roots)) {
    if (!path.startsWith(root + sep)) continue
    const folders = path.slice(root.length + 1).split(sep)
    const name = folders.pop() ?? ''
    return realFile(root, folders, name) === undefined ? null : findingAt({ folders, path, name }, provider)
  }
  return null
}

/** The transcript a path names, if it is one. */
export function transcriptAt(roots: TranscriptRoots, path: string): TranscriptFile | null {
  const found = path.endsWith('.jsonl') ? findingOf(roots, path) : null
  return found === null || 'kind' in found ? null : found
}

/** The file of a workflow run that a path names, if it is one. */
export function workflowFileAt(roots: TranscriptRoots, path: string): CompanionFile | null {
  const found = path.endsWith('.jsonl') ? null : findingOf(roots, path)
  return found !== null && 'kind' in found ? found : null
}

/** A link on the way would lead out of the root. */
function realFile(root: string, folders: readonly string[], name: string): Stats | undefined {
  let folder = root
  for (const step of folders) {
    folder = join(folder, step)
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  }
  const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
  return stats?.isFile() === true ? stats : undefined
}

/** The folders that hold transcripts, and whose they are. */
export const rootFolders = (roots: TranscriptRoots): readonly (readonly [string, Provider])[] => [
  ...(roots.claude === null ? [] : [[join(roots.claude, 'projects'), 'claude'] as const]),
  ...(roots.codex === null
    ? []
    : [[join(roots.codex, 'sessions'), 'codex'] as const, [join(roots.codex, 'archived_sessions'), 'codex'] as const]),
]

/** All transcripts under the agents' directories, oldest change first: a fork is read after what it came from. */
export const discover = (roots: TranscriptRoots): TranscriptFile[] => [...discoverAll(roots).transcripts]

/** The transcripts, oldest change first, and what stands beside them. */
export function discoverAll(roots: TranscriptRoots): Found {
  const found = rootFolders(roots).flatMap(([root, provider]) => [...findings(root, provider)])
  for (const { path, provider } of roots.folders ?? []) found.push(...findingsUnder(path, provider))
  const transcripts: TranscriptFile[] = []
  const companions: CompanionFile[] = roots.codex === null ? [] : titlesIn(roots.codex)
  for (const file of found) {
    if ('kind' in file) companions.push(file)
    else transcripts.push(file)
  }
  return { transcripts: transcripts.toSorted((a, b) => a.mtimeMs - b.mtimeMs), companions }
}
