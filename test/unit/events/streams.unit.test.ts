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
  // @ts-expect-error -- a session event on the pricing stream
  tx.append(PRICING_STREAM, abandoned)
  // @ts-expect-error -- a pricing event on a session stream
  tx.append(sessionStream('s'), removed)
  // @ts-expect-error -- an alert's deliveries are requested on the stream of its session
  tx.append(webhookStream('t'), requested)
  const either = Math.random() < 2 ? sessionStream('s') : SERVICE_STREAM
  // @ts-expect-error -- the event does not belong to every possible stream
  tx.append(either, abandoned)
  // @ts-expect-error -- a plain string is not a stream name
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

it('stream names match those in existing databases', () => {
  expect([sessionStream('x'), alertRuleStream('x'), webhookStream('x'), SERVICE_STREAM, PRICING_STREAM]).toEqual([
    'session-x',
    'alert-rule-x',
    'webhook-x',
    'service',
    'pricing',
  ])
  expect([sessionOfStream('session-a-b'), sessionOfStream('service')]).toEqual(['a-b', undefined])
})
