import { expect, it } from 'vitest'
import type { Tx } from '../../../src/events/commit.js'
import { catalogue } from '../../../src/events/catalogue.js'
import {
  alertRuleStream,
  PRICING_STREAM,
  SERVICE_STREAM,
  sessionOfStream,
  sessionStream,
  webhookStream,
} from '../../../src/events/streams.js'

// Checked by the compiler; the test below only runs it.
const appendAll = (tx: Pick<Tx, 'append'>): void => {
  const common = { occurredAt: 1, by: 'local', via: 'http' } as const
  const abandoned = { type: 'session-abandoned', data: { idleMinutes: 1 }, ...common } as const
  const removed = { type: 'pricing-rule-removed', data: { pattern: 'x' }, ...common } as const
  const outcome = {
    target: 't',
    targetName: 'T',
    targetType: 'slack',
    statusCode: 200,
    attempts: 1,
    error: null,
  } as const
  const delivered = { type: 'webhook-delivered', data: { ...outcome, alert: null }, ...common } as const
  const requested = { type: 'webhook-requested', data: { alert: 1, targets: [] }, ...common } as const
  tx.append(sessionStream('s'), abandoned)
  tx.append(PRICING_STREAM, removed)
  tx.append(sessionStream('s'), delivered)
  tx.append(webhookStream('t'), delivered)
  // @ts-expect-error -- an event of sessions on the stream of the prices
  tx.append(PRICING_STREAM, abandoned)
  // @ts-expect-error -- an event of prices on the stream of a session
  tx.append(sessionStream('s'), removed)
  // @ts-expect-error -- an alert's deliveries are requested on the stream of its session
  tx.append(webhookStream('t'), requested)
  const either = Math.random() < 2 ? sessionStream('s') : SERVICE_STREAM
  // @ts-expect-error -- the stream may be of a kind that the event is not for
  tx.append(either, abandoned)
  // @ts-expect-error -- a text is not the name of a stream
  tx.append('session-s', abandoned)
}

it('an event is appended only to a stream that its definition names', () => {
  const names: string[] = []
  appendAll({ append: (stream) => (names.push(stream), { duplicate: true, position: 0 }) })
  expect(names).toHaveLength(9)
})

it('each event names its streams', () => {
  for (const { type, streams } of Object.values(catalogue)) expect(streams.length, type).toBeGreaterThan(0)
})

it('streams keep the names that are in databases', () => {
  expect([sessionStream('x'), alertRuleStream('x'), webhookStream('x'), SERVICE_STREAM, PRICING_STREAM]).toEqual([
    'session-x',
    'alert-rule-x',
    'webhook-x',
    'service',
    'pricing',
  ])
  expect([sessionOfStream('session-a-b'), sessionOfStream('service')]).toEqual(['a-b', undefined])
})
