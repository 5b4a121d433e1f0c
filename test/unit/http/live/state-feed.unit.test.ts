import { Subject, timer, VirtualTimeScheduler } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Committed } from '../../../../src/events/commit.js'
import { type StateChange, StateFeed } from '../../../../src/http/live/state-feed.js'
import { type Change, Touched } from '../../../../src/projections/touched.js'

let scheduler: VirtualTimeScheduler
let emitted: (StateChange & { readonly at: number })[]
let committed: Subject<Committed>
let feed: StateFeed

beforeEach(() => {
  scheduler = new VirtualTimeScheduler()
  emitted = []
  committed = new Subject()
  feed = new StateFeed(committed, {
    now: () => scheduler.now(),
    after: (milliseconds) => timer(milliseconds, scheduler),
  })
  feed.changes.subscribe((change) => emitted.push({ at: scheduler.now(), ...change }))
})

/** Advances the time and runs what is scheduled. */
const pass = (milliseconds: number): void => {
  const end = scheduler.now() + milliseconds
  scheduler.maxFrames = end
  scheduler.flush()
  scheduler.frame = end
}

const commit = (parts: Partial<Committed>): void => committed.next({ events: [], touched: [], quiet: false, ...parts })
const touch = (session: number, change: Change = 'updated', event?: number): void => {
  const touched = new Touched()
  touched.add('session', session, change)
  if (event !== undefined) touched.add('event', event, 'created')
  commit({ touched: [touched] })
}
const eventOf = (type: string) => [{ type }] as unknown as Committed['events']

const at = (kind: StateChange['kind']): number[] => emitted.filter((change) => change.kind === kind).map((it) => it.at)
/** The announcements of a session, with their times. */
const announced = (session: number): [at: number, change: Change][] =>
  emitted.flatMap((change) => {
    const found = change.kind === 'rows' ? change.rows.of('session').get(session) : undefined
    return found === undefined ? [] : [[change.at, found]]
  })

describe('a row that keeps changing', () => {
  it('is announced at once, then at most ten times a second, and in its last state', () => {
    for (let n = 0; n < 20; n += 1) {
      touch(1, 'updated', n)
      pass(20)
    }
    pass(1000)
    const times = announced(1).map(([time]) => time)
    expect(times[0]).toBe(0)
    expect(times.length).toBeLessThanOrEqual(6)
    expect(times.at(-1)).toBeGreaterThanOrEqual(380)
  })

  it('stays created until it is announced as created', () => {
    touch(1, 'created')
    touch(1)
    pass(0)
    touch(1)
    pass(1000)
    expect(announced(1)).toEqual([
      [0, 'created'],
      [150, 'updated'],
    ])
  })

  it('does not delay a row that changes for the first time by more than the pause', () => {
    touch(1)
    pass(10)
    touch(1)
    pass(10)
    touch(2)
    pass(1000)
    expect(announced(2).map(([time]) => time)).toEqual([50])
  })

  it('drops no events: each is announced once', () => {
    for (let n = 0; n < 50; n += 1) {
      touch(1, 'updated', n)
      pass(7)
    }
    pass(1000)
    const events = emitted.flatMap((change) => (change.kind === 'rows' ? [...change.rows.of('event').keys()] : []))
    expect(events).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })
})

describe('changes in quick succession', () => {
  it('are announced together, 50 ms after the last announcement', () => {
    for (let session = 1; session <= 5; session += 1) {
      touch(session)
      pass(10)
    }
    pass(1000)
    expect(at('rows')).toEqual([0, 50])
  })

  it('of a thousand rows make one announcement per interval', () => {
    for (let n = 0; n < 10; n += 1) {
      for (let session = 0; session < 1000; session += 1) touch(session)
      pass(10)
    }
    pass(1000)
    expect(at('rows')).toHaveLength(2)
    expect(announced(999)).toHaveLength(2)
  })
})

describe('the figures over all rows', () => {
  it('are announced with the first change, and again after the last', () => {
    touch(1)
    pass(300)
    touch(2)
    pass(300)
    touch(3)
    pass(10_000)
    expect(at('figures')).toEqual([0, 1000])
  })

  it('are announced once a second while rows change', () => {
    for (let n = 0; n < 40; n += 1) {
      touch(n)
      pass(100)
    }
    pass(10_000)
    expect(at('figures')).toEqual([0, 1000, 2000, 3000, 4000])
  })

  it('are announced at once after a pause, and not again when nothing changes', () => {
    touch(1)
    pass(5000)
    touch(2)
    pass(5000)
    expect(at('figures')).toEqual([0, 5000])
  })

  it('are announced at once with new prices', () => {
    touch(1)
    pass(300)
    commit({ events: eventOf('pricing-rule-set') })
    pass(10_000)
    expect(at('prices')).toEqual([300])
    expect(at('figures')).toEqual([0, 300])
  })

  it('come after the rows that changed them', () => {
    touch(1)
    pass(0)
    expect(emitted.map(({ kind }) => kind)).toEqual(['rows', 'figures'])
  })
})

describe('an import', () => {
  it('is announced once a second, without its rows', () => {
    const touched = new Touched()
    touched.add('session', 1, 'created')
    for (let n = 0; n < 20; n += 1) {
      commit({ touched: [touched], quiet: true })
      pass(100)
    }
    pass(10_000)
    expect([at('bulk'), at('rows')]).toEqual([[1000, 2000], []])
  })

  it('does not delay the rows that hooks change', () => {
    commit({ quiet: true })
    pass(10)
    touch(1)
    pass(10_000)
    expect(announced(1)).toEqual([[10, 'updated']])
  })
})

describe('an erasure', () => {
  it('is announced as a change of many rows', () => {
    commit({ events: eventOf('session-purged') })
    pass(10_000)
    expect(at('bulk')).toEqual([1000])
  })
})

describe('a flush', () => {
  it('announces what is pending: rows, a bulk change, and then the figures', () => {
    touch(1)
    pass(10)
    touch(1)
    pass(10)
    commit({ quiet: true })
    touch(2)
    emitted = []
    feed.flush()
    expect(emitted.map(({ kind }) => kind)).toEqual(['rows', 'bulk', 'figures'])
    expect([announced(1), announced(2)]).toEqual([[[20, 'updated']], [[20, 'updated']]])
    emitted = []
    pass(10_000)
    expect(emitted).toEqual([])
  })

  it('announces nothing when nothing is pending', () => {
    touch(1)
    pass(10_000)
    emitted = []
    feed.flush()
    expect(emitted).toEqual([])
  })
})
