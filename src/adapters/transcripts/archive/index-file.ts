import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The index of a transcript's copy. The copy is a file of independent gzip members; the index beside it lists them, so any byte
 * of the original is reached by unpacking one member. The index is written after the members it lists, and never lists a member
 * that is being overwritten. After a crash at any point, everything it lists exists.
 */
export interface ArchiveIndex {
  /** The fingerprint of the original's first `raw` bytes. Another value means that the original was replaced. */
  head: string
  /** Bytes of the original that are stored. */
  raw: number
  /** Number of newlines among them. */
  lines: number
  /** Bytes of the copy that are in use. */
  end: number
  /** For each member: its offset in the original, the number of lines before it, its offset in the copy. */
  members: { readonly raw: number; readonly line: number; readonly at: number }[]
}

export const emptyIndex = (): ArchiveIndex => ({ head: '', raw: 0, lines: 0, end: 0, members: [] })

/** Bytes of the original per member. */
export const MEMBER = 256 * 1024

const digest = (text: string): string => createHash('sha1').update(text).digest('hex')

/** Returns the folder of a session, named by a digest: session ids are untrusted text. */
export const sessionFolder = (root: string, session: string): string => join(root, digest(session))

/** The files of one copy. A replaced original starts a new generation; the older one stays until it is deleted. */
export interface Generation {
  readonly data: string
  readonly index: string
}

const stem = (agent: string | null): string => (agent === null ? 'main' : `agent-${digest(agent)}`)

export const generationAt = (root: string, session: string, agent: string | null, number: number): Generation => {
  const path = join(sessionFolder(root, session), `${stem(agent)}.${number}`)
  return { data: `${path}.jsonl.gz`, index: `${path}.json` }
}

/** Returns the file with the index of file changes. It is in the session's folder, which an erasure deletes. */
export const editsFile = (root: string, session: string, agent: string | null): string =>
  join(sessionFolder(root, session), `${stem(agent)}.edits.json`)

/** Returns the number of the newest generation; 0 when nothing is stored. */
export function newestGeneration(root: string, session: string, agent: string | null): number {
  const folder = sessionFolder(root, session)
  if (!existsSync(folder)) return 0
  const name = new RegExp(`^${stem(agent)}\\.(\\d+)\\.json$`)
  return Math.max(0, ...readdirSync(folder).map((file) => Number(name.exec(file)?.[1] ?? 0)))
}

/** Returns the index, or an empty one when it is missing or damaged; the copy is then rebuilt. */
export function readIndex(generation: Generation): ArchiveIndex {
  try {
    const index: ArchiveIndex = JSON.parse(readFileSync(generation.index, 'utf8'))
    return Array.isArray(index.members) ? index : emptyIndex()
  } catch {
    return emptyIndex()
  }
}

export function writeIndex(generation: Generation, index: ArchiveIndex): void {
  const draft = `${generation.index}.tmp`
  writeFileSync(draft, JSON.stringify(index), { mode: 0o600 })
  renameSync(draft, generation.index)
}

/** Removes the members from number `count` on from the index. */
export function dropFrom(index: ArchiveIndex, count: number): void {
  const first = index.members[count]
  if (first === undefined) return
  index.members = index.members.slice(0, count)
  index.raw = first.raw
  index.lines = first.line
  index.end = first.at
}
