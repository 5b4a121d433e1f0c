import { Effect, Fiber, TestClock, TestContext } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Serial } from '../../../../src/commands/kernel/serial.js'
import { Deliveries } from '../../../../src/commands/reactors/deliveries.js'
import type { Delivery } from '../../../../src/commands/webhooks/deliver.js'
import { SYSTEM } from '../../../../src/domain/access/author.js'
import { sessionStream, webhookStream } from '../../../../src/events/streams.js'
import type { Reader } from '../../../../src/projections/sql.js'
import { until } from '../../../support/agents/until.js'
import { hookOf } from '../../../support/alerts/watched.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const OK: Delivery = { ok: true, status: 200, error: null, retryable: false }
const BUSY: Delivery = { ok: false, status: 503, error: 'HTTP 503', retryable: true }

let kernel: Kernel
/** The outcomes that were committed, as `event target attempts`. */
let outcomes: string[]
beforeEach(async () => {
  kernel = openKernel()
  outcomes = []
  kernel.committer.committed.subscribe(({ events }) => {
    for (const { type, data } of events) {
      if (type === 'webhook-delivered' || type === 'webhook-failed')
        outcomes.push(`${type} ${data.targetName} ${data.attempts}`)
    }
  })
  await kernel.append('s', [hookOf('Stop', {}, NOON)])
})
afterEach(() => kernel.close())

const target = async (id: string): Promise<void> => {
  const settings = { target: id, name: id, targetType: 'generic', enabled: true, urlPreview: null } as const
  const secrets = { hasSecret: false, headerNames: [], config: {}, secretFields: [], ruleIds: null }
  await kernel.committer.submit((tx) => {
    tx.append(webhookStream(id), {
      type: 'webhook-target-set',
      data: { ...settings, ...secrets },
      occurredAt: NOON,
      ...SYSTEM,
    })
  })
}

/** Fires an alert and requests its delivery to targets. */
const request = (...targets: string[]): Promise<void> =>
  kernel.committer.submit((tx) => {
    const alert = {
      rule: 'r',
      ruleName: 'R',
      ruleType: 'event_pattern',
      agent: null,
      message: 'm',
      details: {},
    } as const
    const fired = tx.append(sessionStream('s'), { type: 'alert-fired', data: alert, occurredAt: NOON, ...SYSTEM })
    if (fired.duplicate) throw new Error('fired before')
    const data = { alert: fired.event.position, targets }
    tx.append(sessionStream('s'), { type: 'webhook-requested', data, occurredAt: NOON, ...SYSTEM })
  })

/** Runs deliveries during `scene`, on a test clock. */
const playing = async (
  answers: Readonly<Record<string, readonly Delivery[]>>,
  scene: (stage: {
    readonly sent: readonly string[]
    readonly deliveries: Deliveries
    readonly complaints: readonly string[]
  }) => Effect.Effect<void>,
  db: Reader = kernel.projector.db,
): Promise<void> => {
  const sent: string[] = []
  const complaints: string[] = []
  const left = new Map(Object.entries(answers).map(([id, list]) => [id, [...list]]))
  const deliveries = new Deliveries({
    committer: kernel.committer,
    clock: { now: () => NOON, monotonic: () => 0 },
    db,
    deliver: ({ id }) =>
      Effect.suspend(() => {
        sent.push(id)
        const answer = left.get(id)?.shift()
        return answer === undefined ? Effect.never : Effect.succeed(answer)
      }),
    serial: new Serial(),
    onError: (error) => void complaints.push(String(error)),
  })
  const program = Effect.gen(function* () {
    const fiber = yield* Effect.fork(deliveries.run as Effect.Effect<never>)
    yield* scene({ sent, deliveries, complaints })
    yield* Fiber.interrupt(fiber)
  })
  await Effect.runPromise(Effect.provide(program, TestContext.TestContext))
}
/** Waits for a condition, and then until every fiber sleeps: a clock adjusted earlier would not wake them. */
const wait = (what: string, condition: () => boolean) =>
  Effect.promise(async () => {
    await until(what, condition)
    await new Promise((resolve) => setImmediate(resolve))
  })

describe('a delivery that fails', () => {
  it('is retried after 1.5 s, 3 s, 6 s and 12 s, and then fails', async () => {
    await target('t')
    await request('t')
    const waits = [1500, 3000, 6000, 12_000]
    await playing({ t: [BUSY, BUSY, BUSY, BUSY, BUSY] }, ({ sent, deliveries }) =>
      Effect.gen(function* () {
        for (const [i, milliseconds] of waits.entries()) {
          yield* wait('the pause', () => deliveries.retryOf('t')?.attempts === i + 1)
          expect(deliveries.retryOf('t')).toMatchObject({ error: 'HTTP 503', at: NOON + milliseconds })
          yield* TestClock.adjust(milliseconds - 1)
          expect(sent).toHaveLength(i + 1)
          yield* TestClock.adjust(1)
        }
        yield* wait('the outcome', () => outcomes.length > 0)
        expect([sent.length, deliveries.retryOf('t')]).toEqual([5, undefined])
      }),
    )
    expect(outcomes).toEqual(['webhook-failed t 5'])
  })

  it('delays later deliveries of its webhook, but not of others', async () => {
    await target('slow')
    await target('quick')
    await request('slow', 'quick')
    await request('slow', 'quick')
    await playing({ slow: [BUSY, OK, OK], quick: [OK, OK] }, () =>
      Effect.gen(function* () {
        yield* wait('the quick target', () => outcomes.length === 2)
        expect(outcomes).toEqual(['webhook-delivered quick 1', 'webhook-delivered quick 1'])
        yield* TestClock.adjust(1500)
        yield* wait('the slow target', () => outcomes.length === 4)
      }),
    )
    expect(outcomes.slice(2)).toEqual(['webhook-delivered slow 2', 'webhook-delivered slow 1'])
  })

  it('is sent again after a stop, without an outcome of the interrupted attempt', async () => {
    await target('t')
    await request('t')
    await playing({}, ({ sent }) => wait('the request', () => sent.length === 1))
    expect(outcomes).toEqual([])
    await playing({ t: [OK] }, () => wait('the outcome', () => outcomes.length === 1))
  })
})

describe('a requested delivery', () => {
  it('is queued behind a running one', async () => {
    await target('t')
    await playing({ t: [BUSY, OK, OK, OK] }, ({ deliveries }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => request('t'))
        yield* wait('the pause', () => deliveries.retryOf('t') !== undefined)
        yield* Effect.promise(() => request('t'))
        yield* Effect.promise(() => request('t'))
        yield* TestClock.adjust(1500)
        yield* wait('all three', () => outcomes.length === 3)
      }),
    )
  })

  it('is retried after a database failure without a new request', async () => {
    await target('t')
    await request('t')
    const { db } = kernel.projector
    let failures = 2
    const failing: Reader = {
      get: (sql, ...params) => db.get(sql, ...params),
      all: (sql, ...params) => {
        // Fails the query for the next delivery of a webhook, not the one for the list of webhooks.
        if (sql.includes('p_webhook_due') && !sql.includes('distinct') && failures > 0) {
          failures -= 1
          throw new Error('the disk is busy')
        }
        return db.all(sql, ...params)
      },
    }
    const scene = ({ complaints }: { readonly complaints: readonly string[] }) =>
      Effect.gen(function* () {
        yield* wait('the first failure', () => complaints.length === 1)
        yield* TestClock.adjust('1 second')
        yield* wait('the second failure', () => complaints.length === 2)
        yield* TestClock.adjust('2 seconds')
        yield* wait('the outcome', () => outcomes.length === 1)
      })
    await playing({ t: [OK] }, scene, failing)
    expect(outcomes).toEqual(['webhook-delivered t 1'])
  })
})
