import { beforeEach, describe, expect, it } from 'vitest'
import { backoff } from '../../../../ui/src/live/backoff.js'
import { openSocket, type LiveSocket, type Wire } from '../../../../ui/src/live/socket.js'
import { ANSWER_MS, QUIET_MS } from '../../../../ui/src/live/watch.js'

type Listener = (event: { readonly data: unknown }) => void

/** A socket whose server is the test. */
class FakeSocket implements Wire {
  readonly #listeners = new Map<string, Listener>()

  readonly sent: string[] = []

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

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    this.breaks()
  }
}

let sockets: FakeSocket[]
let told: string[]
let now: number
let timers: { readonly run: () => void; readonly at: number }[]
let live: LiveSocket

const socket = (): FakeSocket => {
  const newest = sockets.at(-1)
  if (newest === undefined) throw new Error('No socket was opened.')
  return newest
}

/** Advances the time and runs due timers. A page that sleeps runs them all when it wakes. */
const pass = (ms: number, { asleep = false } = {}): void => {
  const end = now + ms
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
    if (next === undefined) break
    now = asleep ? end : next.at
    timers = timers.filter((timer) => timer !== next)
    next.run()
  }
  now = end
}

beforeEach(() => {
  now = 0
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
    now: () => now,
    random: () => 1,
    later: (run, ms) => {
      const timer = { run, at: now + ms }
      timers.push(timer)
      return () => (timers = timers.filter((other) => other !== timer))
    },
  })
})

const connected = (seq: number, resumed: boolean): void => {
  socket().opens()
  socket().says('hello', seq, { seq, resumed })
}

describe('the live connection', () => {
  it('reloads everything at its first hello, because earlier data may be stale', () => {
    connected(7, false)
    expect(told).toEqual(['live', 'gap'])
  })

  it('reconnects from the last message, and reloads nothing when the service resumes', () => {
    connected(7, false)
    socket().says('session_updated', 8)
    socket().breaks()
    pass(250)
    expect(socket().since).toBe(8)
    told = []
    connected(8, true)
    expect(told).toEqual(['live'])
  })

  it('reloads everything when the service cannot resume', () => {
    connected(7, false)
    socket().breaks()
    pass(250)
    told = []
    connected(2, false)
    expect(told).toEqual(['live', 'gap'])
  })

  it('reloads everything on a resync message', () => {
    connected(7, false)
    told = []
    socket().says('resync', 9, { reason: 'slow_client' })
    expect(told).toEqual(['gap'])
  })

  it('is reported lost at once, and refused if it never opened', () => {
    connected(7, false)
    told = []
    socket().breaks()
    pass(250)
    socket().breaks()
    expect(told).toEqual(['lost', 'refused', 'lost'])
  })

  it('retries at once on request, instead of the scheduled attempt', () => {
    socket().breaks()
    live.retry()
    expect(sockets).toHaveLength(2)
    socket().opens()
    pass(250)
    expect(sockets).toHaveLength(2)
  })

  it('opens no second socket while connected', () => {
    connected(7, false)
    live.retry()
    expect(sockets).toHaveLength(1)
  })

  it('does not reconnect after it is closed', () => {
    connected(7, false)
    live.close()
    live.retry()
    expect(sockets).toHaveLength(1)
    expect(timers).toHaveLength(0)
  })
})

describe('a silent service', () => {
  it('is pinged, and stays connected when it answers', () => {
    connected(7, false)
    told = []
    for (let times = 1; times <= 5; times += 1) {
      pass(ANSWER_MS)
      expect(socket().sent).toHaveLength(times)
      socket().says('pong', 7)
    }
    expect(sockets).toHaveLength(1)
    expect(told).not.toContain('lost')
  })

  it('is not pinged while it sends other messages', () => {
    connected(7, false)
    for (let seq = 8; seq < 20; seq += 1) {
      pass(QUIET_MS - 1)
      socket().says('session_updated', seq)
    }
    expect(socket().sent).toEqual([])
  })

  it('is reported lost when it does not answer, and is reconnected', () => {
    connected(7, false)
    told = []
    pass(QUIET_MS + ANSWER_MS)
    expect(told).toEqual(['lost'])
    pass(250)
    expect(sockets).toHaveLength(2)
    expect(socket().since).toBe(7)
  })

  it('is pinged again by a page that slept past the timeout', () => {
    connected(7, false)
    told = []
    pass(QUIET_MS)
    pass(3_600_000, { asleep: true })
    expect(told).toEqual([])
    expect(socket().sent).toHaveLength(2)
    pass(ANSWER_MS)
    expect(told).toEqual(['lost'])
  })

  it('times out when it never sends hello', () => {
    pass(10_000)
    expect(told).toEqual(['refused', 'lost'])
    pass(250)
    expect(sockets).toHaveLength(2)
  })

  it('is ignored on a connection that timed out', () => {
    connected(7, false)
    const old = socket()
    pass(QUIET_MS + ANSWER_MS)
    told = []
    old.says('session_updated', 8)
    expect(told).toEqual([])
  })
})

describe('the retry delay', () => {
  it('doubles, up to ten seconds', () => {
    expect([0, 1, 2, 3, 20].map((failures) => backoff(failures, 1))).toEqual([250, 500, 1000, 2000, 10_000])
  })
  it('is randomized', () => expect(backoff(2, 0)).toBeLessThan(backoff(2, 1)))
})
