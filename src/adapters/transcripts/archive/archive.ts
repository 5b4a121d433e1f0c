import { closeSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Cursor, TranscriptArchive, TranscriptFile } from '../../../commands/ports/transcripts.js'
import {
  type ArchiveIndex,
  dropFrom,
  emptyIndex,
  type Generation,
  generationAt,
  MEMBER,
  newestGeneration,
  readIndex,
  sessionFolder,
  writeIndex,
} from './index-file.js'
import { fingerprint } from '../files/fingerprint.js'
import type { ReadAt } from '../../files/regular-file.js'
import { openTranscriptSoon } from '../files/open-transcript.js'
import { openRegular } from '../../files/regular-file.js'

const pack = promisify(gzip)

/** Members written between two writes of the index. A crash repeats at most this much work. */
const MEMBERS_PER_INDEX = 64

const NEWLINE = 0x0a

function lineEnds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++
  return count
}

/** Returns the copy to append to: the newest one, or a new one when none belongs to this original. */
function copyOf(
  root: string,
  { session }: Cursor,
  agent: string | null,
  readAt: ReadAt,
  size: number,
): { readonly generation: Generation; readonly index: ArchiveIndex } {
  const number = newestGeneration(root, session, agent)
  if (number > 0) {
    const generation = generationAt(root, session, agent, number)
    const index = readIndex(generation)
    const grown = index.raw <= size && index.head === fingerprint(readAt, index.raw)
    if (index.raw === 0 || grown) return { generation, index }
  }
  return { generation: generationAt(root, session, agent, number + 1), index: emptyIndex() }
}

/** Writes the index with the fingerprint of the original. */
function save(generation: Generation, index: ArchiveIndex, readAt: ReadAt): void {
  index.head = fingerprint(readAt, index.raw)
  writeIndex(generation, index)
}

function sizeOf(path: string): number {
  const opened = openRegular(path)
  if (opened === null) return 0
  closeSync(opened.fd)
  return opened.stats.size
}

/** Drops members that a crash cut off, and a last member that is not full: it is rewritten with what follows it. */
function reopen(generation: Generation, index: ArchiveIndex): void {
  const kept = sizeOf(generation.data)
  const { members, end } = index
  const damaged = members.findIndex((_member, number) => (members[number + 1]?.at ?? end) > kept)
  if (damaged >= 0) dropFrom(index, damaged)
  const last = index.members.at(-1)
  if (last !== undefined && index.raw - last.raw < MEMBER) dropFrom(index, index.members.length - 1)
}

async function append(generation: Generation, index: ArchiveIndex, readAt: ReadAt, until: number): Promise<void> {
  const file = await open(generation.data, index.end === 0 ? 'w' : 'r+', 0o600)
  try {
    while (index.raw < until) {
      const bytes = Buffer.alloc(Math.min(MEMBER, until - index.raw))
      if (readAt(bytes, index.raw) < bytes.length) break
      const packed = await pack(bytes)
      await file.write(packed, 0, packed.length, index.end)
      index.members.push({ raw: index.raw, line: index.lines, at: index.end })
      index.raw += bytes.length
      index.lines += lineEnds(bytes)
      index.end += packed.length
      if (index.members.length % MEMBERS_PER_INDEX === 0) save(generation, index, readAt)
    }
    await file.truncate(index.end)
  } finally {
    await file.close()
  }
  save(generation, index, readAt)
}

async function keep(root: string, file: TranscriptFile, cursor: Cursor, settled: boolean): Promise<void> {
  const original = await openTranscriptSoon(file.path)
  if (original === null) return
  try {
    const { readAt, size } = original
    const { generation, index } = copyOf(root, cursor, file.agent, readAt, size)
    const read = Math.min(cursor.offset, size)
    const fresh = read - index.raw
    if (settled ? fresh <= 0 : fresh < MEMBER) return
    await mkdir(sessionFolder(root, cursor.session), { recursive: true, mode: 0o700 })
    reopen(generation, index)
    // Save the index before a member is overwritten: everything it lists must stay complete.
    save(generation, index, readAt)
    const whole = index.raw + Math.floor((read - index.raw) / MEMBER) * MEMBER
    await append(generation, index, readAt, settled ? read : whole)
  } finally {
    original.close()
  }
}

/**
 * Keeps compressed copies of transcripts that were read, because the CLIs delete the originals after some weeks. It copies one
 * file at a time and compresses off the main thread, so that nothing waits for it.
 */
export function openArchive(root: string): TranscriptArchive {
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  return {
    keep: (file, cursor, settled) => inTurn(() => keep(root, file, cursor, settled)),
    has: (session, agent) => newestGeneration(root, session, agent) > 0,
    forget: (session) => inTurn(() => rm(sessionFolder(root, session), { recursive: true, force: true })),
    forgetAll: () => inTurn(() => rm(root, { recursive: true, force: true })),
  }
}
