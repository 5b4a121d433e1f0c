import { parseBounded } from '../../../domain/json/depth.js'
import type { Author } from '../../../domain/access/author.js'
import { keyOfSum } from '../../../domain/pricing/context.js'
import { isRunId, workflowRun } from '../../../domain/companions/workflow-run.js'
import { type Provider, PROVIDERS } from '../../../domain/tools/catalog.js'
import { type Fields, fields, isFields } from '../../../domain/transcript/json.js'
import { AGENT_STATUSES, SESSION_STATUSES } from '../../../domain/session/status.js'
import { type Instant, parseInstant } from '../../../domain/time.js'
import { contentKey } from '../../../events/digest.js'
import type { New, SessionEvent } from '../../../events/envelope.js'
import { agentIdsOf, type AgentIds, type BundleEvent, codexMain, mainAgent } from './agents.js'

/** The rows of one session in a bundle without a log. */
interface SessionRows {
  readonly session: unknown
  readonly agents: readonly unknown[]
  readonly events: readonly unknown[]
  readonly usage: readonly unknown[]
  /** Runs of the workflow tool. */
  readonly workflows: readonly unknown[]
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.trunc(value) : 0
const oneOf = <const W extends string>(value: unknown, words: readonly W[], fallback: W): W =>
  words.find((word) => word === value) ?? fallback

/** Reads a column that is an object or JSON text of one; null for anything else. */
const object = (value: unknown): Fields | null => {
  if (isFields(value)) return value
  try {
    const parsed: unknown = typeof value === 'string' ? parseBounded(value) : null
    return isFields(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** Reads a time. Database times without a zone are UTC. */
const instant = (value: unknown): Instant | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(value)
    ? parseInstant(`${value.replace(' ', 'T')}Z`)
    : parseInstant(value)

/**
 * Returns events that reproduce the rows of another dashboard's bundle: hooks, then replies with token counts, then the status
 * from the rows. Null when the session itself is unreadable.
 */
export const eventsOfRows = (
  id: string,
  rows: SessionRows,
  { by, via }: Author,
): readonly New<SessionEvent>[] | null => {
  const session = fields(rows.session)
  const started = instant(session.started_at) ?? instant(session.created_at)
  if (started === undefined) return null
  const metadata = object(session.metadata)
  const events = rows.events.map(fields).map((row): BundleEvent => ({ row, payload: object(row['data']) ?? {} }))
  const agents = rows.agents.map(fields)
  const ids = agentIdsOf(id, agents, events)
  const provider = oneOf<Provider>(
    session.provider ?? metadata?.['provider'],
    PROVIDERS,
    ids.has(codexMain(id)) ? 'codex' : 'claude',
  )
  const source = text(session.source) ?? 'local'
  const common = { source, by, via }
  const made: New<SessionEvent>[] = [
    {
      type: 'session-created',
      data: { name: text(session.name), cwd: text(session.cwd), model: text(session.model), metadata, provider },
      occurredAt: started,
      ...common,
    },
  ]
  const happened = events.map((event) => hookOf(id, event, ids, provider, started))
  for (const event of happened.toSorted((a, b) => a.occurredAt - b.occurredAt)) made.push({ ...event, ...common })
  for (const [n, row] of rows.usage.entries())
    made.push({ ...usageOf(id, fields(row), n, provider, started), ...common })
  for (const row of rows.workflows) made.push(...workflowOf(id, fields(row), started).map((e) => ({ ...e, ...common })))
  const ended = instant(session.ended_at)
  // Later than every other event, so that the status from the rows wins.
  const last = made.reduce(
    (latest, { occurredAt }) => Math.max(latest, occurredAt),
    Math.max(ended ?? 0, instant(session.updated_at) ?? 0),
  )
  for (const [agent, row] of listedAgents(agents, ids)) {
    made.push(...agentEvents(agent, row, ids, started, last).map((event) => ({ ...event, ...common })))
  }
  made.push({
    type: 'session-updated',
    data: {
      status: oneOf(session.status, SESSION_STATUSES, 'completed'),
      ...(ended === undefined ? {} : { endedAt: ended }),
    },
    occurredAt: last,
    ...common,
  })
  return made
}

const hookOf = (
  id: string,
  event: BundleEvent,
  ids: AgentIds,
  provider: Provider,
  fallback: Instant,
): Bare<'hook-received'> => {
  const { row } = event
  // The row says which agent the event belongs to. The payload may contain an id that the bundle does not list.
  const { agent_id: _named, ...payload } = event.payload
  const agent = ids.get(text(row.agent_id) ?? '') ?? null
  const tool = text(row.tool_name)
  const replayed = {
    ...payload,
    session_id: id,
    ...(tool === null ? {} : { tool_name: tool }),
    ...(agent === null || agent === mainAgent(id) ? {} : { agent_id: agent }),
  }
  return {
    type: 'hook-received',
    data: { kind: text(row.event_type) ?? 'Unknown', provider, payload: replayed },
    occurredAt: instant(row.created_at) ?? fallback,
  }
}

const usageOf = (id: string, row: Fields, n: number, provider: Provider, fallback: Instant): Bare => {
  const data = {
    provider,
    line: 0,
    agent: null,
    message: keyOfSum(id, n),
    model: text(row.model),
    usage: {
      input: count(row.input_tokens),
      output: count(row.output_tokens),
      cacheRead: count(row.cache_read_tokens),
      cacheWrite: count(row.cache_write_tokens),
      cacheWrite1h: Math.min(count(row.cache_write_1h_tokens), count(row.cache_write_tokens)),
      webSearch: count(row.web_search_requests),
      webFetch: count(row.web_fetch_requests),
      codeExecution: count(row.code_execution_requests),
    },
    context: oneOf(row.context_size, ['short', 'long'], 'short'),
    speed: oneOf(row.speed, ['standard', 'fast'], 'standard'),
    tier: oneOf(row.service_tier, ['standard', 'batch', 'priority'], 'standard'),
  }
  const day = text(row.date)
  const occurredAt = (day === null ? undefined : parseInstant(`${day}T12:00:00Z`)) ?? fallback
  const place = { occurredAt, dedup: contentKey('bundle-usage', id, String(n)) }
  if (provider === 'codex') return { type: 'usage-recorded', data, ...place }
  const geo = oneOf(row.inference_geo, ['global', 'us'], 'global')
  const reply = { geo, tool: null, excerpt: null, ends: true, embedded: false }
  return { type: 'reply-recorded', data: { ...data, ...reply }, ...place }
}

type Bare<T extends SessionEvent = SessionEvent> = Omit<New<T>, 'by' | 'via' | 'source'>

/** Reads a column that is a list or JSON text of one. */
const list = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return parseBounded(value)
  } catch {
    return []
  }
}

const workflowOf = (id: string, row: Fields, started: Instant): Bare[] => {
  const known = text(row.run_id)
  if (known === null || !isRunId(known)) return []
  const journal = {
    taskId: row.task_id,
    workflowName: row.name,
    status: row.status,
    defaultModel: row.default_model,
    startTime: instant(row.started_at),
    endTime: instant(row.ended_at),
    durationMs: row.duration_ms,
    agentCount: row.agent_count,
    totalTokens: row.total_tokens,
    totalToolCalls: row.total_tool_calls,
    phases: list(row.phases),
    progress: list(row.progress),
    scriptPath: row.script_path,
  }
  const run = workflowRun(journal, known, text(row.journal_path) ?? '')
  if (run === null) return []
  const data = { provider: 'claude' as const, ...run }
  const occurredAt = run.endedAt ?? run.startedAt ?? started
  return [{ type: 'workflow-run-recorded', data, occurredAt, dedup: contentKey('bundle-workflow', id, known) }]
}

/** Yields each agent with its id here. The first row of an id wins. */
function* listedAgents(agents: readonly Fields[], ids: AgentIds): Generator<readonly [string, Fields]> {
  const seen = new Set<string>()
  for (const row of agents) {
    const agent = ids.get(text(row.id) ?? '')
    if (agent === undefined || seen.has(agent)) continue
    seen.add(agent)
    yield [agent, row]
  }
}

const agentEvents = (agent: string, row: Fields, ids: AgentIds, started: Instant, last: Instant): Bare[] => {
  const status = oneOf(row.status, AGENT_STATUSES, 'waiting')
  const endedAt = instant(row.ended_at)
  const type = oneOf(row.type, ['main', 'subagent'], 'subagent')
  const created: Bare = {
    type: 'agent-created',
    data: {
      agent,
      name: text(row.name) ?? agent,
      type,
      subagentType: text(row.subagent_type),
      status,
      task: text(row.task),
      parent: ids.get(text(row.parent_agent_id) ?? '') ?? null,
      metadata: object(row.metadata),
    },
    occurredAt: instant(row.started_at) ?? started,
  }
  const updated: Bare = {
    type: 'agent-updated',
    data: { agent, status, ...(endedAt === undefined ? {} : { endedAt }) },
    occurredAt: Math.max(last, endedAt ?? 0),
  }
  return [created, updated]
}
