import type { Visibility } from '../../../domain/access/visibility.js'
import { bucketOf, quantileOf } from '../../../domain/insights/durations.js'
import type { Between } from '../../../domain/insights/occurrences.js'
import type { PeriodSums } from '../../../domain/insights/period-sums.js'
import { skillUsageOf } from '../../../domain/insights/workflows.js'
import { type Instant, iso } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import { Filter } from '../filter.js'
import { namedSessions } from './named-sessions.js'
import { byDate, hoursIn, joinedDays, periodOf, type SumsOf, type TabQuery } from './tab-query.js'

const TOPICS = ['calls'] as const
const COMMANDS = 50
const LEAST_RUNS = 3
const SLOWEST = 5
/** Sessions that are read for the slowest calls. */
const CANDIDATES = 25
/** Tools whose duration is that of an agent or of the user. */
const WAITS: ReadonlySet<string> = new Set([
  'Agent',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'Task',
  'TaskOutput',
  'Workflow',
  'request_user_input',
  'wait',
])

/**
 * Builds the Tools tab. A call counts when it starts; the failure rate is that of finished calls. Median and 90th percentile come
 * from a histogram and are at most 10 % off. A command is a program with its subcommand, and counts when it has finished.
 */
export const toolsTab = (db: Reader, visibility: Visibility, sumsOf: SumsOf, query: TabQuery, now: Instant) => {
  const { zone, between, previous } = periodOf(query, now)
  const sums = sumsOf(between, {
    topics: TOPICS,
    hourOf: hoursIn(zone),
    series: (kind, [tool = '']) => (kind === 'call' ? tool : null),
    rank: (kind, [tool = '', , bucket = '']) =>
      kind === 'call' && bucket !== '' && !WAITS.has(tool) ? Number(bucket) : null,
  })
  return {
    totals: totalsOf(sums),
    previous: previous === null ? null : totalsOf(sumsOf(previous, { topics: TOPICS })),
    tools: toolsOf(sums),
    commands: commandsOf(sums),
    slowest: slowestOf(db, visibility, sums, between),
    ...skillUsageOf(sums.tally()),
  }
}

const totalsOf = (sums: PeriodSums) => {
  const totals = { calls: 0, finished: 0, failed: 0 }
  for (const {
    parts: [, outcome],
    n,
  } of sums.of('call')) {
    totals.calls += n
    if (outcome !== 'open') totals.finished += n
    if (outcome === 'failed') totals.failed += n
  }
  return totals
}

const toolsOf = (sums: PeriodSums) => {
  const tools = new Map<string, { calls: number; finished: number; failed: number; lasted: Map<number, number> }>()
  for (const {
    parts: [tool = '', outcome, bucket = ''],
    n,
  } of sums.of('call')) {
    const counts = tools.get(tool) ?? { calls: 0, finished: 0, failed: 0, lasted: new Map<number, number>() }
    tools.set(tool, counts)
    counts.calls += n
    if (outcome !== 'open') counts.finished += n
    if (outcome === 'failed') counts.failed += n
    if (bucket !== '') counts.lasted.set(Number(bucket), (counts.lasted.get(Number(bucket)) ?? 0) + n)
  }
  return [...tools]
    .map(([tool, { calls, finished, failed, lasted }]) => ({
      tool_name: tool === '' ? 'unknown' : tool,
      calls,
      finished,
      failed,
      median_ms: quantileOf(lasted, 0.5),
      p90_ms: quantileOf(lasted, 0.9),
      days: byDate(joinedDays(sums.series.get(tool))),
    }))
    .toSorted((a, b) => b.calls - a.calls || (a.tool_name < b.tool_name ? -1 : 1))
}

const commandsOf = (sums: PeriodSums) => {
  const commands = new Map<string, { runs: number; failed: number }>()
  for (const {
    parts: [command = '', outcome],
    n,
  } of sums.of('command')) {
    const counts = commands.get(command) ?? { runs: 0, failed: 0 }
    commands.set(command, counts)
    counts.runs += n
    if (outcome === 'failed') counts.failed += n
  }
  const rate = ({ runs, failed }: { readonly runs: number; readonly failed: number }): number => failed / runs
  return [...commands]
    .map(([command, counts]) => ({ command, ...counts }))
    .filter(({ runs, failed }) => failed > 0 && runs >= LEAST_RUNS)
    .toSorted((a, b) => rate(b) - rate(a) || b.failed - a.failed || (a.command < b.command ? -1 : 1))
    .slice(0, COMMANDS)
}

interface CallRow {
  readonly stream: number
  readonly tool: string
  readonly target: string | null
  readonly at: Instant
  readonly lasted: number
}

/** Returns the slowest calls: the histogram shows which sessions can have one, and only their calls are read. */
const slowestOf = (db: Reader, visibility: Visibility, sums: PeriodSums, { from, to }: Between) => {
  const counts = new Map<number, number>()
  for (const {
    parts: [tool = '', , bucket = ''],
    n,
  } of sums.of('call')) {
    if (bucket !== '' && !WAITS.has(tool)) counts.set(Number(bucket), (counts.get(Number(bucket)) ?? 0) + n)
  }
  const threshold = lowestOf(counts)
  if (threshold === null) return []
  const candidates = sums.ranks
    .filter(({ rank }) => rank >= threshold)
    .toSorted((a, b) => b.rank - a.rank || b.group.stream - a.group.stream)
    .slice(0, CANDIDATES)
    .map(({ group }) => group.stream)
  const filter = new Filter(visibility, 'stream')
    .and('stream in (select value from json_each(?))', JSON.stringify(candidates))
    .and('repeats = 0 and coalesce(started_at, ended_at) >= ? and coalesce(started_at, ended_at) < ?', from, to)
  const calls = db
    .all<CallRow & Record<string, never>>(
      `select stream, tool, target, coalesce(started_at, ended_at) as at,
         coalesce(duration_ms, max(0, ended_at - started_at)) as lasted from p_call ${filter.where}`,
      ...filter.params,
    )
    .filter(({ tool, lasted }) => lasted !== null && !WAITS.has(tool) && bucketOf(lasted) >= threshold)
    .toSorted((a, b) => b.lasted - a.lasted || a.at - b.at)
    .slice(0, SLOWEST)
  const names = namedSessions(
    db,
    visibility,
    calls.map(({ stream }) => stream),
  )
  return calls.map(({ stream, tool, target, at, lasted }) => ({
    session_id: names.get(stream)?.id ?? '',
    session_name: names.get(stream)?.name ?? '',
    cwd: names.get(stream)?.cwd ?? null,
    tool_name: tool === '' ? 'unknown' : tool,
    target,
    at: iso(at),
    duration_ms: Math.round(lasted),
  }))
}

/** Returns the bucket from which on there are enough calls; null if there are none. */
const lowestOf = (counts: ReadonlyMap<number, number>): number | null => {
  let total = 0
  let lowest: number | null = null
  for (const [bucket, n] of [...counts].toSorted(([a], [b]) => b - a)) {
    if (total >= SLOWEST) break
    total += n
    lowest = bucket
  }
  return lowest
}
