import type { Visibility } from '../../../domain/access/visibility.js'
import type { SessionStatus } from '../../../domain/session/status.js'
import type { Instant } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import { Filter } from '../filter.js'
import type { InsightQuery } from './scope.js'

const scoped = (visibility: Visibility, query: InsightQuery, alias: '' | 's.' | 'u.' = ''): Filter => {
  const filter = new Filter(visibility, `${alias}owner`)
    .in(`${alias}source`, query.sources)
    .in(`${alias}provider`, query.providers)
  return query.status === undefined ? filter : filter.and(`${alias}status = ?`, query.status)
}

const TOKENS = `sum(u.input) as input_tokens, sum(u.output) as output_tokens, sum(u.cache_read) as cache_read_tokens,
  sum(u.cache_write) as cache_write_tokens`

/** Returns tokens by model, for everything or for the sessions with one status. */
export const tokensByModel = (db: Reader, visibility: Visibility, query: InsightQuery) => {
  const bySession = query.status !== undefined
  const filter = scoped(visibility, query, bySession ? 's.' : 'u.')
  const from = bySession ? 'p_usage_session u join p_session s on s.stream = u.stream' : 'p_usage_day u'
  return db.all<{
    model: string
    input_tokens: number
    output_tokens: number
    cache_read_tokens: number
    cache_write_tokens: number
  }>(
    `select u.model, ${TOKENS} from ${from} ${filter.where} group by u.model order by sum(u.output) desc, u.model`,
    ...filter.params,
  )
}

interface ComplexityRow {
  readonly id: string
  readonly name: string
  readonly status: SessionStatus
  readonly startedAt: Instant
  readonly endedAt: Instant | null
  readonly lastAt: Instant
  readonly agents: number
  readonly subagents: number
  readonly tokens: number
  readonly model: string | null
}

/**
 * Returns the last active sessions with the figures that measure their complexity, each as a whole.
 * @param streams only these sessions
 */
export const complexityOf = (
  db: Reader,
  visibility: Visibility,
  query: InsightQuery,
  streams: readonly number[] | null = null,
) => {
  const filter = scoped(visibility, query)
  if (streams !== null) filter.and('stream in (select value from json_each(?))', JSON.stringify(streams))
  const rows = db.all<ComplexityRow>(
    `select s.id, s.name, s.status, s.started_at as startedAt, s.ended_at as endedAt, s.last_at as lastAt,
       s.agent_count as agents, s.model,
       (select count(*) from p_agent a where a.stream = s.stream and a.type = 'subagent'
          and a.subagent_type is not 'compaction') as subagents,
       (select coalesce(sum(u.input + u.output + u.cache_read + u.cache_write), 0) from p_usage_session u
        where u.stream = s.stream) as tokens
     from (select * from p_session ${filter.where} order by last_at desc limit 200) s`,
    ...filter.params,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    duration: Math.max(0, Math.round(((row.endedAt ?? row.lastAt) - row.startedAt) / 1000)),
    agentCount: row.agents,
    subagentCount: row.subagents,
    totalTokens: row.tokens,
    model: row.model,
  }))
}

/** Returns the sessions with the most compactions. */
export const compactedSessions = (db: Reader, visibility: Visibility, query: InsightQuery) => {
  const filter = scoped(visibility, query, 's.').and(`a.subagent_type = 'compaction'`)
  return db.all<{ session_id: string; compactions: number }>(
    `select s.id as session_id, count(*) as compactions from p_agent a join p_session s on s.stream = a.stream
     ${filter.where} group by a.stream order by compactions desc, s.id limit 50`,
    ...filter.params,
  )
}
