import { isUtf8 } from 'node:buffer'

/** The largest line that is read; a longer one is passed over without holding it in memory. */
export const LINE_MAX = 32 * 1024 * 1024
const CHUNK = 1024 * 1024

const NEWLINE = 0x0a

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
 * the memory of a reader is a chunk, or the longest line so far.
 */
export class LineReader {
  private buffer = Buffer.allocUnsafeSlow(CHUNK);

  /** Lines from the byte `offset` on, which must be the start of a line. */
  *lines(readAt: ReadAt, offset: number): Generator<RawLine> {
    if (this.buffer.length > CHUNK) this.buffer = Buffer.allocUnsafeSlow(CHUNK)
    let base = offset // where the buffer's first byte stands in the file
    let filled = 0
    let passing = false // within a line that is too long
    for (;;) {
      if (filled === this.buffer.length) this.grow()
      const read = readAt(this.buffer.subarray(filled), base + filled)
      filled += read
      if (read === 0) break
      const last = this.buffer.lastIndexOf(NEWLINE, filled - 1)
      const clean = isUtf8(this.buffer.subarray(0, last + 1))
      let start = 0
      while (start <= last) {
        const end = this.buffer.indexOf(NEWLINE, start)
        yield this.line(start, end, base + end + 1, true, passing ? 'too long' : null, clean)
        passing = false
        start = end + 1
      }
      this.buffer.copyWithin(0, start, filled)
      base += start
      filled -= start
      if (filled > LINE_MAX) {
        passing = true
        base += filled
        filled = 0
      }
    }
    if (filled > 0) yield this.line(0, filled, base + filled, false, passing ? 'too long' : null, false)
  }

  private line(
    start: number,
    end: number,
    next: number,
    ended: boolean,
    known: RawLine['damage'],
    clean: boolean,
  ): RawLine {
    const damage = known ?? (clean || isUtf8(this.buffer.subarray(start, end)) ? null : 'not UTF-8')
    return { buffer: this.buffer, start, end, next, ended, damage }
  }

  private grow(): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(this.buffer.length * 2, LINE_MAX + CHUNK))
    this.buffer.copy(larger)
    this.buffer = larger
  }
}
