import { SESSION_STATUSES } from '../session/status.js'
import { DAY, type Instant } from '../time.js'
import type { Counted, Tally } from './tally.js'

const TREND_DAYS = 56
const MILLION = 1e6

const tenth = (value: number): number => Math.round(value * 10) / 10
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
const percent = (part: number, whole: number): number => tenth(share(part, whole) * 100)
const first = ({ parts }: Counted): string => parts[0] ?? ''
const arrow = ({ parts, n }: Counted) => ({ source: parts[0] ?? '', target: parts[1] ?? '', n })

/** Builds the aggregates of `GET /api/workflows` that are sums over sessions. Lists of single sessions are not included. */
export const workflowsOf = (tally: Tally, now: Instant) => {
  const statuses = Object.fromEntries(SESSION_STATUSES.map((status) => [status, tally.get('session', status)]))
  const sessions = Object.values(statuses).reduce((a, b) => a + b, 0)
  const finished = (statuses.completed ?? 0) + (statuses.error ?? 0)
  const flows = tally.of('flow').map(arrow)
  const [top] = flows
  const compacted = tally.get('compacted')
  return {
    stats: {
      totalSessions: sessions,
      totalAgents: tally.get('agents'),
      totalSubagents: tally.get('subagents'),
      avgSubagents: tenth(share(tally.get('subagents'), sessions)),
      successRate: percent(statuses.completed ?? 0, finished),
      avgDepth: tenth(share(tally.get('depth'), sessions)),
      avgDurationSec: Math.round(share(tally.get('seconds'), tally.get('ended'))),
      totalCompactions: tally.get('compactions'),
      avgCompactions: tenth(share(tally.get('compactions'), sessions)),
      topFlow: top === undefined ? null : { source: top.source, target: top.target, count: top.n },
    },
    orchestration: {
      sessionCount: sessions,
      mainCount: tally.get('mains'),
      subagentTypes: tally.of('type').map((type) => ({
        subagent_type: first(type),
        count: type.n,
        completed: tally.get('type-completed', first(type)),
        errors: tally.get('type-errors', first(type)),
      })),
      edges: tally
        .of('edge')
        .map((edge) => ({ source: arrow(edge).source, target: arrow(edge).target, weight: edge.n })),
      outcomes: (['completed', 'error'] as const)
        .map((status) => ({ status, count: statuses[status] ?? 0 }))
        .filter(({ count }) => count > 0),
      compactions: { total: tally.get('compactions'), sessions: compacted },
    },
    toolFlow: {
      transitions: flows.slice(0, 50).map(({ source, target, n }) => ({ source, target, value: n })),
      toolCounts: tally
        .of('tool')
        .slice(0, 15)
        .map((tool) => ({ tool_name: first(tool), count: tool.n })),
    },
    effectiveness: effectivenessOf(tally, now),
    patterns: {
      patterns: tally
        .of('pattern')
        .filter(({ n }) => n >= 2)
        .slice(0, 10)
        // The share of sessions with the pattern. Dividing the occurrences by the sessions could exceed 100%.
        .map(({ parts, n }) => ({
          steps: parts,
          count: n,
          percentage: percent(tally.get('pattern-sessions', ...parts), sessions),
        })),
      soloSessionCount: tally.get('solo'),
      soloPercentage: percent(tally.get('solo'), sessions),
    },
    modelDelegation: {
      mainModels: tally.of('main-model').map((model) => ({
        model: first(model),
        agent_count: model.n,
        session_count: model.n,
      })),
      subagentModels: tally.of('subagent-model').map((model) => ({ model: first(model), agent_count: model.n })),
    },
    errorPropagation: {
      byDepth: tally
        .of('error-depth')
        .map((depth) => ({ depth: Number(first(depth)), count: depth.n }))
        .toSorted((a, b) => a.depth - b.depth),
      byType: tally
        .of('error-type')
        .slice(0, 5)
        .map((type) => ({ subagent_type: first(type), count: type.n })),
      eventErrors: tally.top('error-text', 10).map((text) => ({ summary: first(text), count: text.n })),
      sessionsWithErrors: tally.get('errored'),
      totalSessions: sessions,
      errorRate: percent(tally.get('errored'), sessions),
    },
    concurrency: {
      aggregateLanes: tally.of('lane').map((lane) => ({
        name: first(lane),
        avgStart: fraction(tally.get('lane-start', first(lane)), lane.n),
        avgEnd: fraction(tally.get('lane-end', first(lane)), lane.n),
        count: lane.n,
      })),
    },
    compaction: {
      totalCompactions: tally.get('compactions'),
      tokensRecovered: tally.get('recovered'),
      sessionsWithCompactions: compacted,
      totalSessions: sessions,
    },
    cooccurrence: tally
      .of('pair')
      .filter(({ n }) => n >= 2)
      .slice(0, 40)
      .map((pair) => ({ source: arrow(pair).source, target: arrow(pair).target, weight: pair.n })),
  }
}

const fraction = (millionths: number, count: number): number =>
  Math.round((share(millionths, count) / MILLION) * 1000) / 1000

/** Builds the figures per subagent type; `trend` counts the last eight weeks by weekday, Monday first. */
const effectivenessOf = (tally: Tally, now: Instant) => {
  const today = Math.floor(now / DAY)
  const trends = new Map<string, number[]>()
  for (const { parts, n } of tally.of('type-day')) {
    const [type = '', day = '0'] = parts
    if (Number(day) <= today - TREND_DAYS || Number(day) > today) continue
    const trend = trends.get(type) ?? [0, 0, 0, 0, 0, 0, 0]
    // 1 January 1970 was a Thursday.
    const weekday = (Number(day) + 3) % 7
    trend[weekday] = (trend[weekday] ?? 0) + n
    trends.set(type, trend)
  }
  return tally
    .of('type')
    .slice(0, 12)
    .map((type) => {
      const name = first(type)
      const [completed, errors] = [tally.get('type-completed', name), tally.get('type-errors', name)]
      const timed = tally.get('type-timed', name)
      return {
        subagent_type: name,
        total: type.n,
        completed,
        errors,
        sessions: tally.get('type-sessions', name),
        successRate: completed + errors === 0 ? 100 : percent(completed, completed + errors),
        avgDuration: timed === 0 ? null : Math.round(tally.get('type-seconds', name) / timed),
        trend: trends.get(name) ?? [0, 0, 0, 0, 0, 0, 0],
      }
    })
}

/** Returns how often skills were used, and the plugins they come from. */
export const skillUsageOf = (tally: Tally) => {
  const pluginOf = (skill: string): string | null => (skill.includes(':') ? (skill.split(':', 1)[0] ?? null) : null)
  const plugins = new Map<string, { skills: number; skillCalls: number; mcpCalls: number }>()
  const plugin = (name: string) => {
    const known = plugins.get(name) ?? { skills: 0, skillCalls: 0, mcpCalls: 0 }
    plugins.set(name, known)
    return known
  }
  for (const skill of tally.of('skill')) {
    const owner = pluginOf(first(skill))
    if (owner === null) continue
    plugin(owner).skills += 1
    plugin(owner).skillCalls += skill.n
  }
  for (const calls of tally.of('plugin-calls')) plugin(first(calls)).mcpCalls += calls.n
  return {
    skills: tally
      .of('skill')
      .slice(0, 30)
      .map((skill) => ({
        name: first(skill),
        plugin: pluginOf(first(skill)),
        count: skill.n,
        sessions: tally.get('skill-sessions', first(skill)),
      })),
    plugins: [...plugins]
      .map(([name, counts]) => ({ name, ...counts }))
      .toSorted((a, b) => b.skillCalls + b.mcpCalls - a.skillCalls - a.mcpCalls || (a.name < b.name ? -1 : 1)),
  }
}
