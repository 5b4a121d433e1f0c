import type { Visibility } from '../../domain/access/visibility.js'
import type { AlertCondition, EventPattern } from '../../domain/alerts/rule.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { DAY, type Instant, iso } from '../../domain/time.js'
import { COMMON_KINDS, IS_RARE } from '../event-row/event-row.js'
import type { PriceBook } from '../pricing/price-book.js'
import type { Reader } from '../sql.js'
import { ofTool } from './alerts.js'
import { usageOfSessions } from './costs.js'
import { containing, Filter } from './filter.js'
import { directoriesOf } from './project-directories.js'

const WEEK = 7 * DAY
/** At most so many events are compared with a pattern: the thread accepts hooks too. */
const MOST_EVENTS = 20_000
const MOST_SESSIONS = 1000

export interface RulePreview {
  readonly since: string
  /** Events or sessions of the last seven days that the rule would have found; null if nothing is stored to say so. */
  readonly matches: number | null
  readonly sessions: number | null
  /** Whether there may be more, because not everything was compared. */
  readonly at_least: boolean
}

/** Returns what a rule would have found in the last seven days. Waits, silences and contexts are not stored. */
export const previewRule = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  { type, config }: AlertCondition,
  now: Instant,
): RulePreview => {
  const since = now - WEEK
  const found = ((): Omit<RulePreview, 'since'> => {
    if (type === 'event_pattern') return eventsLike(db, visibility, config, since)
    if (type !== 'cost' && type !== 'token_threshold') return { matches: null, sessions: null, at_least: false }
    const recent = recentSessions(db, visibility, config.projects, since)
    const matches =
      type === 'cost'
        ? costly(db, visibility, book, recent, config.usd)
        : withTokens(db, visibility, recent, config.total_tokens)
    return { matches, sessions: matches, at_least: recent.length === MOST_SESSIONS }
  })()
  return { since: iso(since), ...found }
}

const eventsLike = (db: Reader, visibility: Visibility, pattern: EventPattern, since: Instant) => {
  const { event_type, tool_name, summary_contains, projects } = pattern
  // The newest candidates by time, or by one of the indexes on type and tool.
  const candidates = new Filter(visibility, 'stream').and('at >= ?', since)
  if (event_type !== undefined) {
    candidates.and('type = ?', event_type)
    if (!COMMON_KINDS.some((kind) => kind === event_type)) candidates.and(IS_RARE)
  }
  // The counts know how each tool is written.
  if (tool_name !== undefined && !tool_name.includes('*'))
    candidates.and('tool in (select tool from p_event_group where tool = ? collate nocase)', tool_name)
  const like = tool_name?.includes('*') === true ? ofTool(tool_name) : undefined
  const wanted = new Filter(visibility, 'stream')
  if (like !== undefined) wanted.and(...like)
  if (summary_contains !== undefined) wanted.and(`summary like ? escape '\\'`, containing(summary_contains))
  if (projects !== undefined) wanted.and(...inDirectories(directoriesOf(db, visibility, projects)))
  const found = db.get<{ compared: number; matches: number; sessions: number }>(
    `with candidate as materialized (
       select stream, tool, summary from p_event ${candidates.where} order by at desc limit ${MOST_EVENTS}
     )
     select (select count(*) from candidate) as compared, count(*) as matches, count(distinct stream) as sessions
     from candidate ${wanted.where}`,
    ...candidates.params,
    ...wanted.params,
  )
  return {
    matches: found?.matches ?? 0,
    sessions: found?.sessions ?? 0,
    at_least: found?.compared === MOST_EVENTS,
  }
}

const inDirectories = (directories: readonly string[]): readonly [sql: string, value: string] => [
  'stream in (select stream from p_session where cwd in (select value from json_each(?)))',
  JSON.stringify(directories),
]

const recentSessions = (
  db: Reader,
  visibility: Visibility,
  projects: readonly string[] | undefined,
  since: Instant,
): readonly number[] => {
  const directories = directoriesOf(db, visibility, projects ?? [])
  const { where, params } = new Filter(visibility, 'owner').and('last_at >= ?', since).in('cwd', directories)
  return db
    .all<{ stream: number }>(
      `select stream from p_session ${where} order by last_at desc limit ${MOST_SESSIONS}`,
      ...params,
    )
    .map(({ stream }) => stream)
}

const LISTED = 'select value from json_each(?)'

const costly = (db: Reader, visibility: Visibility, book: PriceBook, streams: readonly number[], usd: number): number =>
  [...usageOfSessions(db, visibility, book, streams).values()].filter(({ cost }) => toUsd(cost) >= usd).length

const withTokens = (db: Reader, visibility: Visibility, streams: readonly number[], tokens: number): number => {
  const { where, params } = new Filter(visibility, 'stream').and(`stream in (${LISTED})`, JSON.stringify(streams))
  const sum = 'sum(input + output + cache_read + cache_write)'
  const sql = `select count(*) as n from (select 1 from p_usage_session ${where} group by stream having ${sum} >= ?)`
  return db.get<{ n: number }>(sql, ...params, tokens)?.n ?? 0
}
