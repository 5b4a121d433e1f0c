import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqlitePartlyTaken } from '../../../../../src/adapters/sqlite/partly-taken.js'
import { sessionTaker } from '../../../../../src/commands/maintenance/bundle/take.js'
import type { StagedBundle } from '../../../../../src/commands/ports/bundles.js'
import type { Committed } from '../../../../../src/events/commit.js'
import { sessionStream } from '../../../../../src/events/streams.js'
import { erase } from '../../../../support/kernel/erasing.js'
import { IMPORTER } from '../../../../support/kernel/authors.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'

const SESSION = 's1'
const MANY = 200
class BrokeOff extends Error {}

let kernel: Kernel
let committed: Committed[]
beforeEach(() => {
  kernel = openKernel()
  committed = []
  kernel.committer.committed.subscribe((one) => committed.push(one))
})
afterEach(() => kernel.close())

const row = (n: number, word = 'told') => ({
  type: 'hook-received',
  schema: 1,
  at: 1000 + n,
  source: 'local',
  by: 'local',
  via: 'hook',
  dedup: null,
  data: { kind: 'Notification', provider: 'claude', payload: { session_id: SESSION, message: `${word} ${n}` } },
})

/** A bundle with the log rows of one session. `reading` is called before each row is read. */
const bundleOf = (rows: readonly unknown[], reading: (n: number) => void = () => undefined): StagedBundle => ({
  scalars: {},
  lists: new Set(['log']),
  bytes: 0,
  bytesOf: () => 0,
  sessions: () => [SESSION],
  rows: function* (list) {
    if (list !== 'log') return
    for (const [n, one] of rows.entries()) {
      reading(n)
      yield one
    }
  },
  others: () => [],
  count: (list) => (list === 'log' ? rows.length : 0),
  discard: () => undefined,
})

const whole = Array.from({ length: MANY }, (_, n) => row(n))
const breaksOffAt = (at: number) =>
  bundleOf(whole, (n) => {
    if (n === at) throw new BrokeOff()
  })

const take = (bundle: StagedBundle) => {
  const { committer, projector } = kernel
  const clock = { now: () => 5000, monotonic: () => 0 }
  const partly = sqlitePartlyTaken(projector.db)
  return sessionTaker({ committer, clock, db: projector.db, partly, room: () => Promise.resolve() })(
    bundle,
    SESSION,
    IMPORTER,
  )
}

const told = (): string[] =>
  kernel.connection
    .prepare(`select data ->> '$.payload.message' as message from log where type = 'hook-received' order by position`)
    .all()
    .map((found) => (found as { message: string }).message)
const inOrder = whole.map(({ data }) => data.payload.message)

describe('a session of a bundle', () => {
  it('is imported in several quiet commits, so that hooks do not wait', async () => {
    expect(await take(bundleOf(whole))).toEqual({ outcome: 'imported', broken: 0 })
    expect(told()).toEqual(inOrder)
    expect(committed.map(({ events }) => events.length)).toEqual([64, 64, 64, 8])
    expect(committed.every(({ quiet }) => quiet)).toBe(true)
  })

  it.each([
    ['another user', { by: 'user:eve', via: 'http' }, 'user:eve http'],
    ['the service', { by: 'host', via: 'system' }, 'host system'],
    ['an actor of an earlier release', { by: undefined, via: undefined, actor: 'hook' }, 'local hook'],
    ['an unknown user, and an actor', { by: 'root', via: 'http', actor: 'bundle' }, 'local import'],
  ])('belongs to its importer, and %s as its author is kept as data only', async (_who, named, claimed) => {
    expect(await take(bundleOf([{ ...row(0), ...named }]))).toEqual({ outcome: 'imported', broken: 0 })
    expect(kernel.connection.prepare('select principal, via, claimed from log').all()).toEqual([
      { principal: 'local', via: 'import', claimed },
    ])
  })

  it('is imported without events that have no author or belong to other streams', async () => {
    const nobody = { ...row(1), by: undefined, via: undefined }
    const cleared = { ...row(2), type: 'pricing-rule-removed', data: { pattern: 'claude%' } }
    expect(await take(bundleOf([row(0), nobody, cleared]))).toEqual({ outcome: 'imported', broken: 2 })
    expect(told()).toEqual(['told 0'])
  })

  it('is skipped if it exists', async () => {
    await take(bundleOf(whole))
    expect(await take(bundleOf(whole))).toEqual({ outcome: 'skipped', broken: 0 })
    expect(await take(bundleOf([row(9999)]))).toEqual({ outcome: 'skipped', broken: 0 })
    expect(told()).toEqual(inOrder)
  })

  it.each([1, 63, 64, 65, 129, 199])('is resumed after an import that was interrupted at row %i', async (at) => {
    await expect(take(breaksOffAt(at))).rejects.toThrow(BrokeOff)
    expect(told().length).toBeLessThanOrEqual(at)
    expect(await take(bundleOf(whole))).toEqual({ outcome: 'imported', broken: 0 })
    expect(told()).toEqual(inOrder)
    expect(await take(bundleOf(whole))).toEqual({ outcome: 'skipped', broken: 0 })
    expect(told()).toEqual(inOrder)
  })

  it('is complete after two interruptions', async () => {
    for (const at of [70, 150]) await expect(take(breaksOffAt(at))).rejects.toThrow(BrokeOff)
    await take(bundleOf(whole))
    expect(told()).toEqual(inOrder)
  })

  it('is resumed from a later bundle with the same and more events', async () => {
    await expect(take(breaksOffAt(150))).rejects.toThrow(BrokeOff)
    const more = [...whole, row(MANY)]
    expect(await take(bundleOf(more))).toEqual({ outcome: 'imported', broken: 0 })
    expect(told()).toEqual([...inOrder, `told ${MANY}`])
  })

  it.each([
    ['tells something else', whole.map((one, n) => (n === 100 ? row(n, 'else') : one))],
    ['tells less than was taken', whole.slice(0, 10)],
    ['ends with what was taken', whole.slice(0, 128)],
  ])('is not changed by a bundle that %s', async (_what, rows) => {
    await expect(take(breaksOffAt(150))).rejects.toThrow(BrokeOff)
    const before = told()
    expect(before.length).toBe(128)
    expect(await take(bundleOf(rows))).toEqual({ outcome: 'skipped', broken: 0 })
    expect(told()).toEqual(before)
  })

  it('keeps hooks that arrive before the import is complete', async () => {
    await expect(take(breaksOffAt(150))).rejects.toThrow(BrokeOff)
    await kernel.committer.submit((tx) => {
      const { type, by, via, data } = row(0, 'live')
      tx.append(sessionStream(SESSION), { type, by, via, data, occurredAt: 9000 } as never)
    })
    await take(bundleOf(whole))
    expect(told()).toEqual([...inOrder.slice(0, 128), 'live 0', ...inOrder.slice(128)])
  })

  it('is not partly restored when it is deleted during the import', async () => {
    const erasures: Promise<void>[] = []
    const bundle = bundleOf(whole, (n) => {
      if (n === 100) erasures.push(erase(kernel, [SESSION]))
    })
    expect(await take(bundle)).toEqual({ outcome: 'skipped', broken: 0 })
    await Promise.all(erasures)
    expect(told()).toEqual([])
    // The tombstone does not block a complete import.
    expect(await take(bundleOf(whole))).toEqual({ outcome: 'imported', broken: 0 })
    expect(told()).toEqual(inOrder)
  })

  it('is imported without its invalid rows', async () => {
    const rows = whole.map((one, n) => (n % 50 === 7 ? { ...one, type: 'never-heard-of' } : one))
    expect(await take(bundleOf(rows))).toEqual({ outcome: 'imported', broken: 4 })
    expect(told()).toEqual(inOrder.filter((_, n) => n % 50 !== 7))
    expect(await take(bundleOf(rows))).toEqual({ outcome: 'skipped', broken: 0 })
  })
})
