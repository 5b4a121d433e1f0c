import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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

/** Symbolic links are neither followed nor read: they lead out of the root, or to a file that is listed anyway. */
function* walk(
  folder: string,
  folders: readonly string[],
): Generator<{ folders: readonly string[]; path: string; name: string }> {
  for (const entry of entries(folder)) {
    const path = join(folder, entry.name)
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

/** All transcripts under the agents' directories, oldest change first: a fork is read after what it came from. */
export function discover(roots: TranscriptRoots): TranscriptFile[] {
  const found: TranscriptFile[] = []
  if (roots.claude !== null) found.push(...transcripts(join(roots.claude, 'projects'), 'claude'))
  if (roots.codex !== null) {
    found.push(...transcripts(join(roots.codex, 'sessions'), 'codex'))
    found.push(...transcripts(join(roots.codex, 'archived_sessions'), 'codex'))
  }
  return found.toSorted((a, b) => a.mtimeMs - b.mtimeMs)
}
