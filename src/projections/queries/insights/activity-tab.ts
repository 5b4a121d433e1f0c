import type { Visibility } from '../../../domain/access/visibility.js'
import { quantileOf } from '../../../domain/insights/durations.js'
import type { KeptOfSession, PeriodSums } from '../../../domain/insights/period-sums.js'
import { TIME_STATES } from '../../../domain/insights/state-time.js'
import { civilDate, DAY, type Instant, startOfDay } from '../../../domain/time.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import type { Reader } from '../../sql.js'
import { countsByDay } from '../events.js'
import { type ProjectOf, projectFinder } from '../project-directories.js'
import { hoursIn, periodOf, type SumsOf, type TabQuery } from './tab-query.js'

const YEAR = 365
const PROJECTS = 100
const TOPICS = ['active', 'time'] as const

/**
 * Builds the Activity tab. A session counts on every day on which something of it happened. Time in a state is measured between
 * events (`stateSpans`); agent time is time in the state `working`. A wait counts when it is over. The last twelve months are
 * not affected by the period or the project.
 */
export const activityTab = (db: Reader, visibility: Visibility, sumsOf: SumsOf, query: TabQuery, now: Instant) => {
  const { zone, between, previous } = periodOf(query, now)
  const sums = sumsOf(between, {
    topics: TOPICS,
    hourOf: hoursIn(zone),
    series: (kind, [state]) =>
      kind === 'prompt' ? 'prompts' : kind === 'time' && state === 'working' ? 'agent_ms' : null,
    bySession: (kind, [state]) =>
      kind === 'active' || kind === 'prompt' ? kind : kind === 'time' && state === 'working' ? 'agent_ms' : null,
  })
  const times = timesOf(sums)
  const waits = new Map(sums.of('wait').map(({ parts: [bucket], n }) => [Number(bucket), n]))
  const offset = zone.offsetAt(now)
  return {
    totals: totalsOf(sums),
    previous: previous === null ? null : totalsOf(sumsOf(previous, { topics: TOPICS })),
    days: daysOf(sums),
    states: TIME_STATES.map((state) => ({ state, ms: times.get(state) ?? 0 })),
    waits: {
      count: [...waits.values()].reduce((total, n) => total + n, 0),
      median_ms: quantileOf(waits, 0.5),
      p90_ms: quantileOf(waits, 0.9),
    },
    projects: projectsOf(sums.kept, projectFinder(db, visibility)),
    year: countsByDay(db, visibility, query, startOfDay(now, offset) - (YEAR - 1) * DAY, offset),
  }
}

const timesOf = (sums: PeriodSums): ReadonlyMap<string, number> =>
  new Map(sums.of('time').map(({ parts: [state = ''], n }) => [state, n]))

const totalsOf = (sums: PeriodSums) => ({
  sessions: sums.active.length,
  agent_ms: timesOf(sums).get('working') ?? 0,
  prompts: sums.get('prompt').n,
})

const daysOf = ({ activeDays, series }: PeriodSums) => {
  const days = new Set<number>()
  const providers = new Set<Provider>()
  for (const parts of [activeDays, ...series.values()]) {
    for (const [provider, counts] of parts) {
      providers.add(provider)
      for (const day of counts.keys()) days.add(day)
    }
  }
  return [...days]
    .toSorted((a, b) => a - b)
    .map((day) => ({
      date: civilDate(day * DAY),
      providers: [...providers]
        .toSorted()
        .map((provider) => ({
          provider,
          sessions: activeDays.get(provider)?.get(day) ?? 0,
          agent_ms: series.get('agent_ms')?.get(provider)?.get(day) ?? 0,
          prompts: series.get('prompts')?.get(provider)?.get(day) ?? 0,
        }))
        .filter(({ sessions, agent_ms, prompts }) => sessions + agent_ms + prompts > 0),
    }))
}

const projectsOf = (kept: readonly KeptOfSession[], projectOf: ProjectOf) => {
  const projects = new Map<string | null, { sessions: number; agent_ms: number; prompts: number }>()
  for (const { group, counts } of kept) {
    const cwd = projectOf(group.cwd)
    const project = projects.get(cwd) ?? { sessions: 0, agent_ms: 0, prompts: 0 }
    projects.set(cwd, project)
    if (counts.has('active')) project.sessions += 1
    project.agent_ms += counts.get('agent_ms')?.n ?? 0
    project.prompts += counts.get('prompt')?.n ?? 0
  }
  return [...projects]
    .map(([cwd, project]) => ({ cwd, ...project }))
    .toSorted((a, b) => b.sessions - a.sessions || b.agent_ms - a.agent_ms || (String(a.cwd) < String(b.cwd) ? -1 : 1))
    .slice(0, PROJECTS)
}
