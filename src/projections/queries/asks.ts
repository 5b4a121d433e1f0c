import type { Visibility } from '../../domain/access/visibility.js'
import { userNumber } from '../../domain/access/author.js'
import type { AskOption, AskOutcome, AskState, ShownAsk } from '../../domain/run/ask.js'
import { type Instant, iso } from '../../domain/time.js'
import type { ToolId } from '../../domain/tools/catalog.js'
import { isoOrNull } from './lanes.js'
import { Filter } from './filter.js'
import type { Reader } from '../sql.js'

interface AskRow {
  readonly ask: string
  readonly lane: number
  readonly title: string | null
  readonly cwd: string | null
  readonly run: string
  readonly slot: number
  readonly session: string | null
  readonly tool: ToolId | null
  readonly digest: string
  readonly kind: ShownAsk['kind']
  readonly text: string
  readonly options: string
  readonly answerable: 0 | 1
  readonly screen: string
  readonly opened_at: Instant
  readonly option: string | null
  readonly label: string | null
  readonly answered_by: string | null
  readonly username: string | null
  readonly answered_at: Instant | null
  readonly nonce: string | null
  readonly outcome: AskOutcome | null
  readonly closed_at: Instant | null
}

const stateOf = ({ outcome, answered_at: answeredAt }: AskRow): AskState =>
  outcome ?? (answeredAt === null ? 'open' : 'sent')

const shapeOf = (row: AskRow) => ({
  id: row.ask,
  lane_id: row.lane,
  /** Its title, or its directory. */
  lane: row.title ?? row.cwd,
  slot: row.slot,
  run_id: row.run,
  session_id: row.session,
  tool: row.tool,
  digest: row.digest,
  kind: row.kind,
  text: row.text,
  options: JSON.parse(row.options) as readonly AskOption[],
  answerable: row.answerable === 1,
  screen: JSON.parse(row.screen) as readonly string[],
  channel: 'pane' as const,
  state: stateOf(row),
  at: iso(row.opened_at),
  /** Null also if it came later than what the user pressed in the terminal. */
  answer:
    row.option === null || row.outcome === 'elsewhere'
      ? null
      : {
          option: row.option,
          label: row.label ?? '',
          by: row.answered_by === null ? null : userNumber(row.answered_by),
          by_username: row.username,
          at: isoOrNull(row.answered_at),
        },
  closed_at: isoOrNull(row.closed_at),
})

export type AskShape = ReturnType<typeof shapeOf>

const COLUMNS = `a.*, r.tool, l.title, l.cwd, u.username from p_ask a left join p_run r using (run)
  left join p_lane l on l.id = a.lane left join p_user u on u.id = cast(substr(a.answered_by, 6) as integer)`

/** Returns the asks that agents show now, the one that has waited longest first: of one lane, or of all. */
export const openAsks = (db: Reader, visibility: Visibility, lane?: number): readonly AskShape[] => {
  const filter = new Filter(visibility, 'a.owner')
  // Without the plus, the asks of the lane would be searched, also the closed ones.
  if (lane !== undefined) filter.and('+a.lane = ?', lane)
  return db
    .all<AskRow>(
      `select ${COLUMNS} ${filter.whereAnd('a.outcome is null')} order by a.opened_at, a.ask`,
      ...filter.params,
    )
    .map(shapeOf)
}

/** Returns the newest asks, open or not: of one lane, or of all. */
export const newestAsks = (db: Reader, visibility: Visibility, limit: number, lane?: number): readonly AskShape[] => {
  const filter = new Filter(visibility, 'a.owner')
  if (lane !== undefined) filter.and('a.lane = ?', lane)
  const sql = `select ${COLUMNS} ${filter.where} order by a.opened_at desc, a.ask desc limit ?`
  return db.all<AskRow>(sql, ...filter.params, limit).map(shapeOf)
}

export const askById = (db: Reader, visibility: Visibility, id: string): AskShape | undefined => {
  const filter = new Filter(visibility, 'a.owner').and('a.ask = ?', id)
  const row = db.get<AskRow>(`select ${COLUMNS} ${filter.where}`, ...filter.params)
  return row === undefined ? undefined : shapeOf(row)
}

/** Returns the nonce that an ask was answered with; null without one. */
export const nonceOfAsk = (db: Reader, visibility: Visibility, id: string): string | null => {
  const filter = new Filter(visibility, 'owner').and('ask = ?', id)
  return db.get<{ nonce: string | null }>(`select nonce from p_ask ${filter.where}`, ...filter.params)?.nonce ?? null
}

/** An agent that asks, as far as is known without its screen. */
interface Asking {
  readonly run: string
  readonly lane: number
  readonly slot: number
  /** Whether its session waits for an answer, or a dialog before it does, as far as events say. */
  readonly waits: boolean
  /** Whether it showed something before that is still open. */
  readonly asks: boolean
}

/**
 * Milliseconds after the end of a turn, or the start of a session, in which a CLI may show a dialog of its own, such as an offer of
 * another mode. No hook reports it.
 */
const OFFERS_MS = 15_000

/**
 * Returns the agents that may show something that asks: their session waits for an answer, they show a dialog before it, they
 * showed something before, or their turn has just ended.
 */
export const agentsAsking = (db: Reader, visibility: Visibility, now: Instant): readonly Asking[] => {
  const filter = new Filter(visibility, 'r.owner')
  return db
    .all<Omit<Asking, 'waits' | 'asks'> & { readonly waits: 0 | 1; readonly asks: 0 | 1 }>(
      `select r.run, r.lane, r.slot, r.dialog_kind is not null or coalesce(s.situation, '') = 'needs_you' as waits,
         exists (select 1 from p_ask a where a.run = r.run and a.outcome is null) as asks
         from p_run r left join p_session s on s.id = r.session
         ${filter.whereAnd(`r.status <> 'ended' and r.tool is not null`)}
           and (waits or asks or (s.situation in ('your_turn', 'ready') and s.situation_since > ?))
         order by r.run`,
      ...filter.params,
      now - OFFERS_MS,
    )
    .map(({ waits, asks, ...agent }) => ({ ...agent, waits: waits === 1, asks: asks === 1 }))
}

/** An ask that is over. */
export interface OverAsk {
  readonly kind: ShownAsk['kind']
  readonly outcome: AskOutcome
  readonly openedAt: Instant
  readonly answeredAt: Instant | null
}

/** Returns which of some asks are over. */
export const overAsks = (db: Reader, visibility: Visibility, ids: Iterable<string>): readonly OverAsk[] => {
  const filter = new Filter(visibility, 'owner').and(
    'ask in (select value from json_each(?))',
    JSON.stringify([...ids]),
  )
  return db.all<OverAsk>(
    `select kind, outcome, opened_at as openedAt, answered_at as answeredAt from p_ask
       ${filter.whereAnd('outcome is not null')}`,
    ...filter.params,
  )
}
