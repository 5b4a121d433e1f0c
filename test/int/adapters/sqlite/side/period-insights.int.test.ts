import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Insights } from '../../../../../src/adapters/sqlite/side/insights.js'
import { PeriodInsights } from '../../../../../src/adapters/sqlite/side/period-insights.js'
import { SideFile } from '../../../../../src/adapters/sqlite/side/side-file.js'
import { localPrincipal, visibilityWithin } from '../../../../../src/domain/access/visibility.js'
import { toUsd } from '../../../../../src/domain/pricing/cost.js'
import { dayIn, type Zone, zoneNamed } from '../../../../../src/domain/reports/zone.js'
import { civilDate, DAY } from '../../../../../src/domain/time.js'
import type { New } from '../../../../../src/events/envelope.js'
import { bookInForce } from '../../../../../src/projections/pricing/price-book.js'
import type { TabQuery } from '../../../../../src/projections/queries/insights/tab-query.js'
import { erase } from '../../../../support/kernel/erasing.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'
import { type Told, toldSession } from '../../../../support/kernel/session-script.js'

const everything = visibilityWithin(localPrincipal, 'all')
const BEGAN = Date.parse('2026-11-20T10:00:00Z')
const NOW = BEGAN + 30 * DAY
const ZONES = ['UTC', 'Europe/Rome', 'Asia/Kathmandu', 'America/St_Johns'] as const
const ALL: TabQuery = {
  sources: [],
  providers: [],
  cwd: [],
  model: [],
  from: undefined,
  to: undefined,
  timezone: 'UTC',
}

let kernel: Kernel
let folder: string
let opened: SideFile[]
beforeEach(() => {
  kernel = openKernel()
  folder = mkdtempSync(join(tmpdir(), 'switchyard-periods-'))
  opened = []
})
afterEach(async () => {
  for (const file of opened) file.close()
  await kernel.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (name: string) => {
  const file = new SideFile(join(kernel.folder, 'switchyard.db'), join(folder, name))
  opened.push(file)
  const insights = new Insights(file)
  while (insights.advance());
  return { file, insights, periods: new PeriodInsights(file, insights.counts) }
}

/** Spreads a session over more time, and moves it to another project. */
const stretched = (events: readonly New[], factor: number, cwd: string): readonly New[] =>
  events.map((event) => {
    const data = JSON.parse(JSON.stringify(event.data).replaceAll('"/repo"', JSON.stringify(cwd)))
    return { ...event, data, occurredAt: BEGAN + (event.occurredAt - BEGAN) * factor }
  })

interface Call {
  readonly stream: number
  readonly at: number
  readonly tool: string
  readonly ok: number | null
  readonly ended: number
}

/** Everything that the figures count, read from the rows of each event. */
const truthIn = (
  { db }: SideFile,
  zone: Zone,
  { from, to, cwd }: { from: number; to: number; cwd: readonly string[] },
) => {
  const sessions = db
    .all<{ stream: number; cwd: string | null; started_at: number }>('select stream, cwd, started_at from p_session')
    .filter((session) => cwd.length === 0 || cwd.includes(session.cwd ?? ''))
  const streams = new Set(sessions.map(({ stream }) => stream))
  const within = <R extends { readonly stream: number; readonly at: number }>(rows: readonly R[]): readonly R[] =>
    rows.filter(({ stream, at }) => streams.has(stream) && at >= from && at < to)
  const calls = within(
    db.all<Call & Record<string, never>>(
      `select stream, coalesce(started_at, ended_at) as at, tool, ok, ended_at is not null as ended from p_call
       where repeats = 0`,
    ),
  )
  const events = within(
    db.all<{ stream: number; at: number; type: string } & Record<string, never>>(
      'select stream, at, type from p_event',
    ),
  )
  const agents = within(
    db.all<{ stream: number; at: number; type: string | null } & Record<string, never>>(
      `select stream, started_at as at, subagent_type as type from p_agent where type = 'subagent'`,
    ),
  )
  const replies = within(db.all<Reply>('select * from p_usage'))
  const starts = within(sessions.map(({ stream, started_at }) => ({ stream, at: started_at })))
  const active = [...events.filter(({ type }) => type !== 'SessionEnd'), ...calls, ...agents, ...replies, ...starts]
  const errors = [
    ...calls.filter(({ ok }) => ok === 0),
    ...events.filter(({ type }) => type === 'APIError' || type === 'StopFailure'),
  ]
  return { calls, events, agents, replies, active, errors, dateOf: (at: number) => civilDate(dayIn(zone, at) * DAY) }
}

interface Reply extends Record<string, number | string | null> {
  readonly stream: number
  readonly at: number
}

const streamsOf = (rows: readonly { readonly stream: number }[]): number =>
  new Set(rows.map(({ stream }) => stream)).size
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)
const perDay = (rows: readonly { readonly at: number }[], dateOf: (at: number) => string) => {
  const days = new Map<string, number>()
  for (const { at } of rows) days.set(dateOf(at), (days.get(dateOf(at)) ?? 0) + 1)
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([date, count]) => ({ date, count }))
}

const costOf = (file: SideFile, replies: readonly Reply[]): number => {
  const book = bookInForce(file.db)
  return toUsd(
    replies.reduce(
      (sum, reply) =>
        sum +
        book.price({
          model: String(reply['model']),
          speed: 'standard',
          geo: 'global',
          tier: 'standard',
          context: 0,
          input: Number(reply['input']),
          output: Number(reply['output']),
          cacheRead: Number(reply['cache_read']),
          cacheWrite: Number(reply['cache_write']),
          cacheWrite1h: Number(reply['cache_write_1h']),
          webSearch: 0,
          webFetch: 0,
          codeExecution: 0,
          freeExecution: 0,
          date: civilDate(reply.at),
        }),
      0n,
    ),
  )
}

interface History {
  readonly told: readonly Told[]
  readonly factors: readonly number[]
}

const histories: fc.Arbitrary<History> = fc.record({
  told: fc.tuple(toldSession('a'), toldSession('b'), toldSession('c')),
  // Events are 50 ms apart: within a second, over hours, over days.
  factors: fc.tuple(
    ...([0, 1, 2].map(() => fc.constantFrom(1, 3_000, 40_000)) as [
      fc.Arbitrary<number>,
      fc.Arbitrary<number>,
      fc.Arbitrary<number>,
    ]),
  ),
})
// Bounds on a quarter hour, and anywhere.
const instants = fc.oneof(
  fc.integer({ min: -96, max: 400 }).map((quarters) => BEGAN + quarters * 900_000),
  fc.integer({ min: -DAY, max: 4 * DAY }).map((ms) => BEGAN + ms),
  fc.integer({ min: -100, max: 5_000 }).map((ms) => BEGAN + ms),
)

let made = 0
const record = async ({ told, factors }: History): Promise<ReturnType<typeof open>> => {
  made += 1
  for (const [i, { hooks, transcripts }] of told.entries()) {
    const cwd = i === 2 ? '/blog' : '/shop'
    // The ids of calls are global: a session with the same ids would repeat another's.
    for (const events of [hooks, ...transcripts]) {
      await kernel.append(`s${made}${i}`, stretched(renamed(events, `${made}`), factors[i] ?? 1, cwd), true)
    }
  }
  return open(`side-${made}.db`)
}
const renamed = (events: readonly New[], run: string): readonly New[] =>
  events.map((event) => {
    const data = JSON.stringify(event.data).replaceAll(/((?:toolu|msg|agent|uuid)_[abc])_/g, `$1${run}_`)
    return { ...event, data: JSON.parse(data) }
  })

describe('the figures of a period', () => {
  it('equal those computed from the rows of its events, for any bounds, zone and project', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.array(fc.tuple(instants, instants, fc.constantFrom(...ZONES), fc.constantFrom([], ['/shop'], ['/blog'])), {
          minLength: 1,
          maxLength: 4,
        }),
        async (history, periods) => {
          const { file, periods: insights } = await record(history)
          for (const [one, other, timezone, cwd] of periods) {
            const [from, to] = [Math.min(one, other), Math.max(one, other)]
            const query = { ...ALL, from, to, timezone, cwd }
            const zone = zoneNamed(timezone) as Zone
            const truth = truthIn(file, zone, { from, to, cwd })

            const tools = insights.tools(everything, query, NOW)
            expect(tools.totals).toEqual({
              calls: truth.calls.length,
              finished: truth.calls.filter(({ ended }) => ended === 1).length,
              failed: truth.calls.filter(({ ok }) => ok === 0).length,
            })
            for (const { tool_name, calls, days } of tools.tools) {
              const own = truth.calls.filter(({ tool }) => tool === tool_name)
              expect([calls, days]).toEqual([own.length, perDay(own, truth.dateOf)])
            }

            const errors = insights.errors(everything, query, NOW)
            expect(errors.totals).toEqual({
              errors: truth.errors.length,
              sessions_with_errors: streamsOf(truth.errors),
              sessions: streamsOf(truth.active),
            })
            expect(sumOf(errors.kinds.map(({ errors: n }) => n))).toBe(truth.errors.length)
            expect(sumOf(errors.kinds.flatMap(({ days }) => days.map(({ count }) => count)))).toBe(truth.errors.length)
            for (const { latest } of errors.kinds) expect(latest.length).toBeGreaterThan(0)

            const activity = insights.activity(everything, query, NOW)
            expect(activity.totals.sessions).toBe(streamsOf(truth.active))
            const seen = new Set(truth.active.map(({ stream, at }) => `${truth.dateOf(at)} ${stream}`))
            expect(sumOf(activity.days.flatMap(({ providers }) => providers.map(({ sessions }) => sessions)))).toBe(
              seen.size,
            )
            expect(sumOf(activity.projects.map(({ sessions }) => sessions))).toBe(activity.totals.sessions)

            const agents = insights.agents(everything, query, NOW)
            const started = truth.agents.filter(({ type }) => type !== 'compaction')
            expect(agents.totals).toEqual({
              runs: started.length,
              sessions_with_subagents: streamsOf(started),
              sessions: streamsOf(truth.active),
            })
            expect(agents.compaction.total).toBe(truth.agents.length - started.length)
            expect(sumOf(agents.types.map(({ cost }) => cost))).toBeCloseTo(
              costOf(
                file,
                truth.replies.filter(({ agent }) => agent !== null),
              ),
              9,
            )

            const cost = insights.cost(everything, query, NOW)
            expect(cost.totals).toMatchObject({
              sessions: streamsOf(truth.replies),
              cost: costOf(file, truth.replies),
              output_tokens: sumOf(truth.replies.map(({ output }) => Number(output))),
            })
            expect(cost.days.map(({ date }) => date)).toEqual(
              perDay(truth.replies, truth.dateOf).map(({ date }) => date),
            )

            if (cwd.length > 0) continue
            const between = { from, to }
            const workflows = insights.workflows(everything, { ...ALL, status: undefined }, between, NOW)
            expect(workflows.stats).toMatchObject({
              totalSessions: streamsOf(truth.active),
              totalSubagents: started.length,
              totalCompactions: truth.agents.length - started.length,
            })
            expect(sumOf(workflows.toolFlow.toolCounts.map(({ count }) => count))).toBe(
              truth.calls.filter(({ tool }) => tool !== '').length,
            )
            const analytics = insights.analytics(everything, { ...ALL, status: undefined }, between, 0)
            expect(analytics.overview).toMatchObject({
              total_sessions: streamsOf(truth.active),
              total_events: truth.events.length,
            })
            expect(analytics.total_cost).toBe(costOf(file, truth.replies))
          }
        },
      ),
      { numRuns: 6 },
    )
  })

  it('add up: two halves make the whole, wherever it is split', async () => {
    await fc.assert(
      fc.asyncProperty(histories, instants, async (history, middle) => {
        const { periods } = await record(history)
        const [from, to] = [BEGAN - DAY, BEGAN + 8 * DAY]
        const parts = (query: Partial<TabQuery>) => {
          const asked = { ...ALL, ...query }
          const { states, totals } = periods.activity(everything, asked, NOW)
          const { hours, totals: used } = periods.cost(everything, asked, NOW)
          return [
            ...states.map(({ ms }) => ms),
            sumOf(hours.map(({ ms }) => ms)),
            totals.agent_ms,
            totals.prompts,
            used.total_tokens,
            periods.tools(everything, asked, NOW).totals.calls,
            periods.errors(everything, asked, NOW).totals.errors,
            periods.agents(everything, asked, NOW).totals.runs,
          ]
        }
        const split = Math.min(Math.max(middle, from), to)
        const [before, after] = [parts({ from, to: split }), parts({ from: split, to })]
        expect(before.map((n, i) => n + (after[i] ?? 0))).toEqual(parts({ from, to }))
      }),
      { numRuns: 6 },
    )
  })

  it('are those of all time without bounds', async () => {
    const [history] = fc.sample(histories, { numRuns: 1, seed: 7 })
    const { insights, periods } = await record(history as History)
    const all = insights.workflows(everything, { ...ALL, status: undefined }, NOW)
    const between = { from: 0, to: NOW }
    const { stats, orchestration, toolFlow, patterns, cooccurrence, concurrency, compaction } = periods.workflows(
      everything,
      { ...ALL, status: undefined },
      between,
      NOW,
    )
    expect({ stats, orchestration, toolFlow, patterns, cooccurrence, concurrency, compaction }).toEqual({
      stats: all.stats,
      orchestration: all.orchestration,
      toolFlow: all.toolFlow,
      patterns: all.patterns,
      cooccurrence: all.cooccurrence,
      concurrency: all.concurrency,
      compaction: all.compaction,
    })
    expect(periods.skills(everything, { ...ALL, status: undefined }, between)).toEqual(
      insights.skills(everything, { ...ALL, status: undefined }),
    )
  })

  it('compare with the period of equal length before, in days of the zone', async () => {
    const { periods } = await record(fc.sample(histories, { numRuns: 1, seed: 3 })[0] as History)
    const rome = zoneNamed('Europe/Rome') as Zone
    // The 25th of October has 25 hours in Rome.
    const days = (first: string, last: string) => ({
      ...ALL,
      timezone: 'Europe/Rome',
      from: Date.parse(first) + rome.offsetAt(Date.parse(first)) * 60_000,
      to: Date.parse(last) + rome.offsetAt(Date.parse(last)) * 60_000,
    })
    const november = periods.activity(everything, days('2026-11-10', '2026-12-01'), NOW)
    const before = periods.activity(everything, days('2026-10-20', '2026-11-10'), NOW)
    expect(november.previous).toEqual(before.totals)
    expect(periods.activity(everything, ALL, NOW).previous).toBeNull()
  })

  it('forget an erased session', async () => {
    const { insights, periods } = await record(fc.sample(histories, { numRuns: 1, seed: 5 })[0] as History)
    expect(periods.activity(everything, ALL, NOW).totals.sessions).toBe(3)
    await erase(kernel, [`s${made}0`, `s${made}1`, `s${made}2`])
    insights.forget(kernel.gone)
    expect(periods.activity(everything, ALL, NOW)).toMatchObject({ totals: { sessions: 0, agent_ms: 0 }, days: [] })
    expect(opened.at(-1)?.own.prepare('select count(*) as n from session_count').get()).toEqual({ n: 0 })
  })
})
