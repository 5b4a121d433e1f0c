import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Visibility } from '../../../../src/domain/access/visibility.js'
import { everyone, type Listener, operators } from '../../../../src/http/live/audience.js'
import type { Unnumbered } from '../../../../src/http/live/replay.js'
import { type StreamClient, StreamFeed } from '../../../../src/http/live/stream-feed.js'

/** A message of such a size that a job keeps five. */
const message = (n: number): Unnumbered => String(n).padEnd(136, '.') as Unnumbered
const LIMITS = { kept: 1000, patience: 1, rate: 1000 }
const listener = (scope: 'everything' | 'nothing'): Listener => {
  const visibility = { scope } as Visibility
  return { visibility, rights: visibility, isAdmin: false }
}
const [anybody, nobody] = [listener('everything'), listener('nothing')]

let feed: StreamFeed
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  feed = new StreamFeed(() => performance.now() / 1000, LIMITS)
  feed.open('job', everyone)
})
afterEach(() => void vi.useRealTimers())

/** Creates a client. A slow one reads only when `read` is called. */
const clientOf = (isFast = true) => {
  const got: number[] = []
  let waiting: (() => void)[] = []
  let room = isFast ? Number.POSITIVE_INFINITY : 0
  const client: StreamClient = {
    isReady: () => room > 0,
    onceReady: (work) => void waiting.push(work),
    send: (text) => {
      room -= 1
      got.push(Number.parseInt(text, 10))
    },
  }
  /** Reads up to `n` messages. */
  const read = (n: number): void => {
    room = n
    const now = waiting
    waiting = []
    for (const work of now) work()
  }
  return { client, got, waits: () => waiting.length, read }
}

const append = (from: number, to = from, job = 'job'): void => {
  for (let n = from; n <= to; n += 1) feed.append(job, message(n))
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe('the messages of a job', () => {
  it('arrive in order, at a client that joined before or after its start', () => {
    const [early, late] = [clientOf(), clientOf()]
    feed.join(anybody, early.client)
    append(1, 2)
    feed.join(anybody, late.client)
    append(3)
    feed.close('job')
    expect([early.got, late.got]).toEqual([range(1, 3), range(1, 3)])
  })

  it('of several jobs arrive at every client', () => {
    const { client, got } = clientOf()
    feed.join(anybody, client)
    feed.open('other', everyone)
    append(1)
    append(2, 2, 'other')
    expect(got).toEqual([1, 2])
  })

  it('are not repeated for a client that joins after the end', () => {
    append(1)
    feed.close('job')
    const { client, got } = clientOf()
    feed.join(anybody, client)
    expect(got).toEqual([])
  })

  it('arrive at a client that is behind at the end', () => {
    const slow = clientOf(false)
    feed.join(anybody, slow.client)
    append(1, 4)
    feed.close('job')
    expect(slow.got).toEqual([])
    slow.read(9)
    expect(slow.got).toEqual(range(1, 4))
  })

  it('do not arrive at a client that has left', () => {
    const [fast, slow] = [clientOf(), clientOf(false)]
    const stops = [fast, slow].map(({ client }) => feed.join(anybody, client))
    append(1)
    for (const stop of stops) stop()
    append(2)
    slow.read(9)
    expect([fast.got, slow.got]).toEqual([[1], []])
  })

  it('are hidden from clients that may not see them', () => {
    feed.open('secret', operators)
    const [stranger, reader] = [clientOf(), clientOf()]
    feed.join(nobody, stranger.client)
    feed.join(anybody, reader.client)
    append(1, 1, 'secret')
    expect([stranger.got, reader.got]).toEqual([[], [1]])
  })

  it('are kept up to a limit, also if they are short', () => {
    append(1, 20)
    feed.open('short', everyone)
    for (let n = 1; n <= 1000; n += 1) feed.append('short', '7' as Unnumbered)
    const late = clientOf()
    feed.join(anybody, late.client)
    expect(late.got.slice(0, 5)).toEqual(range(16, 20))
    expect(late.got.length - 5).toBeLessThanOrEqual(1000 / 64)
  })
})

describe('a job that writes faster than a client reads', () => {
  it('does not wait without clients, or for clients that read', () => {
    append(1, 20)
    expect(feed.whenReady('job')).toBeUndefined()
    feed.join(anybody, clientOf().client)
    append(21, 40)
    expect(feed.whenReady('job')).toBeUndefined()
  })

  it('waits until the client has read, and then nothing is missing', async () => {
    const [slow, fast] = [clientOf(false), clientOf()]
    for (const { client } of [slow, fast]) feed.join(anybody, client)
    append(1, 2)
    expect(feed.whenReady('job')).toBeUndefined()
    append(3)
    const ready = feed.whenReady('job')
    expect(ready).toBeInstanceOf(Promise)
    expect(feed.whenReady('job')).toBe(ready)
    slow.read(2)
    await ready
    append(4)
    slow.read(9)
    expect([slow.got, fast.got]).toEqual([range(1, 4), range(1, 4)])
  })

  it('stops waiting for a client that does not read, which misses what is no longer kept', async () => {
    const slow = clientOf(false)
    feed.join(anybody, slow.client)
    append(1, 3)
    const ready = feed.whenReady('job')
    await vi.advanceTimersByTimeAsync(1000)
    await ready
    append(4, 20)
    expect(feed.whenReady('job')).toBeUndefined()
    slow.read(9)
    expect(slow.got).toEqual(range(16, 20))
  })

  it('waits longer for a client that reads at a fair rate', async () => {
    const slow = clientOf(false)
    feed.join(anybody, slow.client)
    let n = 0
    // Five messages are 1,000 characters, which may take a second.
    for (let round = 0; round < 20; round += 1) {
      while (feed.whenReady('job') === undefined) append((n += 1))
      await vi.advanceTimersByTimeAsync(200)
      slow.read(1)
      await feed.whenReady('job')
    }
    slow.read(99)
    expect(slow.got).toEqual(range(1, n))
  })

  it('continues when the client leaves, and when the job ends', async () => {
    const slow = clientOf(false)
    const stop = feed.join(anybody, slow.client)
    append(1, 3)
    const ready = feed.whenReady('job')
    stop()
    await ready
    feed.join(anybody, slow.client)
    append(4, 6)
    const ended = feed.whenReady('job')
    feed.close('job')
    await ended
  })
})

it('a job can be opened once, and has no messages before that and after its end', () => {
  expect(() => feed.open('job', everyone)).toThrow('already open')
  expect(() => append(1, 1, 'other')).toThrow('not open')
  feed.close('job')
  expect(() => append(1)).toThrow('not open')
  expect(() => feed.close('job')).toThrow('not open')
})
