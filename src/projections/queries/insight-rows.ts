import type { Visibility } from '../../domain/access/visibility.js'
import type {
  InsightAgent,
  InsightCall,
  InsightError,
  InsightRows,
  InsightSession,
} from '../../domain/insights/digest.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface InsightSource extends InsightRows {
  readonly owner: string
  readonly status: InsightSession['status']
  readonly source: string
  readonly provider: string
}

interface SessionRow extends InsightSession {
  readonly id: string
  readonly owner: string
  readonly source: string
  readonly provider: string
  readonly mainStatus: InsightAgent['status'] | null
  readonly mainEndedAt: number | null
}

/** Returns everything that a session contributes to the insights; undefined if the session is missing or deleted. */
export const insightRowsOf = (db: Reader, visibility: Visibility, stream: number): InsightSource | undefined => {
  const filter = new Filter(visibility, 'owner').and('stream = ?', stream)
  const row = db.get<SessionRow>(
    `select id, owner, source, provider, status, model, started_at as startedAt, ended_at as endedAt,
       main_status as mainStatus, main_ended_at as mainEndedAt from p_session ${filter.where}`,
    ...filter.params,
  )
  if (row === undefined) return undefined
  const { id, owner, source, provider, status, model, startedAt, endedAt } = row
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
    status,
    session: { status, model, startedAt, endedAt },
    agents: [...main, ...othersOf(db, stream)],
    calls: callsOf(db, stream),
    errors: errorsOf(db, stream),
    recoveredTokens: recoveredOf(db, stream),
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
      `select agent, tool, target, ended_at is not null as ended, ok is 0 as failed, error from p_call
       where stream = ? and repeats = 0 order by coalesce(started_at, ended_at), id`,
      stream,
    )
    .map((call) => ({ ...call, ended: call.ended === 1, failed: call.failed === 1 }))

const errorsOf = (db: Reader, stream: number): InsightError[] =>
  db.all<InsightError>(
    `select agent, coalesce(summary, type) as summary from p_event
     where stream = ? and type in ('APIError', 'StopFailure') order by at, id`,
    stream,
  )

/** Returns the tokens that compactions freed: the size of the context before each one. */
const recoveredOf = (db: Reader, stream: number): number =>
  db.get<{ tokens: number }>(
    `select coalesce(sum(l.data ->> 'preTokens'), 0) as tokens from p_event e join log l on l.position = e.id
     where e.stream = ? and e.type = 'Compaction' and l.type = 'compaction-seen'`,
    stream,
  )?.tokens ?? 0
