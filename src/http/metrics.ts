import { ASK_OUTCOMES } from '../domain/run/ask.js'
import { PROMPT_KINDS } from '../domain/run/prompt.js'
import { openAsks, type OverAsk } from '../projections/queries/asks.js'
import { systemVisibility } from '../domain/access/system-visibility.js'
import type { Visibility } from '../domain/access/visibility.js'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Reader } from '../projections/sql.js'
import { goneFigures } from '../projections/erasure.js'
import { usageOfAll } from '../projections/queries/costs.js'
import type { PriceBook } from '../projections/pricing/price-book.js'
import { toUsd } from '../domain/pricing/cost.js'
import type { PlanLimit } from '../projections/queries/limits.js'
import { windowName } from '../domain/limit-window.js'
import { countEvents } from '../projections/queries/events.js'
import { lanesByStatus, runsByTool, sessionsByLane } from '../projections/queries/lane-counts.js'
import { sourcesByEnabled } from '../projections/queries/remote-sources.js'
import { agentsByStatus, sessionsByStatus } from '../projections/queries/stats.js'
import { withPeerNames } from './peer-metrics.js'

const EVERYTHING = { sources: [], providers: [] }
/** Seconds that people take to answer. */
const WAITS = [1, 5, 15, 30, 60, 300, 900, 3600, 14_400]
const LATENCIES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

const LIMIT_HELP = 'Used share of each window of the limits of a plan, 0 to 1, as an agent reported it last'
const LIMIT_LABELS = ['source', 'provider', 'limit', 'window'] as const

/** Sets the used share of each window of the limits that a reader may see. Windows that have reset are left out. */
const setLimits = (gauge: Gauge<(typeof LIMIT_LABELS)[number]>, limits: readonly PlanLimit[]): void => {
  gauge.reset()
  for (const { source, provider, limit, name, windows } of limits)
    for (const { minutes, usedPercent } of windows)
      gauge.set({ source, provider, limit: name ?? limit ?? '', window: windowName(minutes) }, usedPercent / 100)
}

interface MetricsParts {
  readonly mode: 'local' | 'server'
  readonly version: string
  readonly db: Reader
  readonly book: () => PriceBook
  readonly connections: () => number
  readonly uptime: () => number
  readonly residentMemory: () => number
  readonly lag: () => number
  readonly limits: () => readonly PlanLimit[]
}

/** Returns the metrics of a user who sees only some rows: figures of those rows, and nothing about the process. */
export const ownMetrics = (
  { version, db, book }: Pick<MetricsParts, 'version' | 'db' | 'book'>,
  limits: readonly PlanLimit[],
  visibility: Visibility,
): Promise<string> => {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, label: string | null, values: Readonly<Record<string, number>>): void => {
    const made = new Gauge({ name, help, labelNames: label === null ? [] : [label], registers })
    for (const [value, n] of Object.entries(values)) made.set(label === null ? {} : { [label]: value }, n)
  }
  const counter = (
    name: string,
    help: string,
    label: string | null,
    values: Readonly<Record<string, number>>,
  ): void => {
    const made = new Counter({ name, help, labelNames: label === null ? [] : [label], registers })
    for (const [value, n] of Object.entries(values)) made.inc(label === null ? {} : { [label]: value }, n)
  }
  const usage = usageOfAll(db, visibility, book(), EVERYTHING, null)
  gauge('svc_up', '1 when the API served the scrape', null, { all: 1 })
  gauge('svc_build_info', 'Always 1, labelled with the version', 'version', { [version]: 1 })
  gauge('svc_sessions', 'Sessions by status', 'status', sessionsByStatus(db, visibility, EVERYTHING))
  gauge('svc_agents', 'Agents by status', 'status', agentsByStatus(db, visibility, EVERYTHING))
  counter('svc_events_total', 'Events recorded', null, { all: countEvents(db, visibility, EVERYTHING) })
  counter('svc_tokens_total', 'Cumulative tokens', 'kind', {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cache_read: usage.cache_read_tokens,
    cache_write: usage.cache_write_tokens,
  })
  counter('svc_cost_usd_total', 'Cumulative cost in USD at current prices', null, { all: toUsd(usage.cost) })
  const limitGauge = new Gauge({ name: 'svc_limit_used_ratio', help: LIMIT_HELP, labelNames: LIMIT_LABELS, registers })
  setLimits(limitGauge, limits)
  return registry.metrics()
}

/** Returns the Prometheus metrics. Row figures are read at scrape time and equal those of the REST API. */
export const createMetrics = (parts: MetricsParts) => {
  const registry = new Registry()
  const registers = [registry]
  const { db, book } = parts
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }
  const byLabel = (name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void => {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        for (const [value, n] of Object.entries(read())) this.set({ [label]: value }, n)
      },
    })
  }

  gauge('svc_up', '1 when the API served the scrape', () => 1)
  byLabel('svc_build_info', 'Always 1, labelled with the version', 'version', () => ({ [parts.version]: 1 }))
  gauge('svc_process_uptime_seconds', 'Process uptime', parts.uptime)
  gauge('svc_process_resident_memory_bytes', 'Process resident memory', parts.residentMemory)
  byLabel('svc_sessions', 'Sessions by status', 'status', () => sessionsByStatus(db, systemVisibility, EVERYTHING))
  byLabel('svc_agents', 'Agents by status', 'status', () => agentsByStatus(db, systemVisibility, EVERYTHING))
  byLabel('svc_lanes', 'Lanes by status', 'status', () => lanesByStatus(db, systemVisibility))
  byLabel('svc_lane_sessions', 'Sessions of each lane, by its id', 'lane', () => sessionsByLane(db, systemVisibility))
  byLabel('svc_runs', 'Programs that run in lanes, by tool', 'tool', () => runsByTool(db, systemVisibility))
  gauge('svc_websocket_clients', 'Connected WebSocket clients', parts.connections)
  byLabel('svc_remote_sources', 'Configured remote sources', 'enabled', () => sourcesByEnabled(db, systemVisibility))
  gauge('svc_projection_lag_events', 'Events appended but not yet projected', parts.lag)

  new Gauge({
    name: 'svc_limit_used_ratio',
    help: LIMIT_HELP,
    labelNames: LIMIT_LABELS,
    registers,
    collect() {
      setLimits(this, parts.limits())
    },
  })

  // The figures are read from the rows and set: reset and add keep prom-client's counter type. The record of an erasure keeps
  // erased rows in the count. If a lower price reduces a sum, the difference is added until the next start, because Prometheus
  // treats a falling counter as a restart.
  const counter = (
    name: string,
    help: string,
    label: string | null,
    read: () => Readonly<Record<string, number>>,
  ): void => {
    const gone = new Map<string, number>()
    const last = new Map<string, number>()
    const risen = (value: string, n: number): number => {
      const lost = (gone.get(value) ?? 0) + Math.max(0, (last.get(value) ?? 0) - n)
      gone.set(value, lost)
      last.set(value, n)
      return n + lost
    }
    new Counter({
      name,
      help,
      labelNames: label === null ? [] : [label],
      registers,
      collect() {
        this.reset()
        for (const [value, n] of Object.entries(read())) {
          if (label === null) this.inc(risen(value, n))
          else this.inc({ [label]: value }, risen(value, n))
        }
      },
    })
  }
  counter('svc_events_total', 'Events recorded', null, () => ({
    all: countEvents(db, systemVisibility, EVERYTHING) + Number(goneFigures(db).events),
  }))
  counter('svc_tokens_total', 'Cumulative tokens', 'kind', () => {
    const usage = usageOfAll(db, systemVisibility, book(), EVERYTHING, null)
    const gone = goneFigures(db)
    return {
      input: usage.input_tokens + Number(gone.input),
      output: usage.output_tokens + Number(gone.output),
      cache_read: usage.cache_read_tokens + Number(gone.cache_read),
      cache_write: usage.cache_write_tokens + Number(gone.cache_write),
    }
  })
  counter('svc_cost_usd_total', 'Cumulative cost in USD at current prices', null, () => ({
    all: toUsd(usageOfAll(db, systemVisibility, book(), EVERYTHING, null).cost + goneFigures(db).cost),
  }))

  // Local mode has no relay, hence no such series.
  const registersOfServer = parts.mode === 'server' ? registers : []
  const byProxy = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['proxy'], registers: registersOfServer })
  const relayed = {
    requests: byProxy('svc_relay_requests_total', 'Requests passed on to AI proxies'),
    failures: byProxy('svc_relay_failures_total', 'Requests to AI proxies without an answer, or with an error'),
    bytes: byProxy('svc_relay_bytes_total', 'Bytes of the answers of AI proxies'),
  }

  const histogram = (name: string, help: string, labelNames: readonly string[] = [], buckets = LATENCIES) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers })

  gauge('svc_asks_open', 'What agents in lanes ask and wait for', () => openAsks(db, systemVisibility).length)
  const asks = new Counter({
    name: 'svc_asks_total',
    help: 'Asks of agents in lanes that are over, since the start',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  // A series that appears with its first event would miss it in a rate.
  for (const kind of PROMPT_KINDS) for (const outcome of ASK_OUTCOMES) asks.inc({ kind, outcome }, 0)
  const answers = histogram('svc_ask_answer_seconds', 'Time from an ask to its answer through the service', [], WAITS)
  return {
    render: async () => withPeerNames(await registry.metrics()),
    request: histogram('svc_http_request_duration_seconds', 'Request duration', ['route', 'status']),
    hook: histogram('svc_hook_ingest_seconds', 'Time until a hook is committed and answered'),
    relayed: (proxy: string, isFailure: boolean, bytes: number): void => {
      relayed.requests.inc({ proxy })
      relayed.failures.inc({ proxy }, isFailure ? 1 : 0)
      relayed.bytes.inc({ proxy }, bytes)
    },
    /** Counts an ask that is over. */
    askOver: ({ kind, outcome, openedAt, answeredAt }: OverAsk): void => {
      asks.inc({ kind, outcome })
      if (answeredAt !== null && outcome !== 'elsewhere') answers.observe((answeredAt - openedAt) / 1000)
    },
    commit: histogram('svc_commit_seconds', 'Commit duration, including projections and sync'),
    broadcast: histogram('svc_ws_broadcast_seconds', 'Time to broadcast a batch of changes'),
  }
}
