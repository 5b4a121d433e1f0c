import { isUtf8 } from 'node:buffer'

/** The largest line that is read; a longer one is passed over without ever being in memory whole. */
export const LINE_MAX = 32 * 1024 * 1024
const CHUNK = 1024 * 1024

const NEWLINE = 0x0a
const NOTHING = Buffer.alloc(0)

/** Fills as much of `target` as there is from `position` on; the number of bytes read. */
export type ReadAt = (target: Uint8Array, position: number) => number

/** A line as bytes of a shared buffer: valid until the next one is asked for. Without its newline. */
export interface RawLine {
  readonly buffer: Buffer
  readonly start: number
  readonly end: number
  /** Where the next line begins in the file. */
  readonly next: number
  /** False for the last line of a file that does not end in a newline: perhaps half-written. */
  readonly ended: boolean
  /** Why the line cannot be read, if so. */
  readonly damage: 'too long' | 'not UTF-8' | null
}

/**
 * Reads a file line by line in large chunks. One reader serves many files, one after the other, with the same buffer:
 * the memory of a reader is a chunk, and while a file with longer lines is read the longest of them.
 */
export class LineReader {
  private readonly chunk: Buffer
  private large = NOTHING

  constructor(chunkBytes = CHUNK) {
    this.chunk = Buffer.allocUnsafeSlow(chunkBytes)
  }

  /** Lines from the byte `offset` on, which must be the start of a line. */
  *lines(readAt: ReadAt, offset: number): Generator<RawLine> {
    const { chunk } = this
    let base = offset // where the chunk's first byte stands in the file
    let filled = 0
    try {
      for (;;) {
        const read = readAt(chunk.subarray(filled), base + filled)
        filled += read
        if (read === 0) break
        const last = chunk.lastIndexOf(NEWLINE, filled - 1)
        if (last < 0 && filled === chunk.length) {
          const line = this.longLine(readAt, base)
          yield line
          if (!line.ended) return
          base = line.next
          filled = 0
          continue
        }
        const clean = isUtf8(chunk.subarray(0, last + 1))
        let start = 0
        while (start <= last) {
          const end = chunk.indexOf(NEWLINE, start)
          yield lineIn(chunk, start, end, base + end + 1, true, clean)
          start = end + 1
        }
        chunk.copyWithin(0, start, filled)
        base += start
        filled -= start
      }
      if (filled > 0) yield lineIn(chunk, 0, filled, base + filled, false, false)
    } finally {
      this.large = NOTHING
    }
  }

  /** A line that is longer than a chunk: looked through for its end first, then read where that is not too far. */
  private longLine(readAt: ReadAt, base: number): RawLine {
    let length = this.chunk.length
    let ended = false
    while (!ended) {
      const read = readAt(this.chunk, base + length)
      if (read === 0) break
      const end = this.chunk.subarray(0, read).indexOf(NEWLINE)
      ended = end >= 0
      length += ended ? end : read
    }
    const next = base + length + (ended ? 1 : 0)
    if (length > LINE_MAX) return { buffer: this.chunk, start: 0, end: 0, next, ended, damage: 'too long' }
    if (this.large.length < length) this.large = Buffer.allocUnsafeSlow(length)
    const read = readAt(this.large.subarray(0, length), base)
    // Cut off between the two readings: what is left has no end.
    if (read < length) return lineIn(this.large, 0, read, base + read, false, false)
    return lineIn(this.large, 0, length, next, ended, false)
  }
}

const lineIn = (buffer: Buffer, start: number, end: number, next: number, ended: boolean, clean: boolean): RawLine => ({
  buffer,
  start,
  end,
  next,
  ended,
  damage: clean || isUtf8(buffer.subarray(start, end)) ? null : 'not UTF-8',
})
