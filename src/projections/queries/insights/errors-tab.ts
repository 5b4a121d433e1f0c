import type { Visibility } from '../../../domain/access/visibility.js'
import { ERROR_KINDS, type ErrorKind, kindOfCall, kindOfRequest } from '../../../domain/insights/error-kinds.js'
import type { Between } from '../../../domain/insights/occurrences.js'
import type { PeriodSums } from '../../../domain/insights/period-sums.js'
import { type Instant, iso } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import { Filter } from '../filter.js'
import { namedSessions } from './named-sessions.js'
import { byDate, hoursIn, joinedDays, periodOf, type SumsOf, type TabQuery } from './tab-query.js'

const TOPICS = ['active', 'errors'] as const
/** Sessions listed for each kind, the newest error first. */
const LATEST = 6
/** Characters of an error. */
const LONGEST = 300

/**
 * Builds the Errors tab. An error is a failed tool call, which counts when the call started, or a failed request or turn, at its
 * time. A session has errors when one of them lies in the period.
 */
export const errorsTab = (db: Reader, visibility: Visibility, sumsOf: SumsOf, query: TabQuery, now: Instant) => {
  const { zone, between, previous } = periodOf(query, now)
  const sums = sumsOf(between, {
    topics: TOPICS,
    hourOf: hoursIn(zone),
    series: (kind, [name = '']) => (kind === 'error' ? name : null),
    bySession: (kind, [name = '']) => (kind === 'error' ? name : null),
  })
  const latest = latestOf(db, visibility, sums, between)
  const counts = new Map(sums.of('error').map(({ parts: [kind = ''], n, sessions }) => [kind, { n, sessions }]))
  return {
    totals: totalsOf(sums),
    previous: previous === null ? null : totalsOf(sumsOf(previous, { topics: TOPICS })),
    kinds: ERROR_KINDS.flatMap((kind) => {
      const count = counts.get(kind)
      if (count === undefined) return []
      return [
        {
          kind,
          errors: count.n,
          sessions: count.sessions,
          days: byDate(joinedDays(sums.series.get(kind))),
          latest: latest.get(kind) ?? [],
        },
      ]
    }).toSorted((a, b) => b.errors - a.errors),
  }
}

const totalsOf = (sums: PeriodSums) => {
  const { n, sessions } = sums.get('erred')
  return { errors: n, sessions_with_errors: sessions, sessions: sums.active.length }
}

interface ErrorRow {
  readonly stream: number
  readonly at: Instant
  readonly tool: string | null
  readonly target: string | null
  readonly text: string | null
}

/** Returns the newest error of each of the sessions that had one of a kind last. */
const latestOf = (db: Reader, visibility: Visibility, { kept }: PeriodSums, between: Between) => {
  const wanted = new Map<ErrorKind, ReadonlySet<number>>()
  for (const kind of ERROR_KINDS) {
    const sessions = kept
      .flatMap(({ group, counts }) => {
        const last = counts.get(kind)?.last
        return last === undefined ? [] : [{ stream: group.stream, last }]
      })
      .toSorted((a, b) => b.last - a.last || b.stream - a.stream)
    // Within a quarter hour only the rows show the order.
    const least = sessions[LATEST - 1]?.last ?? -1
    wanted.set(
      kind,
      new Set(
        sessions
          .filter(({ last }) => last >= least)
          .slice(0, 4 * LATEST)
          .map(({ stream }) => stream),
      ),
    )
  }
  const streams = [...new Set([...wanted.values()].flatMap((some) => [...some]))]
  const newest = new Map<ErrorKind, Map<number, ErrorRow>>()
  for (const row of errorRows(db, visibility, streams, between)) {
    const kind = row.tool === null ? kindOfRequest(row.text ?? '') : kindOfCall(row.tool, row.text)
    if (wanted.get(kind)?.has(row.stream) !== true) continue
    const rows = newest.get(kind) ?? new Map<number, ErrorRow>()
    newest.set(kind, rows)
    if ((rows.get(row.stream)?.at ?? -1) <= row.at) rows.set(row.stream, row)
  }
  const names = namedSessions(db, visibility, streams)
  return new Map(
    [...newest].map(([kind, rows]) => [
      kind,
      [...rows.values()]
        .toSorted((a, b) => b.at - a.at || b.stream - a.stream)
        .slice(0, LATEST)
        .map(({ stream, at, tool, target, text }) => ({
          session_id: names.get(stream)?.id ?? '',
          session_name: names.get(stream)?.name ?? '',
          cwd: names.get(stream)?.cwd ?? null,
          at: iso(at),
          tool_name: tool,
          target,
          error: text === null ? null : text.slice(0, LONGEST),
        })),
    ]),
  )
}

const errorRows = (
  db: Reader,
  visibility: Visibility,
  streams: readonly number[],
  { from, to }: Between,
): readonly ErrorRow[] => {
  const among = JSON.stringify(streams)
  const calls = new Filter(visibility, 'stream')
    .and('stream in (select value from json_each(?)) and ok = 0 and repeats = 0', among)
    .and('coalesce(started_at, ended_at) >= ? and coalesce(started_at, ended_at) < ?', from, to)
  const events = new Filter(visibility, 'stream')
    // The plus keeps SQLite from the index of types: these sessions are few, and the errors of all sessions are not.
    .and(`stream in (select value from json_each(?)) and +type in ('APIError', 'StopFailure')`, among)
    .and('at >= ? and at < ?', from, to)
  return [
    ...db.all<ErrorRow & Record<string, never>>(
      `select stream, coalesce(started_at, ended_at) as at, tool, target, error as text from p_call ${calls.where}`,
      ...calls.params,
    ),
    ...db.all<ErrorRow & Record<string, never>>(
      `select stream, at, null as tool, null as target, coalesce(summary, type) as text from p_event ${events.where}`,
      ...events.params,
    ),
  ]
}
