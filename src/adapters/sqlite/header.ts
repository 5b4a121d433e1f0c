import { closeSync, openSync, readSync } from 'node:fs'

/** Reads a database's files as bytes. Opening them with SQLite would change the files that a dead process left. */

const MAGIC = Buffer.from('SQLite format 3\u0000', 'latin1')
const HEADER = 100
const VERSION_AT = 60
const WAL_HEADER = 32
const FRAME_HEADER = 24

/**
 * Returns the version that a release wrote into its database, even if it is only in the write-ahead log so far. Null: the file
 * is not a database.
 */
export const versionIn = (file: string): number | null => {
  const header = bytesOf(file, HEADER)
  // SQLite creates an empty file before its first write.
  if (header.length === 0) return 0
  if (header.length < HEADER || !header.subarray(0, MAGIC.length).equals(MAGIC)) return null
  return versionInLog(`${file}-wal`) ?? header.readInt32BE(VERSION_AT)
}

const bytesOf = (file: string, length: number): Buffer => {
  const buffer = Buffer.alloc(length)
  const descriptor = openSync(file, 'r')
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, length, 0))
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the version in the newest committed first page of a write-ahead log; undefined when there is none. */
const versionInLog = (wal: string): number | undefined => {
  let descriptor: number
  try {
    descriptor = openSync(wal, 'r')
  } catch {
    return undefined
  }
  try {
    return newestVersion((buffer, at) => readSync(descriptor, buffer, 0, buffer.length, at) === buffer.length)
  } finally {
    closeSync(descriptor)
  }
}

/** Follows the frames as SQLite's recovery does: up to the first with a wrong checksum. */
const newestVersion = (read: (buffer: Buffer, at: number) => boolean): number | undefined => {
  const header = Buffer.alloc(WAL_HEADER)
  if (!read(header, 0)) return undefined
  const check = new Check((header.readUInt32BE(0) & 1) === 1)
  check.add(header.subarray(0, 24))
  if (!check.is(header, 24)) return undefined
  const frame = Buffer.alloc(FRAME_HEADER + header.readUInt32BE(8))
  let [written, committed]: (number | undefined)[] = []
  for (let at = WAL_HEADER; read(frame, at); at += frame.length) {
    if (frame.compare(header, 16, 24, 8, 16) !== 0) break
    check.add(frame.subarray(0, 8))
    check.add(frame.subarray(FRAME_HEADER))
    if (!check.is(frame, 16)) break
    if (frame.readUInt32BE(0) === 1) written = frame.readInt32BE(FRAME_HEADER + VERSION_AT)
    if (frame.readUInt32BE(4) !== 0) committed = written
  }
  return committed
}

/** The running checksum of a write-ahead log. */
class Check {
  #one = 0
  #two = 0

  constructor(private readonly bigEndian: boolean) {}

  add(bytes: Buffer): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let at = 0; at < bytes.length; at += 8) {
      this.#one = (this.#one + view.getUint32(at, !this.bigEndian) + this.#two) >>> 0
      this.#two = (this.#two + view.getUint32(at + 4, !this.bigEndian) + this.#one) >>> 0
    }
  }

  is(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#one && bytes.readUInt32BE(at + 4) === this.#two
  }
}
