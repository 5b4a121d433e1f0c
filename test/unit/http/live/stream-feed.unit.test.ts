import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../../src/domain/access/visibility.js'
import { type Audience, everyone } from '../../../../src/http/live/audience.js'
import { StreamFeed, type StreamClient, type StreamItem } from '../../../../src/http/live/stream-feed.js'

interface Result {
  readonly code: number
}

const limits = { kept: 1000, chunk: 100, ended: 2 }
/** Returns a chunk of such a size that a job keeps five. */
const line = (n: number): string => String(n).padEnd(136, '.')
const anybody = { scope: 'everything' } as Visibility
const nobody = { scope: 'nothing' } as Visibility

let feed: StreamFeed<Result>
beforeEach(() => {
  feed = new StreamFeed<Result>({ ...limits, chunk: 200 })
  feed.open('job', everyone)
})

/** Creates a client. A slow client reads only when `read` is called. */
const clientOf = (isFast = true) => {
  const items: StreamItem<Result>[] = []
  let waiting: (() => void)[] = []
  let room = isFast ? Number.POSITIVE_INFINITY : 0
  const client: StreamClient<Result> = {
    isReady: () => room > 0,
    onceReady: (work) => void waiting.push(work),
    send: (item) => {
      room -= 1
      items.push(item)
    },
  }
  return {
    client,
    items,
    waiting: () => waiting.length,
    /** Reads up to `n` items. */
    read: (n: number): void => {
      room = n
      for (const work of waiting.splice(0)) work()
    },
  }
}

const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text
const seqsOf = (items: readonly StreamItem<Result>[]): number[] => items.map(({ seq }) => seq)
const textOf = (items: readonly StreamItem<Result>[]): string =>
  items.map((item) => (item.kind === 'chunk' ? item.text : '')).join('')

describe('the output of a job', () => {
  it('arrives in order, numbered from 1, and ends with the result', () => {
    const { client, items } = clientOf()
    feed.follow('job', anybody, client)
    for (const text of ['a', 'b', 'c']) feed.append('job', text)
    feed.close('job', { code: 0 })
    expect(items).toEqual([
      { kind: 'chunk', seq: 1, text: 'a' },
      { kind: 'chunk', seq: 2, text: 'b' },
      { kind: 'chunk', seq: 3, text: 'c' },
      { kind: 'end', seq: 4, result: { code: 0 } },
    ])
  })

  it('is complete for a client that joins late, even after the end', () => {
    feed.append('job', 'a')
    feed.append('job', 'b')
    const during = clientOf()
    feed.follow('job', anybody, during.client)
    feed.close('job', { code: 1 })
    const after = clientOf()
    feed.follow('job', anybody, after.client)
    expect(seqsOf(during.items)).toEqual([1, 2, 3])
    expect(after.items).toEqual(during.items)
  })

  it('continues where a client stopped reading', () => {
    for (const text of ['a', 'b', 'c']) feed.append('job', text)
    const { client, items } = clientOf()
    feed.follow('job', anybody, client, 2)
    expect(textOf(items)).toBe('c')
    expect(seqsOf(feed.since('job', anybody, 1) ?? [])).toEqual([2, 3])
    expect(feed.since('job', anybody, 3)).toEqual([])
  })

  it('is split into chunks, never within a character', () => {
    const text = `${'x'.repeat(199)}😀${'y'.repeat(300)}`
    feed.append('job', text)
    const items = feed.since('job', anybody, 0) ?? []
    expect(textOf(items)).toBe(text)
    for (const item of items)
      if (item.kind === 'chunk') expect([item.text.length <= 200, isWellFormed(item.text)]).toEqual([true, true])
    expect(items).toHaveLength(3)
  })

  it('starts over for a number that the job never used', () => {
    feed.append('job', 'a')
    for (const seq of [-5, 0.5, 2, 1e20, Number.NaN]) expect(textOf(feed.since('job', anybody, seq) ?? [])).toBe('a')
    const { client, items } = clientOf()
    feed.follow('job', anybody, client, 99)
    feed.append('job', 'b')
    expect(textOf(items)).toBe('ab')
  })

  it('stops when a client stops following', () => {
    const { client, items } = clientOf()
    const stop = feed.follow('job', anybody, client)
    feed.append('job', 'a')
    stop?.()
    feed.append('job', 'b')
    expect(textOf(items)).toBe('a')
  })
})

describe('memory', () => {
  it('is limited per job: dropped chunks become one gap', () => {
    for (let n = 1; n <= 20; n += 1) feed.append('job', line(n))
    feed.close('job', { code: 0 })
    expect(feed.since('job', anybody, 3)).toEqual([
      { kind: 'gap', from: 4, seq: 15 },
      ...[16, 17, 18, 19, 20].map((seq) => ({ kind: 'chunk', seq, text: line(seq) })),
      { kind: 'end', seq: 21, result: { code: 0 } },
    ])
  })

  it('is limited for chunks of one character', () => {
    for (let n = 0; n < 1000; n += 1) feed.append('job', 'x')
    expect((feed.since('job', anybody, 0) ?? []).length).toBeLessThanOrEqual(1000 / 64 + 1)
  })

  it('is limited across jobs: only the last finished jobs are kept', () => {
    for (const id of ['a', 'b', 'c']) {
      feed.open(id, everyone)
      feed.close(id, { code: 0 })
    }
    expect(['job', 'a', 'b', 'c'].map((id) => feed.since(id, anybody, 0) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ])
  })
})

describe('a slow client', () => {
  it('gets everything in order, and does not slow down other clients', () => {
    const [slow, fast] = [clientOf(false), clientOf()]
    for (const { client } of [slow, fast]) feed.follow('job', anybody, client)
    for (let n = 1; n <= 5; n += 1) feed.append('job', line(n))
    feed.close('job', { code: 0 })
    expect([seqsOf(slow.items), seqsOf(fast.items)]).toEqual([[], [1, 2, 3, 4, 5, 6]])
    expect(slow.waiting()).toBe(1)
    slow.read(2)
    expect(seqsOf(slow.items)).toEqual([1, 2])
    slow.read(10)
    expect(slow.items).toEqual(fast.items)
  })

  it('gets a gap when more was written than is kept', () => {
    const slow = clientOf(false)
    feed.follow('job', anybody, slow.client)
    feed.append('job', line(1))
    slow.read(1)
    for (let n = 2; n <= 20; n += 1) feed.append('job', line(n))
    slow.read(3)
    expect(slow.items.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['chunk', 1],
      ['gap', 15],
      ['chunk', 16],
      ['chunk', 17],
    ])
  })

  it('gets nothing after it stops following', () => {
    const slow = clientOf(false)
    const stop = feed.follow('job', anybody, slow.client)
    feed.append('job', 'a')
    stop?.()
    slow.read(10)
    expect(slow.items).toEqual([])
  })
})

describe('a job', () => {
  it('is missing for clients that may not see it', () => {
    const operators: Audience = ({ scope }) => scope === 'everything'
    feed.open('secret', operators)
    feed.append('secret', 'a')
    const { client, items } = clientOf()
    expect(feed.follow('secret', nobody, client)).toBeUndefined()
    expect(feed.since('secret', nobody, 0)).toBeUndefined()
    expect(feed.since('secret', anybody, 0)).toHaveLength(1)
    expect(items).toEqual([])
  })

  it('can be opened once, and rejects output before that and after its end', () => {
    expect(() => feed.open('job', everyone)).toThrow('already open')
    expect(() => feed.append('other', 'a')).toThrow('not open')
    feed.close('job', { code: 0 })
    expect(() => feed.append('job', 'a')).toThrow('not open')
    expect(() => feed.close('job', { code: 0 })).toThrow('not open')
  })
})
