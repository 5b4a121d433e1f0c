import type { Command } from 'commander'
import { projectName } from '../../domain/session/project.js'
import { SESSION_STATUSES } from '../../domain/session/status.js'
import type { Instant } from '../../domain/time.js'
import type { ReportQuery } from '../../projections/queries/reports/days.js'
import { timeOf } from '../../projections/queries/reports/days.js'
import { listSessions, type SessionShape } from '../../projections/queries/sessions.js'
import type { SessionQuery } from '../../projections/queries/session-places.js'
import { Failure, USAGE } from '../exit.js'
import type { Reading } from '../reading.js'
import { duration, modelName, moment, usd } from './format.js'
import { queryOf, reportCommand, type ReportOptions } from './options.js'
import { printReport, type Reporter } from './print.js'
import { SITUATION_WORDS } from './situations.js'

const MOST = 1000

interface SessionsOptions extends ReportOptions {
  readonly limit: string
  readonly status?: string
}

/** Returns `switchyard sessions`: the sessions that were last active in the report's period. */
export const sessionsCommand = (): Command =>
  reportCommand('sessions', 'list sessions, most recently active first')
    .option('--limit <number>', 'maximum number of sessions', '50')
    .option('--status <status>', SESSION_STATUSES.join(', '))
    .action((options: SessionsOptions) => {
      const { status, limit } = options
      if (status !== undefined && !SESSION_STATUSES.some((known) => known === status)) {
        throw new Failure(`--status ${status}: use one of ${SESSION_STATUSES.join(', ')}`, USAGE)
      }
      if (!/^\d+$/.test(limit)) throw new Failure(`--limit ${limit}: must be a whole number`, USAGE)
      const query = queryOf(options)
      printReport(options, sessionsReport(query, { status, limit: Math.min(MOST, Math.max(1, Number(limit))) }))
    })

const sessionsReport =
  (query: ReportQuery, wanted: Pick<SessionQuery, 'status' | 'limit'>): Reporter =>
  (parts) => {
    const { sessions, total } = found(parts, query, { ...wanted, awaiting: false })
    return {
      json: { timezone: query.zone.name, sessions, total },
      table: (compact) => ({
        columns: [
          { title: 'Session', least: 12 },
          { title: 'Situation' },
          { title: 'Project', least: 8 },
          ...(compact ? [] : [{ title: 'Model', least: 8 }]),
          { title: 'Last active' },
          { title: 'Cost', align: 'right' },
        ],
        rows: sessions.map((session) => [
          session.name,
          SITUATION_WORDS[session.situation],
          projectOf(session),
          ...(compact ? [] : [modelName(session.model ?? '')]),
          moment(Date.parse(session.last_activity), query.zone),
          usd(session.cost),
        ]),
      }),
      notes: total > sessions.length ? [`${sessions.length} of ${total} sessions; use --limit to show more`] : [],
      empty: 'no sessions in this period',
    }
  }

/** Returns the sessions of a report, in the shape of the API. */
export const found = (
  parts: Reading | null,
  query: ReportQuery,
  wanted: Pick<SessionQuery, 'status' | 'limit' | 'awaiting'>,
): { readonly sessions: readonly SessionShape[]; readonly total: number } => {
  if (parts === null) return { sessions: [], total: 0 }
  const { from, to } = timeOf(query)
  return listSessions(parts, parts.visibility, {
    ...wanted,
    sources: query.sources,
    providers: query.providers,
    offset: 0,
    from: query.since === null ? undefined : from,
    // The query's upper bound is inclusive.
    to: query.until === null ? undefined : to - 1,
    q: undefined,
    cwd: [],
    model: [],
    state: [],
    tag: [],
    pinned: undefined,
    parent: undefined,
    within: undefined,
    sort_by: undefined,
    sort_desc: undefined,
    cursor: undefined,
  })
}

/** Returns the name of a session's project. */
export const projectOf = ({ project }: SessionShape): string => (project === null ? '' : projectName(project))

/** Returns the time since `at`, formatted. */
export const since = (at: string, now: Instant): string => duration(now - Date.parse(at))
