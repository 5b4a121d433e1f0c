import { userNumber } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { toUsd } from '../../domain/pricing/cost.js'
import type { Race, RaceEntry, RacerState } from '../../domain/race/race.js'
import type { Note } from '../../domain/session/mark.js'
import type { Situation } from '../../domain/session/status.js'
import { type Instant, iso } from '../../domain/time.js'
import type { PriceBook } from '../pricing/price-book.js'
import type { Reader } from '../sql.js'
import { sumOfUsage, usageOfSessions } from './costs.js'
import { Filter } from './filter.js'
import { editedSessionsOfLane } from './lane-sessions.js'
import { laneById } from './lanes.js'

interface RaceRow {
  readonly race: string
  readonly title: string
  readonly repository: string
  readonly base: string | null
  readonly limit_usd: number | null
  /** JSON. */
  readonly entries: string
  readonly started_at: Instant
  readonly by: string
  readonly stopped_at: Instant | null
  readonly stopped_usd: number | null
  readonly decided_at: Instant | null
  readonly kept: number | null
  readonly why: string | null
}

const COLUMNS =
  'race, title, repository, base, limit_usd, entries, started_at, by, stopped_at, stopped_usd, decided_at, kept, why'

const entriesOf = ({ entries }: RaceRow): readonly RaceEntry[] => JSON.parse(entries) as readonly RaceEntry[]

const shapedBy = (db: Reader, visibility: Visibility) => (row: RaceRow) => {
  const entries = entriesOf(row).map((entry) => ({ ...entry, known: laneById(db, visibility, entry.lane) }))
  const taken = entries.find(({ known }) => known !== undefined && known.base_branch !== null)
  return {
    id: row.race,
    title: row.title,
    repository: row.repository,
    // Without a named base, the lanes tell which one git took.
    base: row.base ?? taken?.known?.base_branch ?? null,
    limit_usd: row.limit_usd,
    started_at: iso(row.started_at),
    by: userNumber(row.by),
    stopped_at: iso(row.stopped_at),
    stopped_usd: row.stopped_usd,
    decided_at: iso(row.decided_at),
    kept: row.kept,
    why: row.why,
    lanes: entries.map(({ lane, known, ...agent }) => ({
      lane_id: lane,
      /** Null, like the branch, for a lane that was deleted, or is no longer the reader's. */
      title: known === undefined ? null : (known.title ?? known.cwd),
      branch: known?.branch ?? null,
      ...agent,
      archived: known !== undefined && known.archived_at !== null,
    })),
  }
}

export type RaceShape = ReturnType<ReturnType<typeof shapedBy>>

/** Decided races that are listed. */
const MOST = 20

/** Returns the races that are not decided, and the newest that are. */
export const newestRaces = (db: Reader, visibility: Visibility): readonly RaceShape[] => {
  const open = new Filter(visibility, 'owner').and('decided_at is null')
  const decided = new Filter(visibility, 'owner').and('decided_at is not null')
  const rows = [
    ...db.all<RaceRow>(
      `select ${COLUMNS} from p_race ${open.where} order by started_at desc limit ?`,
      ...open.params,
      MOST,
    ),
    ...db.all<RaceRow>(
      `select ${COLUMNS} from p_race ${decided.where} order by started_at desc limit ?`,
      ...decided.params,
      MOST,
    ),
  ]
  return rows.map(shapedBy(db, visibility))
}

const rowOf = (db: Reader, visibility: Visibility, id: string): RaceRow | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('race = ?', id)
  return db.get<RaceRow>(`select ${COLUMNS} from p_race ${where}`, ...params)
}

export const raceById = (db: Reader, visibility: Visibility, id: string): RaceShape | undefined => {
  const row = rowOf(db, visibility, id)
  return row === undefined ? undefined : shapedBy(db, visibility)(row)
}

const raceOf = (row: RaceRow): Race => ({
  id: row.race,
  title: row.title,
  repository: row.repository,
  base: row.base,
  limit: row.limit_usd,
  entries: entriesOf(row),
  isDecided: row.decided_at !== null,
  kept: row.kept,
  isStopped: row.stopped_at !== null,
})

/** Returns a race as its commands see it; null if it does not exist. */
export const knownRace = (db: Reader, visibility: Visibility, id: string): Race | null => {
  const row = rowOf(db, visibility, id)
  return row === undefined ? null : raceOf(row)
}

/** Returns the races with a limit that are not decided, and when their agents were stopped. */
export const limitedRaces = (
  db: Reader,
  visibility: Visibility,
): readonly (Race & { readonly stoppedAt: Instant | null })[] => {
  const { where, params } = new Filter(visibility, 'owner').and('decided_at is null').and('limit_usd is not null')
  return db
    .all<RaceRow>(`select ${COLUMNS} from p_race ${where}`, ...params)
    .map((row) => ({ ...raceOf(row), stoppedAt: row.stopped_at }))
}

/** Returns what the agents of some lanes have cost, in US dollars. */
export const costOfLanes = (db: Reader, visibility: Visibility, book: PriceBook, lanes: readonly number[]): number => {
  const streams = lanes.flatMap((lane) => editedSessionsOfLane(db, visibility, lane).map(({ stream }) => stream))
  return toUsd(sumOfUsage([...usageOfSessions(db, visibility, book, streams).values()]).cost)
}

/** Returns what the agents of a race were told; null if the runs of its lanes are not known any more. */
export const promptOfRace = (db: Reader, visibility: Visibility, lanes: readonly number[]): string | null => {
  const { where, params } = new Filter(visibility, 'owner')
    .and('lane in (select value from json_each(?))', JSON.stringify(lanes))
    .and('prompt is not null')
  return (
    db.get<{ prompt: string }>(`select prompt from p_run ${where} order by started_at limit 1`, ...params)?.prompt ??
    null
  )
}

interface SessionRow {
  readonly id: string
  readonly stream: number
  readonly status: string
  readonly situation: Situation
  readonly since: Instant
  readonly headline: string | null
}

interface LiveRow {
  readonly session: string | null
  readonly dialog: string | null
  readonly at: Instant
}

/** What the agent of a lane has done so far. */
export interface Racer {
  readonly lane_id: number
  readonly state: RacerState
  /** Since when it is in this state; null before it started. */
  readonly since: string | null
  /** The session that was active last. */
  readonly session_id: string | null
  /** What it said or asked last. */
  readonly said: string | null
  readonly cost_usd: number
  /** Models without a price, whose cost is missing. */
  readonly unpriced_models: readonly string[]
  readonly turns: number
  /** Questions to the user, and how long they have waited. */
  readonly asks: number
  readonly waited_ms: number
}

const STATES: Readonly<Record<Situation, RacerState>> = {
  needs_you: 'waits',
  working: 'works',
  failed: 'failed',
  your_turn: 'rests',
  interrupted: 'rests',
  ready: 'rests',
  done: 'rests',
  abandoned: 'rests',
}

/** Returns what the agents of a race have done so far, in its order. */
export const racersOf = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  { lanes, now }: { readonly lanes: readonly number[]; readonly now: Instant },
): readonly Racer[] =>
  lanes.map((id) => {
    const lane = laneById(db, visibility, id)
    const streams = editedSessionsOfLane(db, visibility, id).map(({ stream }) => stream)
    const among = new Filter(visibility, 'stream').and(
      'stream in (select value from json_each(?))',
      JSON.stringify(streams),
    )
    const [last] = db.all<SessionRow>(
      `select id, stream, status, situation, situation_since as since, headline from p_session ${among.where}
         order by last_at desc limit 1`,
      ...among.params,
    )
    const turns = db.get<{ n: number }>(`select count(*) as n from p_prompt ${among.where}`, ...among.params)?.n ?? 0
    const asked = new Filter(visibility, 'owner').and('lane = ?', id)
    const asks = db.all<{ opened: Instant; closed: Instant | null }>(
      `select opened_at as opened, coalesce(answered_at, closed_at) as closed from p_ask ${asked.where}`,
      ...asked.params,
    )
    const live = db.get<LiveRow>(
      `select session, dialog_kind as dialog, started_at as at from p_run
         ${asked.whereAnd(`status <> 'ended' and tool is not null`)} order by started_at desc limit 1`,
      ...asked.params,
    )
    const open = asks.find(({ closed }) => closed === null)
    const usage = sumOfUsage([...usageOfSessions(db, visibility, book, streams).values()])
    const [state, since] =
      open !== undefined ? (['waits', open.opened] as const) : stateOf(lane === undefined, live, last)
    return {
      lane_id: id,
      state,
      since: iso(since),
      session_id: last?.id ?? null,
      said: last === undefined || last.headline === null ? null : (JSON.parse(last.headline) as Note).text,
      cost_usd: toUsd(usage.cost),
      unpriced_models: usage.unpriced,
      turns,
      asks: asks.length,
      waited_ms: Math.round(asks.reduce((sum, { opened, closed }) => sum + Math.max(0, (closed ?? now) - opened), 0)),
    }
  })

const stateOf = (
  isGone: boolean,
  live: LiveRow | undefined,
  last: SessionRow | undefined,
): readonly [RacerState, Instant | null] => {
  if (isGone) return ['gone', last?.since ?? null]
  if (live !== undefined && live.dialog !== null) return ['waits', live.at]
  // Before its session starts, only the run of an agent shows that it works.
  if (live !== undefined && live.session === null) return ['starts', live.at]
  if (last === undefined) return ['none', null]
  const state = STATES[last.situation]
  return [last.status !== 'active' && state !== 'failed' ? 'rests' : state, last.since]
}
