import { beforeEach, describe, expect, it } from 'vitest'
import { backoff } from '../../../../ui/src/live/backoff.js'
import { openSocket, type LiveSocket, type Wire } from '../../../../ui/src/live/socket.js'
import { ANSWER_MS, QUIET_MS } from '../../../../ui/src/live/watch.js'

type Listener = (event: { readonly data: unknown }) => void

/** A socket of which the test is the server. */
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

/** Time goes by, and what is due happens; a page that sleeps finds all of it at once when it wakes. */
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
  it('reads everything anew at its first hello: what was read before may be older', () => {
    connected(7, false)
    expect(told).toEqual(['live', 'gap'])
  })

  it('comes back with the number of the last message, and reads nothing anew when the service resumes', () => {
    connected(7, false)
    socket().says('session_updated', 8)
    socket().breaks()
    pass(250)
    expect(socket().since).toBe(8)
    told = []
    connected(8, true)
    expect(told).toEqual(['live'])
  })

  it('reads everything anew when the service cannot resume', () => {
    connected(7, false)
    socket().breaks()
    pass(250)
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
    pass(250)
    socket().breaks()
    expect(told).toEqual(['lost', 'refused', 'lost'])
  })

  it('tries again at once when asked, in place of the attempt that was due', () => {
    socket().breaks()
    live.retry()
    expect(sockets).toHaveLength(2)
    socket().opens()
    pass(250)
    expect(sockets).toHaveLength(2)
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

describe('a service that says nothing', () => {
  it('is asked whether it is there, and stays connected when it answers', () => {
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

  it('is not asked while it says anything else', () => {
    connected(7, false)
    for (let seq = 8; seq < 20; seq += 1) {
      pass(QUIET_MS - 1)
      socket().says('session_updated', seq)
    }
    expect(socket().sent).toEqual([])
  })

  it('is lost when it does not answer, and is connected to anew', () => {
    connected(7, false)
    told = []
    pass(QUIET_MS + ANSWER_MS)
    expect(told).toEqual(['lost'])
    pass(250)
    expect(sockets).toHaveLength(2)
    expect(socket().since).toBe(7)
  })

  it('is asked once more by a page that slept over the answer', () => {
    connected(7, false)
    told = []
    pass(QUIET_MS)
    pass(3_600_000, { asleep: true })
    expect(told).toEqual([])
    expect(socket().sent).toHaveLength(2)
    pass(ANSWER_MS)
    expect(told).toEqual(['lost'])
  })

  it('is given up when it takes a connection and never greets', () => {
    pass(10_000)
    expect(told).toEqual(['refused', 'lost'])
    pass(250)
    expect(sockets).toHaveLength(2)
  })

  it('says nothing more on a connection that was given up', () => {
    connected(7, false)
    const old = socket()
    pass(QUIET_MS + ANSWER_MS)
    told = []
    old.says('session_updated', 8)
    expect(told).toEqual([])
  })
})

describe('the pause before the next attempt', () => {
  it('doubles, up to ten seconds', () => {
    expect([0, 1, 2, 3, 20].map((failures) => backoff(failures, 1))).toEqual([250, 500, 1000, 2000, 10_000])
  })
  it('is never the same for many pages', () => expect(backoff(2, 0)).toBeLessThan(backoff(2, 1)))
})
