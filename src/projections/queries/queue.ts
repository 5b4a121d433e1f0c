import { userNumber } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { Situation } from '../../domain/session/status.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface QueueRow {
  readonly message: string
  readonly account: string
  readonly slot: number | null
  readonly text: string
  readonly command: number
  readonly at: Instant
  readonly held: string | null
  readonly retry_at: Instant | null
}

const shapeOf = ({ message, account, at, command, retry_at: retryAt, ...row }: QueueRow) => ({
  id: message,
  ...row,
  command: command === 1,
  at: iso(at),
  retry_at: iso(retryAt),
  by: userNumber(account),
})

/** Returns the messages that wait in a lane, in the order in which they are sent. */
export const queueOfLane = (db: Reader, visibility: Visibility, lane: number) => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ?', lane)
  return db
    .all<QueueRow>(
      `select message, account, slot, text, command, at, held, retry_at from p_queue ${where} order by at, message`,
      ...params,
    )
    .map(shapeOf)
}

/** Returns the lanes in which messages wait. */
export const lanesWithQueue = (db: Reader, visibility: Visibility): readonly number[] => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<{ lane: number }>(`select distinct lane from p_queue ${where}`, ...params).map(({ lane }) => lane)
}

/** Returns the agents that run in a lane, by slot, with what their sessions need; null before a session has started. */
export const agentSituations = (db: Reader, visibility: Visibility, lane: number) => {
  const filter = new Filter(visibility, 'r.owner').and('r.lane = ?', lane)
  return db.all<{
    readonly run: string
    readonly slot: number
    readonly startedAt: Instant
    readonly situation: Situation | null
    readonly since: Instant | null
  }>(
    `select r.run, r.slot, r.started_at as startedAt, s.situation, s.situation_since as since
       from p_run r left join p_session s on s.id = r.session
       ${filter.whereAnd(`r.status <> 'ended' and r.tool is not null`)} order by r.slot`,
    ...filter.params,
  )
}
