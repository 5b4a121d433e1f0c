import { beforeEach, describe, expect, it } from 'vitest'
import { backoff } from '../../../ui/src/live/backoff.js'
import { openSocket, type LiveSocket, type Wire } from '../../../ui/src/live/socket.js'

type Listener = (event: { readonly data: unknown }) => void

/** A socket of which the test is the server. */
class FakeSocket implements Wire {
  readonly #listeners = new Map<string, Listener>()

  constructor(readonly since: number | undefined) {}

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener)
  }

  opens(): void {
    this.#happens('open')
  }

  says(type: string, seq: number, data: unknown = {}): void {
    this.#happens('message', JSON.stringify({ type, data, timestamp: '', seq }))
  }

  breaks(): void {
    this.#happens('close')
  }

  #happens(type: string, data?: string): void {
    this.#listeners.get(type)?.({ data })
  }

  close(): void {
    this.breaks()
  }
}

let sockets: FakeSocket[]
let told: string[]
let timers: (() => void)[]
let live: LiveSocket

const socket = (): FakeSocket => {
  const newest = sockets.at(-1)
  if (newest === undefined) throw new Error('No socket was opened.')
  return newest
}

beforeEach(() => {
  sockets = []
  told = []
  timers = []
  live = openSocket({
    open: (since) => {
      sockets.push(new FakeSocket(since))
      return socket()
    },
    onMessage: (message) => told.push(message.type),
    onConnection: ({ state }) => told.push(state),
    onGap: () => told.push('gap'),
    onRefused: () => told.push('refused'),
    now: () => 0,
    random: () => 1,
    later: (run) => {
      timers.push(run)
      return () => (timers = timers.filter((timer) => timer !== run))
    },
  })
})

const connected = (seq: number, resumed: boolean): void => {
  socket().opens()
  socket().says('hello', seq, { seq, resumed })
}

describe('the live connection', () => {
  it('reads everything anew at its first hello: what was read before may be older', () => {
    connected(7, false)
    expect(told).toEqual(['live', 'gap'])
  })

  it('comes back with the number of the last message, and reads nothing anew when the service resumes', () => {
    connected(7, false)
    socket().says('session_updated', 8)
    socket().breaks()
    timers.shift()?.()
    expect(socket().since).toBe(8)
    told = []
    connected(8, true)
    expect(told).toEqual(['live'])
  })

  it('reads everything anew when the service cannot resume', () => {
    connected(7, false)
    socket().breaks()
    timers.shift()?.()
    told = []
    connected(2, false)
    expect(told).toEqual(['live', 'gap'])
  })

  it('reads everything anew when it is told to', () => {
    connected(7, false)
    told = []
    socket().says('resync', 9, { reason: 'slow_client' })
    expect(told).toEqual(['gap'])
  })

  it('says that it is lost at once, and whether it ever stood', () => {
    connected(7, false)
    told = []
    socket().breaks()
    timers.shift()?.()
    socket().breaks()
    expect(told).toEqual(['lost', 'refused', 'lost'])
  })

  it('tries again at once when asked, in place of the attempt that was due', () => {
    socket().breaks()
    live.retry()
    expect(sockets).toHaveLength(2)
    expect(timers).toHaveLength(0)
  })

  it('opens no second socket while one stands', () => {
    connected(7, false)
    live.retry()
    expect(sockets).toHaveLength(1)
  })

  it('stays closed once it is closed', () => {
    connected(7, false)
    live.close()
    live.retry()
    expect(sockets).toHaveLength(1)
    expect(timers).toHaveLength(0)
  })
})

describe('the pause before the next attempt', () => {
  it('doubles, up to ten seconds', () => {
    expect([0, 1, 2, 3, 20].map((failures) => backoff(failures, 1))).toEqual([250, 500, 1000, 2000, 10_000])
  })
  it('is never the same for many pages', () => expect(backoff(2, 0)).toBeLessThan(backoff(2, 1)))
})
