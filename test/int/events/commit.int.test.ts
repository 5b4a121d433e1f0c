import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventIds } from '../../../src/adapters/ids.js'
import { SqliteLog } from '../../../src/adapters/sqlite/log.js'
import { DATABASE_FILE } from '../../../src/adapters/sqlite/open.js'
import { reject, type Rejection } from '../../../src/domain/rejection.js'
import { type Committed, Committer, StorageFailure, type Tx } from '../../../src/events/commit.js'
import { contentKey } from '../../../src/events/digest.js'
import type { Appended, New, SessionEvent } from '../../../src/events/envelope.js'
import { sessionStream } from '../../../src/events/streams.js'
import { Touched } from '../../../src/projections/touched.js'
import { type Kernel, openKernel } from '../../support/kernel/kernel.js'

const hook = (name: string, more: Partial<New<SessionEvent>> = {}): New<SessionEvent> => ({
  type: 'hook-received',
  data: { kind: 'Stop', provider: 'claude', payload: { session_id: 's', name } },
  occurredAt: 1,
  by: 'local',
  via: 'hook',
  ...more,
})

const stream = sessionStream('s')
const appends =
  (name: string, more: Partial<New<SessionEvent>> = {}) =>
  (tx: Tx): Appended =>
    tx.append(stream, hook(name, more))
const refuses = (): never => {
  throw new Error('refused')
}
const positionOf = (appended: Appended): number => (appended.duplicate ? appended.position : appended.event.position)

let kernel: Kernel
let committer: Committer
/** Events per transaction. */
let commits: number[]
let announced: Committed[]

beforeEach(() => {
  kernel = openKernel()
  commits = []
  announced = []
  committer = new Committer({
    log: new SqliteLog(kernel.connection, eventIds()),
    project: (events, mode) => kernel.projector.project(events, mode),
    erase: () => undefined,
    onCommit: (_seconds, events) => commits.push(events.length),
    monotonic: () => 0,
  })
  committer.committed.subscribe((committed) => announced.push(committed))
})
afterEach(() => kernel.close())

const stored = (): { position: number; version: number; name: string }[] =>
  kernel.connection
    .prepare(`select position, version, data ->> '$.payload.name' as name from log order by position`)
    .all() as { position: number; version: number; name: string }[]
const names = () => stored().map(({ name }) => name)

describe('group commit', () => {
  it('commits units submitted in one turn of the event loop in one transaction, in order', async () => {
    const units = Array.from({ length: 100 }, (_, i) => String(i))
    await Promise.all(units.map((name) => committer.submit(appends(name))))
    expect(commits).toEqual([100])
    expect(announced).toHaveLength(1)
    expect(names()).toEqual(units)
    expect(stored().map(({ version }) => version)).toEqual(units.map((_, i) => i + 1))
  })

  it('splits a large batch, so that no transaction blocks others for long', async () => {
    await Promise.all(Array.from({ length: 1100 }, (_, i) => committer.submit(appends(String(i)))))
    expect(commits).toEqual([512, 512, 76])
  })

  it('commits quiet units separately, after the others', async () => {
    await Promise.all([
      committer.submit(appends('a')),
      committer.submit(appends('b'), { quiet: true }),
      committer.submit(appends('c'), { quiet: true }),
      committer.submit(appends('d')),
    ])
    expect(announced.map(({ quiet, events }) => [quiet, events.length])).toEqual([
      [false, 2],
      [true, 2],
    ])
    expect(names()).toEqual(['a', 'd', 'b', 'c'])
  })

  it('commits pending units before it closes, and rejects later ones', async () => {
    const waiting = committer.submit(appends('a'))
    await committer.close()
    await waiting
    await expect(committer.submit(appends('b'))).rejects.toBeInstanceOf(StorageFailure)
    expect(names()).toEqual(['a'])
  })
})

describe('a quiet commit of an import', () => {
  it('is synced by the next hook, or earlier if too much is pending', async () => {
    const begun: string[] = []
    const log = new SqliteLog(kernel.connection, eventIds())
    const begin = log.begin.bind(log)
    log.begin = (durability) => {
      begun.push(durability)
      begin(durability)
    }
    let now = 0
    const parts = { log, project: () => new Touched(), erase: () => undefined, monotonic: () => now }
    const importing = new Committer(parts)
    const slice = (): Promise<unknown> => importing.submit(() => undefined, { quiet: true, events: 100 })
    const begunBy = async (work: () => Promise<unknown>): Promise<string[]> => {
      begun.length = 0
      await work()
      return [...begun]
    }
    const slices = async (): Promise<void> => {
      for (let i = 0; i < 6; i++) await slice()
    }
    expect(await begunBy(slices)).toEqual(Array.from({ length: 6 }, () => 'relaxed'))
    expect(await begunBy(() => importing.submit(appends('hook')))).toEqual(['durable'])
    expect(await begunBy(slices)).toEqual(['relaxed', 'relaxed', 'durable', 'relaxed', 'relaxed', 'durable'])
    now = 60
    expect(await begunBy(slices)).toEqual(Array.from({ length: 6 }, () => 'relaxed'))
    await importing.close()
  })
})

describe('a unit that throws', () => {
  it('is rolled back alone: the others of its batch are stored and announced', async () => {
    const outcomes = await Promise.allSettled([
      committer.submit(appends('a')),
      committer.submit((tx) => {
        tx.append(stream, hook('undone'))
        tx.append(sessionStream('never'), hook('undone'))
        tx.project()
        return refuses()
      }),
      committer.submit(appends('b')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: { message: 'refused' } })
    expect(names()).toEqual(['a', 'b'])
    expect(stored().map(({ version }) => version)).toEqual([1, 2])
    expect(announced.flatMap(({ events }) => events.map(({ version }) => version))).toEqual([1, 2])
    expect(kernel.connection.prepare('select count(*) as n from p_event').get()).toEqual({ n: 2 })
    expect(await committer.submit((tx) => tx.versionOf(sessionStream('never')))).toBe(0)
  })

  it('is rolled back when it is the only one of its batch', async () => {
    await expect(
      committer.submit((tx) => {
        tx.append(stream, hook('undone'))
        return refuses()
      }),
    ).rejects.toThrow('refused')
    expect([stored(), announced]).toEqual([[], []])
  })
})

describe('a unit that returns a rejection', () => {
  const rejection = reject('NOT_FOUND', 'session not found')

  it('after an append commits nothing, alone or in a batch, and its caller gets the rejection', async () => {
    const refused = (tx: Tx): Rejection => {
      tx.append(stream, hook('refused'))
      tx.project()
      return rejection
    }
    expect(await committer.submit(refused)).toEqual(rejection)
    const answers = await Promise.all([
      committer.submit(appends('a')),
      committer.submit(refused),
      committer.submit(appends('b')),
    ])
    expect(answers[1]).toEqual(rejection)
    expect(stored().map(({ name, version }) => [name, version])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(announced.flatMap(({ events }) => events.length)).toEqual([2])
    expect(kernel.connection.prepare('select count(*) as n from p_event').get()).toEqual({ n: 2 })
  })

  it('without an append does not make other units of the batch run twice', async () => {
    let runs = 0
    const counted = (tx: Tx): Appended => {
      runs += 1
      return appends('a')(tx)
    }
    await Promise.all([committer.submit(counted), committer.submit(() => rejection)])
    expect([runs, names()]).toEqual([1, ['a']])
  })
})

describe('a position', () => {
  it('is never reused, not even after a rollback or a deletion', async () => {
    const first = positionOf(await committer.submit(appends('a')))
    await committer
      .submit((tx) => {
        tx.append(stream, hook('undone'))
        return refuses()
      })
      .catch(() => undefined)
    const second = positionOf(await committer.submit(appends('b')))
    expect(second).toBeGreaterThan(first)
    const erase = kernel.connection.prepare('delete from log where position <= ?')
    expect(() => erase.run(second)).toThrow('the newest row of the log stays')
    const record = positionOf(await committer.submit(appends('c', { dedup: contentKey('s', 'c') })))
    expect(erase.run(record - 1).changes).toBe(2)
    expect(record).toBeGreaterThan(second)
    expect(positionOf(await committer.submit(appends('d')))).toBeGreaterThan(record)
  })
})

describe('a duplicate event', () => {
  const dedup = contentKey('s', 'delivery', 'one')

  it('in one batch is stored once, and both callers get the same position', async () => {
    const both = await Promise.all([
      committer.submit(appends('a', { dedup })),
      committer.submit(appends('again', { dedup })),
    ])
    expect(both.map(({ duplicate }) => duplicate)).toEqual([false, true])
    expect(new Set(both.map(positionOf)).size).toBe(1)
    expect(names()).toEqual(['a'])
  })

  it('is detected by the index on disk, not by memory', async () => {
    const position = positionOf(await committer.submit(appends('a', { dedup })))
    const other = new Committer({
      log: new SqliteLog(kernel.connection, eventIds()),
      project: (events, mode) => kernel.projector.project(events, mode),
      erase: () => undefined,
      monotonic: () => 0,
    })
    expect(await other.submit(appends('again', { dedup }))).toEqual({ duplicate: true, position })
    expect(positionOf(await other.submit(appends('b')))).toBeGreaterThan(position)
  })

  it('of a rolled-back unit is stored', async () => {
    const outcomes = await Promise.allSettled([
      committer.submit((tx) => {
        tx.append(stream, hook('undone', { dedup }))
        return refuses()
      }),
      committer.submit(appends('a', { dedup })),
    ])
    expect(outcomes[1]).toMatchObject({ value: { duplicate: false } })
    expect(names()).toEqual(['a'])
  })
})

describe('the result of a submit', () => {
  it('comes after the commit: only then does another connection see the event', async () => {
    const reader = new Database(join(kernel.folder, DATABASE_FILE), { readonly: true })
    const count = () => (reader.prepare('select count(*) as n from log').get() as { n: number }).n
    try {
      let during = -1
      const after = await committer
        .submit((tx) => {
          tx.append(stream, hook('a'))
          during = count()
        })
        .then(count)
      expect([during, after]).toEqual([0, 1])
    } finally {
      reader.close()
    }
  })

  it('comes before the announcement', async () => {
    const order: string[] = []
    committer.committed.subscribe(() => setImmediate(() => order.push('announced')))
    await committer.submit(appends('a')).then(() => order.push('answered'))
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    expect(order).toEqual(['answered', 'announced'])
  })
})

describe('a full disk', () => {
  const large = 'x'.repeat(2_000_000)
  const fill = (): void => {
    const pages = kernel.connection.pragma('page_count', { simple: true }) as number
    kernel.connection.pragma(`max_page_count = ${pages}`)
  }
  const makeRoom = (): void => {
    kernel.connection.pragma('max_page_count = 1000000')
  }

  it('fails every unit of the batch, and nothing of it is stored or announced', async () => {
    await committer.submit(appends('before'))
    fill()
    const outcomes = await Promise.allSettled([
      committer.submit(appends('small')),
      committer.submit(appends(large)),
      committer.submit(appends('small too')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StorageFailure) as unknown })
    expect(names()).toEqual(['before'])
    expect(announced).toHaveLength(1)
  })

  it('leaves no gap in the versions once writes succeed again', async () => {
    await committer.submit(appends('before'))
    fill()
    await expect(committer.submit(appends(large))).rejects.toBeInstanceOf(StorageFailure)
    makeRoom()
    await committer.submit(appends('after'))
    expect(stored().map(({ name, version }) => [name, version])).toEqual([
      ['before', 1],
      ['after', 2],
    ])
  })
})
