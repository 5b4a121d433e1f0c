import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { DEFAULT_RULES } from '../../../../src/domain/pricing/defaults.js'
import { DAY } from '../../../../src/domain/time.js'
import { contentKey } from '../../../../src/events/digest.js'
import type { New } from '../../../../src/events/envelope.js'
import { costOfAll, costOfSession } from '../../../../src/projections/queries/cost-result.js'
import { streamOfSession } from '../../../../src/projections/queries/sessions.js'
import { NO_USAGE, usageOfAll, usageOfSessions } from '../../../../src/projections/queries/costs.js'
import { PriceBook } from '../../../../src/projections/pricing/price-book.js'
import { type Kernel, openInMemory } from '../../../support/kernel/kernel.js'

const ALL = visibilityWithin(localPrincipal, 'all')
const EVERYTHING = { sources: [], providers: [] }
const SESSIONS = ['s-1', 's-2', 's-3']
const ZONES = [0, -330, 480]

/** A usage line. Lines of one message occur on different days and in different files and sessions. */
interface Line {
  readonly session: string
  readonly message: number
  readonly hour: number
  readonly agent: string | null
  readonly embedded: boolean
  readonly fast: boolean
  readonly model: string
  readonly counts: readonly number[]
}

const line: fc.Arbitrary<Line> = fc.record({
  session: fc.constantFrom(...SESSIONS),
  message: fc.integer({ min: 1, max: 6 }),
  // Equal times are frequent, because the arrival order must not decide between them.
  hour: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 24 * 70 })),
  agent: fc.constantFrom(null, 'a1'),
  embedded: fc.boolean(),
  fast: fc.boolean(),
  model: fc.constantFrom('claude-opus-4-8', 'claude-sonnet-4-5', 'claude-sonnet-5', 'gpt-5.4', 'nobodys-model'),
  // Prompt sizes on both sides of the long-context limits, so that a line can move its message over one.
  counts: fc.array(fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 160_000 })), {
    minLength: 8,
    maxLength: 8,
  }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 12 })

const START = Date.parse('2026-07-20T00:00:00Z')

const replyOf = (told: Line): New => {
  const [input = 0, output = 0, cacheRead = 0, written5m = 0, written1h = 0, searches = 0, fetches = 0, runs = 0] =
    told.counts
  const usage = {
    input,
    output,
    cacheRead,
    cacheWrite: written5m + written1h,
    cacheWrite1h: written1h,
    webSearch: searches % 3,
    webFetch: fetches % 2,
    codeExecution: runs,
  }
  const event = {
    type: 'reply-recorded',
    data: {
      provider: 'claude',
      line: 1,
      agent: told.agent,
      message: `msg_${told.message}`,
      model: told.model,
      usage,
      speed: told.fast ? 'fast' : 'standard',
      geo: 'global',
      tier: 'standard',
      tool: null,
      excerpt: null,
      ends: false,
      embedded: told.embedded,
    },
    occurredAt: START + (told.hour * DAY) / 24,
    by: 'local',
    via: 'transcript',
    dedup: contentKey(JSON.stringify(told)),
  } as const
  return event
}

const tell = (kernel: Kernel, told: Line): Promise<void> => kernel.append(told.session, [replyOf(told)])
const fresh = (kernel: Kernel): PriceBook => new PriceBook(DEFAULT_RULES, kernel.projector.db)
const shown = (book: PriceBook) => ZONES.map((zone) => costOfAll(ALL, book, EVERYTHING, zone))

/** Returns the sum in units of 1e-10 USD. */
const inSteps = (rows: readonly { readonly cost: number }[]): number =>
  rows.reduce((sum, { cost }) => sum + Math.round(cost * 1e10), 0)

const within = async (work: (kernel: Kernel) => Promise<void>): Promise<void> => {
  const kernel = openInMemory()
  try {
    await work(kernel)
  } finally {
    await kernel.close()
  }
}

describe('cost invariants for generated usage lines', () => {
  it('cached costs equal recomputed costs after every commit', () =>
    fc.assert(
      fc.asyncProperty(lines, (told) =>
        within(async (kernel) => {
          const book = fresh(kernel)
          kernel.committer.committed.subscribe(({ events }) => book.committed(events))
          for (const one of told) {
            await tell(kernel, one)
            expect(shown(book)).toEqual(shown(fresh(kernel)))
          }
        }),
      ),
      { numRuns: 40 },
    ))

  it('the costs of all sessions sum exactly to the total, which is the same in every time zone', () =>
    fc.assert(
      fc.asyncProperty(lines, (told) =>
        within(async (kernel) => {
          await Promise.all(told.map((one) => tell(kernel, one)))
          const [book, { db }] = [fresh(kernel), kernel.projector]
          const streams = db.all<{ stream: number }>('select stream from p_session').map(({ stream }) => stream)
          const sessions = usageOfSessions(db, ALL, book, streams)
          const sum = streams.reduce((total, stream) => total + (sessions.get(stream) ?? NO_USAGE).cost, 0n)
          expect(sum).toBe(usageOfAll(db, ALL, book, EVERYTHING, null).cost)
          expect(usageOfAll(db, ALL, book, EVERYTHING, { from: START, to: Number.MAX_SAFE_INTEGER }).cost).toBe(sum)
          expect(new Set(shown(book).map(({ total_cost }) => total_cost)).size).toBe(1)
        }),
      ),
      { numRuns: 40 },
    ))

  it('the arrival order of lines does not change the total', () =>
    fc.assert(
      fc.asyncProperty(lines, (told) =>
        within((kernel) =>
          within(async (other) => {
            for (const one of told) await tell(kernel, one)
            for (const one of told.toReversed()) await tell(other, one)
            expect(shown(fresh(other)).map(({ total_cost }) => total_cost)).toEqual(
              shown(fresh(kernel)).map(({ total_cost }) => total_cost),
            )
          }),
        ),
      ),
      { numRuns: 30 },
    ))

  it('the total of a session is the same in every time zone and equals the sums of its days and of its breakdown', () =>
    fc.assert(
      fc.asyncProperty(lines, (told) =>
        within(async (kernel) => {
          for (const one of told) await tell(kernel, one)
          const { db } = kernel.projector
          for (const session of SESSIONS) {
            const stream = streamOfSession(db, ALL, session, EVERYTHING)
            if (stream === undefined) continue
            const results = ZONES.map((zone) => costOfSession(db, ALL, fresh(kernel), zone, stream))
            expect(new Set(results.map(({ total_cost }) => total_cost)).size).toBe(1)
            for (const { breakdown, daily_costs, feature_costs, total_cost } of results) {
              expect(inSteps(daily_costs)).toBe(inSteps([{ cost: total_cost }]))
              const parts = [...breakdown, { cost: feature_costs.code_execution_cost }]
              expect(inSteps(parts)).toBe(inSteps([{ cost: total_cost }]))
            }
          }
        }),
      ),
      { numRuns: 30 },
    ))

  it('deleted rows are removed from the cached costs', () =>
    within(async (kernel) => {
      const book = fresh(kernel)
      kernel.committer.committed.subscribe(({ events }) => book.committed(events))
      const told = { agent: null, embedded: false, fast: false, model: 'gpt-5.4', counts: [1000, 0, 0, 0, 0, 0, 0, 0] }
      await tell(kernel, { ...told, session: 's-1', message: 1, hour: 5 })
      await tell(kernel, { ...told, session: 's-2', message: 2, hour: 900 })
      expect(shown(book)[0]?.total_cost).toBe(0.005)
      kernel.connection.exec('delete from p_usage_day where day = (select min(day) from p_usage_day)')
      await tell(kernel, { ...told, session: 's-3', message: 3, hour: 1600 })
      expect(shown(book)[0]?.total_cost).toBe(0.005)
    }))
})
