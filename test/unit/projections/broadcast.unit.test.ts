import { Subject } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Committed } from '../../../src/events/commit.js'
import { type Announcement, Broadcaster } from '../../../src/projections/broadcast.js'

interface Timer {
  readonly at: number
  readonly work: () => void
}

let now: number
let timers: Timer[]
let told: { readonly at: number; readonly announcement: Announcement }[]
let committed: Subject<Committed>
let broadcaster: Broadcaster

beforeEach(() => {
  now = 0
  timers = []
  told = []
  committed = new Subject()
  broadcaster = new Broadcaster({
    committed,
    announce: (announcement) => told.push({ at: now, announcement }),
    now: () => now,
    later: (milliseconds, work) => {
      const timer = { at: now + milliseconds, work }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
  })
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Lets the time pass, with all that was to be done in it. */
const passes = async (milliseconds: number): Promise<void> => {
  const end = now + milliseconds
  for (;;) {
    await turn()
    const [next] = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
    if (next === undefined) break
    timers = timers.filter((timer) => timer !== next)
    now = next.at
    next.work()
  }
  now = end
}

const change = (event: number): void => {
  const touched = {
    events: new Set([event]),
    sessions: new Set([1]),
    createdSessions: new Set<number>(),
    agents: new Set<string>(),
    workflows: new Set<string>(),
    createdAgents: new Set<string>(),
  }
  committed.next({ events: [], touched: [touched], quiet: false })
}

const statsAt = () => told.filter(({ announcement }) => announcement.stats).map(({ at }) => at)

describe('the figures over all sessions', () => {
  it('are told with the first change, and once more after the last', async () => {
    change(1)
    await passes(300)
    change(2)
    await passes(300)
    change(3)
    await passes(10_000)
    expect(statsAt()).toEqual([0, 1000])
    expect(told.at(-1)).toMatchObject({ at: 1000, announcement: { stats: true, events: [] } })
  })

  it('are told once a second in a storm, the newest last', async () => {
    for (let n = 0; n < 40; n += 1) {
      change(n)
      await passes(100)
    }
    await passes(10_000)
    expect(statsAt()).toEqual([0, 1000, 2000, 3000, 4000])
  })

  it('are told at once after a pause, and not again when nothing changes', async () => {
    change(1)
    await passes(5000)
    change(2)
    await passes(5000)
    expect(statsAt()).toEqual([0, 5000])
  })

  it('that are held back are told at the end', async () => {
    change(1)
    await passes(100)
    change(2)
    broadcaster.close()
    await passes(10_000)
    expect(statsAt()).toEqual([0, 100])
    expect(timers).toEqual([])
  })
})

describe('a row that keeps changing', () => {
  it('is told at once, then at most ten times a second, and as it is at last', async () => {
    for (let n = 0; n < 20; n += 1) {
      change(n)
      await passes(20)
    }
    await passes(1000)
    const sessionsAt = told.filter(({ announcement }) => announcement.sessions.size > 0).map(({ at }) => at)
    expect(sessionsAt[0]).toBe(0)
    expect(sessionsAt.length).toBeLessThanOrEqual(6)
    expect(sessionsAt.at(-1)).toBeGreaterThanOrEqual(380)
    expect(told.flatMap(({ announcement }) => announcement.events)).toHaveLength(20)
  })
})
