import type { RouteAnswer } from '../../../src/http/contract/index.js'
import type { RunningServer } from '../program.js'
import { quantile } from '../quantile.js'
import { type Bench, limitRow, type Measurement, ratioRow, type Row } from '../row.js'
import { caughtUp, getJson, startService } from '../service.js'

interface Read {
  readonly what: string
  readonly path: string
  /** Maximum median on the large database, in milliseconds. */
  readonly max: number
  /** A list, which may take at most 1.5 times as long on the large database as on the small one. */
  readonly flat?: boolean
  /** Uses a new search in each round, to bypass the cache. */
  readonly isNew?: boolean
}

const readsOf = (session: string, agent: string): readonly Read[] => [
  { what: 'sessions', path: '/api/sessions?limit=50', max: 5, flat: true },
  { what: 'sessions, active', path: '/api/sessions?limit=50&status=active', max: 5, flat: true },
  { what: 'sessions by duration', path: '/api/sessions?limit=50&sort_by=duration', max: 5, flat: true },
  { what: 'one session', path: `/api/sessions/${session}`, max: 5 },
  { what: 'stats of a session', path: `/api/sessions/${session}/stats`, max: 5 },
  { what: 'agents', path: '/api/agents?limit=50', max: 5, flat: true },
  { what: 'agents, completed', path: '/api/agents?limit=50&status=completed', max: 5, flat: true },
  { what: 'tools', path: '/api/tools?limit=50', max: 5, flat: true },
  { what: 'events', path: '/api/events?limit=50', max: 5, flat: true },
  { what: 'events by kind', path: '/api/events?limit=50&event_type=Notification', max: 5, flat: true },
  { what: 'events by tool', path: '/api/events?limit=50&tool_name=Bash', max: 5, flat: true },
  {
    what: 'events by kind and tool',
    path: '/api/events?limit=50&event_type=PreToolUse&tool_name=Grep',
    max: 5,
    flat: true,
  },
  { what: 'events since', path: '/api/events?limit=50&from=2026-01-01', max: 5, flat: true },
  { what: 'events by session', path: `/api/events?limit=50&session_id=${session}`, max: 5, flat: true },
  { what: 'events by agent', path: `/api/events?limit=50&agent_id=${agent}`, max: 5, flat: true },
  { what: 'facets', path: '/api/events/facets', max: 5 },
  { what: 'facets of sessions', path: '/api/sessions/facets', max: 5 },
  { what: 'stats', path: '/api/stats', max: 5 },
  { what: 'metrics', path: '/api/metrics', max: 5 },
  { what: 'analytics', path: '/api/analytics', max: 15 },
  { what: 'cost', path: '/api/pricing/cost', max: 15 },
  { what: 'workflows', path: '/api/workflows', max: 60 },
  { what: 'skill usage', path: '/api/workflows/skill-usage', max: 60 },
]

/** Returns searches. The service caches results, so those with `isNew` get another `from` in each round. */
const searchesFor = (session: string): readonly Read[] => [
  { what: 'q, no match', path: '/api/events?q=zqxjkvbpyg', isNew: true, max: 20 },
  { what: 'q, a rare text', path: `/api/events?q=${session}`, isNew: true, max: 20 },
  { what: 'q, a text of every twelfth event', path: '/api/events?q=project-11%2F', isNew: true, max: 150 },
  { what: 'q, a word of every event', path: '/api/events?q=permission', isNew: true, max: 150 },
  { what: 'q, the same again', path: '/api/events?q=permission', max: 150 },
  { what: 'events, offset 100,000', path: '/api/events?offset=100000', max: 50 },
]

const ROUNDS = 15

const medianOf = async (server: RunningServer, { path, isNew }: Read): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const asked = isNew === true ? `${path}&from=2026-01-${String(round + 1).padStart(2, '0')}` : path
    const startedAt = performance.now()
    const response = await fetch(new URL(asked, server.url))
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${asked} was answered with ${response.status}`)
    times.push(performance.now() - startedAt)
  }
  return quantile(times, 0.5)
}

const measured = async (bench: Bench, events: number, reads: (session: string, agent: string) => readonly Read[]) => {
  const { filled, ...places } = await bench.fills.get(events)
  const service = await startService(places)
  try {
    await caughtUp(service, places)
    const { agents } = await getJson<RouteAnswer<'GET /api/agents'>>(service, '/api/agents?limit=200')
    const subagent = agents.find(({ type }) => type === 'subagent')
    const times = new Map<string, number>()
    for (const read of reads(subagent?.session_id ?? '', subagent?.id ?? '')) {
      times.set(read.what, await medianOf(service, read))
    }
    return { times, filled }
  } finally {
    await service.stop()
  }
}

/** Measures every list and aggregate on a small and a large database. */
export const readRows: Measurement = {
  name: 'reads',
  rows: async (bench) => {
    const [few, many] = [10_000, bench.manyEvents]
    const all = (session: string, agent: string) => [...readsOf(session, agent), ...searchesFor(session)]
    const small = await measured(bench, few, all)
    const large = await measured(bench, many, all)
    const size = `${many.toLocaleString('en')} events`
    const rows: Row[] = all('', '').flatMap(({ what, max, flat }) => {
      const [before, after] = [small.times.get(what) ?? Number.NaN, large.times.get(what) ?? Number.NaN]
      const row = limitRow(`${what}, ${size}`, after, max, 'ms')
      const measuredRatio = `${after.toFixed(1)} ms of ${before.toFixed(1)} ms`
      return flat === true ? [row, ratioRow('  against 10,000', measuredRatio, after / before, { max: 1.5 })] : [row]
    })
    const bytes = large.filled.bytes / large.filled.events
    const payload = (large.filled.payloadBytes / large.filled.events).toFixed(0)
    return [...rows, limitRow(`bytes on disk per hook of ${payload} bytes, without the search`, bytes, 1170, 'B', 0)]
  },
}
