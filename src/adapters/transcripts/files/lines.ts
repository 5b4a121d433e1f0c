import type { ReadAt } from '../../files/regular-file.js'
import { isUtf8 } from 'node:buffer'

/** Bytes of the longest line that is read. Longer lines are skipped without loading them into memory. */
export const LINE_MAX = 32 * 1024 * 1024
const CHUNK = 1024 * 1024

const NEWLINE = 0x0a
const NOTHING = Buffer.alloc(0)

/** A line, without its newline, as bytes of a shared buffer: valid until the next line is requested. */
export interface RawLine {
  readonly buffer: Buffer
  readonly start: number
  readonly end: number
  /** Offset of the next line in the file. */
  readonly next: number
  /** False for the last line of a file that does not end with a newline: it may be half-written. */
  readonly ended: boolean
  /** Why the line cannot be read; null when it can. */
  readonly damage: 'too long' | 'not UTF-8' | null
}

/**
 * Reads a file line by line in large chunks. One reader serves many files in sequence with the same buffer. Its memory is one
 * chunk, or the longest line while a file with longer lines is read.
 */
export class LineReader {
  private readonly chunk: Buffer
  private large = NOTHING

  constructor(chunkBytes = CHUNK) {
    this.chunk = Buffer.allocUnsafeSlow(chunkBytes)
  }

  /** Yields the lines from the byte `offset` on, which must be the start of a line. */
  *lines(readAt: ReadAt, offset: number): Generator<RawLine> {
    const { chunk } = this
    let base = offset // offset of the chunk's first byte in the file
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

  /** Reads a line longer than a chunk: finds its end first, then loads it if it is not too long. */
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
    // The file was truncated between the two reads: the rest has no newline.
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
