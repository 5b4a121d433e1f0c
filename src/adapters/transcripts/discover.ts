import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join, normalize, resolve, sep } from 'node:path'
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

/**
 * Symbolic links are neither followed nor read: they lead out of the root, or to a file that is listed anyway. The folder's
 * path is normal, so that names need only be put behind it: joining paths took a quarter of the listing.
 */
function* walk(
  folder: string,
  folders: readonly string[],
): Generator<{ folders: readonly string[]; path: string; name: string }> {
  for (const entry of entries(folder)) {
    const path = folder + sep + entry.name
    if (entry.isDirectory() && folders.length < DEPTH) yield* walk(path, [...folders, entry.name])
    else if (entry.isFile() && entry.name.endsWith('.jsonl')) yield { folders, path, name: entry.name }
  }
}

function* transcripts(root: string, provider: Provider): Generator<TranscriptFile> {
  const ownerOf = provider === 'claude' ? claudeOwner : codexOwner
  for (const { folders, path, name } of walk(root, [])) {
    const owner = ownerOf(folders, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (owner === null || stats === undefined || !stats.isFile()) continue
    yield { path, provider, ...owner, size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino }
  }
}

/** Whoever names the root of a disk gets an answer, and not a search of hours. */
const MOST_FILES = 200_000

/** Transcripts of a folder that need not be laid out as the tools do it. */
function* transcriptsUnder(root: string, provider: Provider | null): Generator<TranscriptFile> {
  let seen = 0
  for (const { folders, path, name } of walk(resolve(root), [])) {
    if (++seen > MOST_FILES) throw new Error(`there are more than ${MOST_FILES} files under ${root}`)
    const teller = provider ?? (name.startsWith('rollout-') ? 'codex' : 'claude')
    const owner = teller === 'claude' ? claudeOwner(folders, name) : codexOwner(folders, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (owner === null || stats === undefined || !stats.isFile()) continue
    yield { path, provider: teller, ...owner, size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino }
  }
}

/** The transcript a path names, if it is a regular file in its place under the roots; the path is anybody's text. */
export function transcriptAt(roots: TranscriptRoots, path: string): TranscriptFile | null {
  if (!path.endsWith('.jsonl') || path.includes('\0') || normalize(path) !== path) return null
  for (const [root, provider] of rootFolders(roots)) {
    if (!path.startsWith(root + sep)) continue
    const folders = path.slice(root.length + 1).split(sep)
    const name = folders.pop() ?? ''
    const owner = provider === 'claude' ? claudeOwner(folders, name) : codexOwner(folders, name)
    const stats = owner === null ? undefined : realFile(root, folders, name)
    if (owner === null || stats === undefined) return null
    return { path, provider, ...owner, size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino }
  }
  return null
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
export function discover(roots: TranscriptRoots): TranscriptFile[] {
  const found = rootFolders(roots).flatMap(([root, provider]) => [...transcripts(root, provider)])
  for (const { path, provider } of roots.folders ?? []) found.push(...transcriptsUnder(path, provider))
  return found.toSorted((a, b) => a.mtimeMs - b.mtimeMs)
}
