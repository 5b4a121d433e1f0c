import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Decompress } from 'fzstd'
import { openRegular, reading, type ReadAt } from '../../files/regular-file.js'

/** Bytes of a rollout that are unpacked. What follows is not read. */
const MOST_BYTES = 1024 * 1024 * 1024
/** Compressed bytes at a time: a few milliseconds of work. */
const CHUNK = 64 * 1024

/** The text of a compressed file, in a temporary file without a name: a reader needs any position, and not all of it in memory. */
interface Unpacked {
  readonly fd: number
  readonly size: number
}

/** Opens a file that exists only as long as it is open. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-zst-'))
  try {
    return openSync(join(folder, 'text'), constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Unpacks Zstandard data in steps, into a nameless file. Damaged data ends the text: what comes before the damage is read.
 * @returns the number of bytes
 */
function* unpackInto(target: number, packed: ReadAt): Generator<undefined, number, undefined> {
  let size = 0
  const unzip = new Decompress((bytes) => {
    const part = bytes.subarray(0, MOST_BYTES - size)
    for (let at = 0; at < part.length; ) at += writeSync(target, part, at, part.length - at, size + at)
    size += part.length
  })
  for (let position = 0; size < MOST_BYTES; ) {
    // The unpacker keeps parts of what it is given.
    const chunk = new Uint8Array(CHUNK)
    const read = packed(chunk, position)
    position += read
    const isLast = read < CHUNK
    try {
      unzip.push(chunk.subarray(0, read), isLast)
    } catch {
      break
    }
    if (isLast) break
    yield
  }
  return size
}

function unpackNow(packed: ReadAt): Unpacked {
  const fd = openNameless()
  const steps = unpackInto(fd, packed)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return { fd, size: step.value }
  }
}

interface Held extends Unpacked {
  readonly key: string
  users: number
}

/** Files that stay unpacked: a conversation is read in pages. */
const MOST_HELD = 2
const held: Held[] = []

function dropUnused(): void {
  for (let at = 0; held.length > MOST_HELD && at < held.length; ) {
    if (held[at]?.users !== 0) at++
    else for (const { fd } of held.splice(at, 1)) closeSync(fd)
  }
}

/** A transcript, open for reading at any position of its text. */
export interface OpenTranscript {
  readonly readAt: ReadAt
  /** Bytes of its text. */
  readonly size: number
  readonly close: () => void
}

/** Opens the text of a compressed file, and unpacks it before that. For worker threads: this takes a second for a large file. */
export function openUnpacked(path: string): OpenTranscript | null {
  const opened = openRegular(path)
  if (opened === null) return null
  const { dev, ino, size, mtimeMs } = opened.stats
  const key = `${dev} ${ino} ${size} ${mtimeMs}`
  try {
    const known = held.find((entry) => entry.key === key)
    const entry = known ?? { ...unpackNow(reading(opened.fd)), key, users: 0 }
    if (known === undefined) held.push(entry)
    entry.users++
    dropUnused()
    let isOpen = true
    const close = (): void => {
      if (isOpen) entry.users--
      isOpen = false
      dropUnused()
    }
    return { readAt: reading(entry.fd), size: entry.size, close }
  } finally {
    closeSync(opened.fd)
  }
}

/** Opens the text of a compressed file without blocking the thread for long. */
export async function unpackSoon(path: string): Promise<OpenTranscript | null> {
  const opened = openRegular(path)
  if (opened === null) return null
  const fd = openNameless()
  try {
    const steps = unpackInto(fd, reading(opened.fd))
    for (;;) {
      const step = steps.next()
      if (step.done === true) return { readAt: reading(fd), size: step.value, close: () => closeSync(fd) }
      await setImmediate()
    }
  } catch (error) {
    closeSync(fd)
    throw error
  } finally {
    closeSync(opened.fd)
  }
}
