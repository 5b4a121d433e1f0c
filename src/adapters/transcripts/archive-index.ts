import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The copy of a transcript: a file of independent gzip members, and beside it this index of them. Any byte of the
 * original is reached by unpacking one member. The index is written after what it names, and never names a member
 * that is being written over: whatever moment a crash takes, what it names is there.
 */
export interface ArchiveIndex {
  /** The fingerprint of the original's first `raw` bytes: another one means that it was replaced. */
  head: string
  /** Bytes of the original that are kept. */
  raw: number
  /** Line ends among them. */
  lines: number
  /** Bytes of the copy in use. */
  end: number
  /** For each member: the offset in the original it begins at, the lines before it, its offset in the copy. */
  members: { readonly raw: number; readonly line: number; readonly at: number }[]
}

export const emptyIndex = (): ArchiveIndex => ({ head: '', raw: 0, lines: 0, end: 0, members: [] })

/** The bytes of the original that one member holds. */
export const MEMBER = 256 * 1024

const digest = (text: string): string => createHash('sha1').update(text).digest('hex')

/** Ids are written by anybody, so they name a folder by their digest only. */
export const sessionFolder = (root: string, session: string): string => join(root, digest(session))

/** The files of one copy. A replaced original begins a new generation; the older one stays until it is forgotten. */
export interface Generation {
  readonly data: string
  readonly index: string
}

const stem = (agent: string | null): string => (agent === null ? 'main' : `agent-${digest(agent)}`)

export const generationAt = (root: string, session: string, agent: string | null, number: number): Generation => {
  const path = join(sessionFolder(root, session), `${stem(agent)}.${number}`)
  return { data: `${path}.jsonl.gz`, index: `${path}.json` }
}

/** The newest generation's number, 0 when nothing is kept. */
export function newestGeneration(root: string, session: string, agent: string | null): number {
  const folder = sessionFolder(root, session)
  if (!existsSync(folder)) return 0
  const name = new RegExp(`^${stem(agent)}\\.(\\d+)\\.json$`)
  return Math.max(0, ...readdirSync(folder).map((file) => Number(name.exec(file)?.[1] ?? 0)))
}

/** The index, or an empty one when it is missing or damaged: the copy is then made again. */
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

/** Takes the members from the `count`-th on out of the index. */
export function dropFrom(index: ArchiveIndex, count: number): void {
  const first = index.members[count]
  if (first === undefined) return
  index.members = index.members.slice(0, count)
  index.raw = first.raw
  index.lines = first.line
  index.end = first.at
}
