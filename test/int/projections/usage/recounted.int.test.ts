import { afterEach, beforeEach, expect, it } from 'vitest'
import type { New } from '../../../../src/events/envelope.js'
import { type Kernel, openInMemory } from '../../../support/kernel/kernel.js'

let kernel: Kernel
beforeEach(() => {
  kernel = openInMemory()
})
afterEach(() => kernel.close())

const AT = Date.parse('2026-10-01T10:00:00Z')
const used = (message: string, input: number, more: { readonly basis?: 'request' } = {}): New => ({
  type: 'usage-recorded',
  occurredAt: AT,
  by: 'local',
  via: 'transcript',
  source: 'local',
  data: {
    provider: 'codex',
    line: 1,
    agent: null,
    message,
    model: 'gpt-5.4',
    usage: {
      input,
      output: 1,
      cacheRead: 0,
      cacheWrite: 0,
      cacheWrite1h: 0,
      webSearch: 0,
      webFetch: 0,
      codeExecution: 0,
    },
    speed: 'standard',
    tier: 'standard',
    ...more,
  },
})
const byRequest = { basis: 'request' } as const
const inputs = (table = 'p_usage_session'): number =>
  (kernel.connection.prepare(`select coalesce(sum(input), 0) as n from ${table}`).get() as { n: number }).n

it('drops what an older release counted when the rollout is counted by requests', async () => {
  for (const together of [false, true]) {
    const session = `s-${together}`
    await kernel.append(session, [used('growth 1', 500), used('growth 2', 700)], together)
    const before = inputs()
    await kernel.append(session, [used(`r1-${together}`, 500, byRequest), used('growth 3', 900)], together)
    expect(inputs()).toBe(before - 700)
    expect(inputs('p_usage')).toBe(inputs())
  }
})

it('keeps the token rows of a bundle, and what other sessions counted', async () => {
  await kernel.append('other', [used('growth', 40)])
  await kernel.append('s', [used('bundle:s:1', 3), used('r1', 500, byRequest), used('bundle:s:2', 4)], true)
  expect(inputs()).toBe(547)
})

it('gives the same sums in a rebuild', async () => {
  await kernel.append('s', [used('growth 1', 500)])
  await kernel.append('s', [used('r1', 300, byRequest)])
  await kernel.projector.rebuild(() => undefined)
  expect(inputs()).toBe(300)
})
