import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { DEFAULT_RULES } from '../../../../src/domain/pricing/defaults.js'
import { DAY, dayOf, MINUTE } from '../../../../src/domain/time.js'
import type { New } from '../../../../src/events/envelope.js'
import { PriceBook } from '../../../../src/projections/pricing/price-book.js'
import { globalStats } from '../../../../src/projections/queries/stats.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const NOON = Date.parse('2026-07-20T12:00:00Z')
const MILLION = 1_000_000

/** A reply that costs 3 USD. */
const reply = (occurredAt: number): New => ({
  type: 'reply-recorded',
  data: {
    provider: 'claude',
    line: 1,
    agent: null,
    message: `msg_${occurredAt}`,
    model: 'claude-sonnet-4-6',
    usage: {
      input: MILLION,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      cacheWrite1h: 0,
      webSearch: 0,
      webFetch: 0,
      codeExecution: 0,
    },
    speed: 'standard',
    geo: 'global',
    tier: 'standard',
    tool: null,
    excerpt: null,
    ends: false,
    embedded: false,
  },
  occurredAt,
  by: 'local',
  via: 'transcript',
})
const hook = (occurredAt: number): New => ({
  type: 'hook-received',
  data: { kind: 'Stop', provider: 'claude', payload: { session_id: 's' } },
  occurredAt,
  by: 'local',
  via: 'hook',
})

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

describe("today's events and cost", () => {
  it.each([
    ['UTC', 0, NOON - 12 * 60 * MINUTE],
    ['Los Angeles', 420, NOON - 5 * 60 * MINUTE],
    ['Kolkata', -330, NOON - 17.5 * 60 * MINUTE],
  ])('include the day in %s, without the day before or the day after', async (_zone, offset, start) => {
    const moments = [start - 1, start, start + DAY - 1, start + DAY, start + 10 * DAY]
    await kernel.append(
      's',
      moments.flatMap((at) => [hook(at), reply(at)]),
    )
    const { db } = kernel.projector
    const book = new PriceBook(DEFAULT_RULES, db)
    const scope = { sources: [], providers: [] }
    const stats = globalStats(db, visibilityWithin(localPrincipal, 'all'), book, scope, dayOf(NOON, offset))
    expect([stats.events_today, stats.cost_today]).toEqual([2, 6])
    expect([stats.total_events, stats.total_cost]).toEqual([5, 15])
  })
})
