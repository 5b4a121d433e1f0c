import type { Visibility } from '../../../domain/access/visibility.js'
import type { InsightAgent, InsightCall, InsightError, InsightSession } from '../../../domain/insights/digest.js'
import type { TimedRows } from '../../../domain/insights/occurrences.js'
import type { TimedEvent } from '../../../domain/insights/state-time.js'
import type { Geo, Speed, Tier } from '../../../domain/transcript/facts/facts.js'
import type { ContextSize } from '../../../domain/pricing/context.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import type { Reader } from '../../sql.js'
import { COUNTS } from '../../usage/message.js'
import { Filter } from '../filter.js'

export interface InsightSource extends TimedRows {
  readonly cwd: string | null
  readonly owner: string
  readonly status: InsightSession['status']
  readonly source: string
  readonly provider: Provider
}

interface SessionRow extends InsightSession {
  readonly id: string
  readonly owner: string
  readonly cwd: string | null
  readonly source: string
  readonly provider: Provider
  readonly mainStatus: InsightAgent['status'] | null
  readonly mainEndedAt: number | null
}

/** Returns everything that a session contributes to the insights; undefined if the session is missing or deleted. */
export const insightRowsOf = (db: Reader, visibility: Visibility, stream: number): InsightSource | undefined => {
  const filter = new Filter(visibility, 'owner').and('stream = ?', stream)
  const row = db.get<SessionRow>(
    `select id, owner, source, provider, cwd, status, model, started_at as startedAt, ended_at as endedAt,
       main_status as mainStatus, main_ended_at as mainEndedAt from p_session ${filter.where}`,
    ...filter.params,
  )
  if (row === undefined) return undefined
  const { id, owner, source, provider, cwd, status, model, startedAt, endedAt } = row
  const main: InsightAgent[] =
    row.mainStatus === null
      ? []
      : [
          {
            id: `${id}-main`,
            isMain: true,
            type: null,
            status: row.mainStatus,
            parent: null,
            startedAt,
            endedAt: row.mainEndedAt,
            model,
          },
        ]
  return {
    owner,
    source,
    provider,
    cwd,
    status,
    session: { status, model, startedAt, endedAt },
    agents: [...main, ...othersOf(db, stream)],
    calls: callsOf(db, stream),
    errors: errorsOf(db, stream),
    recovered: recoveredOf(db, stream),
    events: eventsOf(db, stream),
    replies: repliesOf(db, stream),
  }
}

/** Returns the agents with their own rows. One created through the API may have type `main`. */
const othersOf = (db: Reader, stream: number): InsightAgent[] =>
  db
    .all<Omit<InsightAgent, 'isMain'> & { readonly isMain: number }>(
      `select a.id, a.type = 'main' as isMain, a.subagent_type as type, a.status, a.parent, a.started_at as startedAt, a.ended_at as endedAt,
         (select u.model from p_usage_session u where u.stream = a.stream and u.agent = a.id
          group by u.model order by sum(u.messages) desc, u.model limit 1) as model
       from p_agent a where a.stream = ? order by a.started_at, a.id`,
      stream,
    )
    .map((agent) => ({ ...agent, isMain: agent.isMain === 1 }))

const callsOf = (db: Reader, stream: number): InsightCall[] =>
  db
    .all<Omit<InsightCall, 'failed' | 'ended'> & { failed: number; ended: number }>(
      `select coalesce(started_at, ended_at, 0) as at, agent, tool, target, ended_at is not null as ended, ok is 0 as failed,
         error, coalesce(duration_ms, max(0, ended_at - started_at)) as lasted from p_call
       where stream = ? and repeats = 0 order by coalesce(started_at, ended_at), id`,
      stream,
    )
    .map((call) => ({ ...call, ended: call.ended === 1, failed: call.failed === 1 }))

const errorsOf = (db: Reader, stream: number): InsightError[] =>
  db.all<InsightError>(
    `select at, agent, coalesce(summary, type) as summary from p_event
     where stream = ? and type in ('APIError', 'StopFailure') order by at, id`,
    stream,
  )

const eventsOf = (db: Reader, stream: number): TimedEvent[] =>
  db.all<TimedEvent & Record<string, never>>('select at, type from p_event where stream = ? order by at, id', stream)

interface ReplyRow {
  readonly at: number
  readonly agent: string | null
  readonly embedded: number
  readonly model: string
  readonly speed: Speed
  readonly geo: Geo
  readonly tier: Tier
  readonly context: ContextSize
  readonly [count: string]: number | string | null
}

/** Returns the replies that count in a session. A reply known only from another's progress lines belongs to no agent. */
const repliesOf = (db: Reader, stream: number) =>
  db
    .all<ReplyRow>(
      `select at, agent, embedded, model, speed, geo, tier, context, ${COUNTS.join(', ')} from p_usage
       where stream = ? order by at, key`,
      stream,
    )
    .map((row) => ({
      at: row.at,
      agent: row.embedded === 1 ? null : row.agent,
      terms: { model: row.model, speed: row.speed, geo: row.geo, tier: row.tier, context: row.context },
      counts: COUNTS.map((name) => Number(row[name])),
    }))

/** Returns the tokens that compactions freed: the size of the context before each one. */
const recoveredOf = (db: Reader, stream: number) =>
  db.all<{ at: number; tokens: number }>(
    `select e.at, cast(coalesce(l.data ->> 'preTokens', 0) as integer) as tokens from p_event e join log l on l.position = e.id
     where e.stream = ? and e.type = 'Compaction' and l.type = 'compaction-seen' order by e.at, e.id`,
    stream,
  )
