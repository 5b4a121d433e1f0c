import type { Visibility } from '../../domain/access/visibility.js'
import type { SessionOrder } from '../../domain/search/order.js'
import { type Speaker, SPEAKERS } from '../../domain/search/speaker.js'
import { matchesText, type Wanted } from '../../domain/search/words.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import {
  type ConversationHit,
  type ConversationMatch,
  expressionOf,
  rowsBetween,
  sessionsOf,
} from './conversation-search.js'

/** Titles that are compared, those of the most recently active sessions. */
const MOST_TITLES = 20_000
/** Sessions that are listed by their title. */
const MOST_TITLED = 5

/** Matches that are counted, the newest first. A common word has more; then the counts are minimums. */
const MOST_COUNTED = 50_000

export interface ConversationGroupQuery extends ConversationMatch {
  readonly limit: number
  /** Hits of each session. */
  readonly hits: number
  /** The newest match first by default. */
  readonly sort: SessionOrder | undefined
  /** The cursor: only sessions whose newest match is older than this row. */
  readonly before: number
  /** The cursor of the order by matches: sessions to skip. */
  readonly offset: number
}

/** A session with matches. */
export interface MatchingSession {
  readonly stream: number
  readonly id: string
  readonly matches: number
  /** The row of its newest match. */
  readonly newest: number
}

export interface SearchTotals {
  readonly matches: number
  readonly sessions: number
  /** Matches by speaker, whichever are selected. */
  readonly speakers: Readonly<Record<Speaker, number>>
  /** Whether everything was counted; otherwise the counts are minimums. */
  readonly complete: boolean
}

interface FoundSessions {
  /** Newest match first. */
  readonly sessions: readonly MatchingSession[]
  readonly totals: SearchTotals
}

export interface TitledSession {
  readonly stream: number
  readonly id: string
}

/** A page of sessions with matches, each with its newest hits. */
export interface ConversationGroups {
  readonly groups: readonly {
    readonly stream: number
    readonly matches: number
    readonly hits: readonly ConversationHit[]
    /** The cursor of the session's next hits; null if all are listed. */
    readonly next: number | null
  }[]
  /** Sessions whose titles match, whatever their lines say: most recently active first. Only on the first page. */
  readonly titled: readonly TitledSession[]
  readonly totals: SearchTotals
  /** The cursor of the next page; null on the last. */
  readonly next: number | null
  /** Whether the index lags: lines that were read may not be found yet. */
  readonly behind: boolean
}

interface Row {
  readonly stream: number
  readonly id: string
  readonly speaker: number
  readonly n: number
  readonly newest: number
}

/**
 * Finds the sessions with matches and counts their lines.
 * @param most matches that are counted, of those that the reader may see
 */
export const findSessions = (
  db: Reader,
  visibility: Visibility,
  wanted: Wanted,
  match: ConversationMatch,
  most = MOST_COUNTED,
): FoundSessions => {
  // Lines of other owners must not use up the limit: `complete` would depend on what the reader may not see.
  const seen = new Filter(visibility, 's.owner')
  const joined = seen.isEmpty
    ? ''
    : `cross join side.talk_line o on o.id = t.rowid cross join side.talk u on u.id = o.talk
       cross join p_session s on s.stream = u.stream`
  const matched = new Filter(visibility, 's.owner').and(
    't.talk_text match ? and t.rowid between ? and ?',
    expressionOf(wanted),
    ...rowsBetween(match),
  )
  const lines = `select t.rowid as row from side.talk_text t ${joined} ${matched.where} order by t.rowid desc limit ?`
  const matching = [...matched.params, most]
  const { where, params } = sessionsOf(db, visibility, match)
  // Grouped by conversation first: there are far fewer conversations to join than lines.
  const rows = db.all<Row>(
    `select s.stream, s.id, c.speaker, sum(c.n) as n, max(c.newest) as newest
     from (select l.talk, l.speaker, count(*) as n, max(l.id) as newest
           from (${lines}) f cross join side.talk_line l on l.id = f.row group by l.talk, l.speaker) c
     cross join side.talk k on k.id = c.talk cross join p_session s on s.stream = k.stream
     ${where} group by s.stream, c.speaker`,
    ...matching,
    ...params,
  )
  const counted = db.get<{ n: number }>(`select count(*) as n from (${lines})`, ...matching)?.n ?? 0
  return summed(rows, match.speaker.length === 0 ? SPEAKERS : match.speaker, counted < most)
}

const summed = (rows: readonly Row[], selected: readonly Speaker[], complete: boolean): FoundSessions => {
  const sessions = new Map<number, MatchingSession>()
  const speakers = { you: 0, agent: 0, tool: 0 }
  let matches = 0
  for (const { stream, id, speaker: index, n, newest } of rows) {
    const speaker = SPEAKERS[index] ?? 'agent'
    speakers[speaker] += n
    if (!selected.includes(speaker)) continue
    matches += n
    const known = sessions.get(stream)
    sessions.set(stream, {
      stream,
      id,
      matches: n + (known?.matches ?? 0),
      newest: Math.max(newest, known?.newest ?? 0),
    })
  }
  const found = [...sessions.values()].toSorted((a, b) => b.newest - a.newest)
  return { sessions: found, totals: { matches, sessions: found.length, speakers, complete } }
}

/**
 * Returns the sessions whose titles match, most recently active first. A title has no speaker and no time: with such a filter no
 * title matches.
 */
export const findTitles = (
  db: Reader,
  visibility: Visibility,
  wanted: Wanted,
  match: ConversationMatch,
): readonly TitledSession[] => {
  const isAboutLines = match.speaker.length > 0 || match.since !== undefined || match.until !== undefined
  if (isAboutLines || wanted.phrases.length === 0) return []
  const { where, params } = sessionsOf(db, visibility, match)
  return db
    .all<TitledSession & { readonly name: string | null } & Record<string, never>>(
      `select s.stream, s.id, s.name from p_session s ${where} order by s.last_at desc limit ?`,
      ...params,
      MOST_TITLES,
    )
    .filter(({ name }) => name !== null && matchesText(wanted, name))
    .slice(0, MOST_TITLED)
    .map(({ stream, id }) => ({ stream, id }))
}
