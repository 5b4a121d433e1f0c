import { afterEach, describe, expect, it } from 'vitest'
import type { New, Recorded } from '../../../../src/events/envelope.js'
import { defineProjection, type Projection } from '../../../../src/projections/define.js'
import { projections } from '../../../../src/projections/registry.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const hook = (name: string): New => ({
  type: 'hook-received',
  data: { kind: 'Stop', provider: 'claude', payload: { session_id: 's', name } },
  occurredAt: 1,
  by: 'local',
  via: 'hook',
})
const nameOf = (event: Recorded): string =>
  event.type === 'hook-received' ? String(event.data.payload.name) : event.type

/** Stores every name, and throws on `poison` after it has stored it. */
const squeamish: Projection = defineProjection({
  name: 'squeamish',
  version: 1,
  ddl: ['create table p_name (position integer primary key, name text not null)'],
  reads: ['hook-received'],
  apply: (events, db) => {
    for (const event of events) {
      db.run('insert into p_name (position, name) values (?, ?)', event.position, nameOf(event))
      if (nameOf(event) === 'poison') throw new Error('cannot digest this')
    }
  },
  clear: () => undefined,
})

let kernel: Kernel
afterEach(() => kernel.close())

const start = (): void => {
  kernel = openKernel([squeamish, ...projections])
}
const names = () =>
  (kernel.connection.prepare('select name from p_name order by position').all() as { name: string }[]).map(
    ({ name }) => name,
  )
const parked = () => kernel.projector.parked()
const eventRows = () => (kernel.connection.prepare('select count(*) as n from p_event').get() as { n: number }).n

describe('an event that makes a projection throw', () => {
  it('is parked with its position and error, stays in the log and does not block later events', async () => {
    start()
    await kernel.append('s', ['a', 'poison', 'b'].map(hook))
    expect(names()).toEqual(['a', 'b'])
    expect(parked()).toEqual([{ projection: 'squeamish', position: 2, error: 'Error: cannot digest this' }])
    expect(kernel.connection.prepare('select count(*) as n from log').get()).toEqual({ n: 3 })
  })

  it('does not affect other events of its batch or other projections', async () => {
    start()
    await kernel.append('s', ['a', 'poison', 'b', 'poison', 'c'].map(hook), true)
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(parked().map(({ position }) => position)).toEqual([2, 4])
    expect(eventRows()).toBe(5)
  })

  it('does not fail other appends in its transaction', async () => {
    start()
    const answers = ['a', 'poison', 'b'].map((name) => kernel.append('s', [hook(name)]))
    expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
    expect(names()).toEqual(['a', 'b'])
  })

  it('is parked once by a rebuild', async () => {
    start()
    await kernel.append('s', ['a', 'poison', 'b'].map(hook))
    const before = parked()
    const result = await kernel.projector.rebuild(() => undefined)
    expect(result).toEqual({ events: 3, parked: 1, unknown: 0 })
    expect([names(), parked()]).toEqual([['a', 'b'], before])
  })
})

describe('a full disk while tables are updated', () => {
  it('rejects the events without parking them', async () => {
    const greedy: Projection = defineProjection({
      name: 'greedy',
      version: 1,
      ddl: ['create table p_filler (bytes blob not null)'],
      reads: ['hook-received'],
      apply: (events, db) => {
        for (const event of events) {
          if (nameOf(event) === 'large') db.run('insert into p_filler (bytes) values (zeroblob(4000000))')
        }
      },
      clear: () => undefined,
    })
    kernel = openKernel([greedy, ...projections])
    await kernel.append('s', [hook('a')])
    const pages = kernel.connection.pragma('page_count', { simple: true }) as number
    kernel.connection.pragma(`max_page_count = ${pages + 50}`)
    const answers = await Promise.allSettled(['b', 'large', 'c'].map((name) => kernel.append('s', [hook(name)])))
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect([parked(), eventRows()]).toEqual([[], 1])
    kernel.connection.pragma('max_page_count = 1000000')
    await kernel.append('s', [hook('large')])
    expect([parked(), eventRows()]).toEqual([[], 2])
  })
})
