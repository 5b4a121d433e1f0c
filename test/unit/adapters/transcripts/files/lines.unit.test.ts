import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINE_MAX, LineReader } from '../../../../../src/adapters/transcripts/files/lines.js'
import type { ReadAt } from '../../../../../src/adapters/files/regular-file.js'
import { parseLine } from '../../../../../src/adapters/transcripts/files/parse-line.js'

const MB = 1024 * 1024

interface Seen {
  readonly text: string
  readonly next: number
  readonly ended: boolean
  readonly damage: string | null
}

/** A file of repeated parts. `most` returns the size of the largest read. */
const fileOf = (...parts: readonly (readonly [text: string, times: number])[]) => {
  const bytes = Buffer.concat(parts.map(([text, times]) => Buffer.alloc(Buffer.byteLength(text) * times, text)))
  let most = 0
  const readAt: ReadAt = (target, position) => {
    most = Math.max(most, target.length)
    return bytes.copy(target, 0, position)
  }
  return { bytes, readAt, most: () => most }
}

const linesOf = (readAt: ReadAt): Seen[] =>
  Array.from(new LineReader().lines(readAt, 0), ({ buffer, start, end, next, ended, damage }) => ({
    text: buffer.toString('utf8', start, end),
    next,
    ended,
    damage,
  }))

describe('the lines of a file', () => {
  it('are split at newlines, wherever chunks end', () => {
    const part = fc.tuple(fc.constantFrom('a', 'é', '\n', 'b\n'), fc.constantFrom(1, 7, MB - 1, MB, MB + 1))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        // A few newlines test as much as millions.
        const { bytes, readAt } = fileOf(...parts.map(([text, n]) => [text, text.includes('\n') ? n % 5 : n] as const))
        const seen = linesOf(readAt)
        const whole = bytes.toString('utf8')
        expect(seen.map(({ text, ended }) => text + (ended ? '\n' : '')).join('') === whole).toBe(true)
        expect(seen.every(({ text, damage }) => !text.includes('\n') && damage === null)).toBe(true)
        expect(seen.map(({ next }) => next).at(-1) ?? 0).toBe(bytes.length)
      }),
      { numRuns: 30 },
    )
  })

  it('are read up to the maximum length, and skipped if one byte longer', () => {
    const { readAt } = fileOf(['x', LINE_MAX], ['\n', 1], ['x', LINE_MAX + 1], ['\nz\n', 1])
    expect(linesOf(readAt).map(({ text, damage }) => [text.length, damage])).toEqual([
      [LINE_MAX, null],
      [0, 'too long'],
      [1, null],
    ])
  })

  it('are never held in memory if too long, with or without a newline', () => {
    const ended = fileOf(['a\n', 1], ['x', 100 * MB], ['\nb\n', 1])
    expect(linesOf(ended.readAt).map(({ text, damage }) => damage ?? text)).toEqual(['a', 'too long', 'b'])
    const open = fileOf(['x', LINE_MAX + 1])
    expect(linesOf(open.readAt)).toMatchObject([{ next: LINE_MAX + 1, ended: false, damage: 'too long' }])
    expect([ended.most(), open.most()]).toEqual([MB, MB])
  })

  it('have no end if the file is truncated during the read', () => {
    const { bytes } = fileOf(['x', 3 * MB], ['\n', 1])
    let looked = false
    const readAt: ReadAt = (target, position) => {
      looked ||= position >= 2 * MB
      return bytes.subarray(0, looked && position === 0 ? 2 * MB : bytes.length).copy(target, 0, position)
    }
    expect(linesOf(readAt)).toMatchObject([{ next: 2 * MB, ended: false }])
  })
})

describe('a long line', () => {
  const parsed = (text: string): unknown => {
    const buffer = Buffer.from(text)
    return parseLine({ buffer, start: 0, end: buffer.length, next: buffer.length, ended: true, damage: null }, false)
  }

  it('is parsed if it contains long text, whatever the characters', () => {
    const text = '{"\\[,'.repeat(500_000)
    expect(parsed(JSON.stringify({ text }))).toEqual({ text })
  })

  it.each([
    ['lists', '[]'],
    ['objects', '{}'],
    ['numbers', '0'],
    ['words', '"a"'],
  ])('is skipped if a million %s would need many times its size', (_, value) => {
    const line = (n: number): string => `{"all":[${`${value},`.repeat(n)}0]}`
    expect(parsed(line(10_000))).not.toBeNull()
    expect(parsed(line(1_000_000))).toBeNull()
  })

  it('is skipped if it is nested too deep', () => {
    const line = (depth: number): string => `{"all":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(parsed(line(1000))).not.toBeNull()
    expect(parsed(line(MB))).toBeNull()
  })
})
