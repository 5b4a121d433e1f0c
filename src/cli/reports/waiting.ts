import type { Command } from 'commander'
import type { Situation } from '../../domain/session/status.js'
import type { ReportQuery } from '../../projections/queries/reports/days.js'
import type { SessionShape } from '../../projections/queries/sessions.js'
import { usd } from './format.js'
import { queryOf, reportCommand, type ReportOptions } from './options.js'
import { printReport, type Reporter } from './print.js'
import { found, projectOf, since } from './sessions.js'
import { SITUATION_WORDS } from './situations.js'

const MOST = 1000
const URGENT: readonly Situation[] = ['needs_you', 'failed', 'your_turn', 'interrupted', 'ready']

/** Returns `switchyard waiting`: the sessions that wait for the user, urgent ones first, then the longest wait. */
export const waitingCommand = (): Command =>
  reportCommand('waiting', 'list the sessions that wait for you, for how long and why').action(
    (options: ReportOptions) => printReport(options, waitingReport(queryOf(options))),
  )

const rank = ({ situation }: SessionShape): number => {
  const at = URGENT.indexOf(situation)
  return at < 0 ? URGENT.length : at
}

const byUrgency = (a: SessionShape, b: SessionShape): number =>
  rank(a) - rank(b) || Date.parse(a.awaiting_input_since ?? '') - Date.parse(b.awaiting_input_since ?? '')

const waitingReport =
  (query: ReportQuery): Reporter =>
  (parts) => {
    const { sessions, total } = found(parts, query, { status: undefined, limit: MOST, awaiting: true })
    // A turn that ended while agents work in the background has the fields of one that waits.
    const waiting = sessions.filter(({ situation }) => situation !== 'working').toSorted(byUrgency)
    const now = parts?.now ?? 0
    return {
      json: { timezone: query.zone.name, sessions: waiting, total: total - sessions.length + waiting.length },
      table: (compact) => ({
        columns: [
          { title: 'Session', least: 12 },
          { title: 'Why' },
          { title: 'For', align: 'right' },
          { title: 'Project', least: 8 },
          { title: 'Last message', least: compact ? 8 : 20 },
          { title: 'Cost', align: 'right' },
        ],
        rows: waiting.map((session) => [
          session.name,
          SITUATION_WORDS[session.situation],
          session.awaiting_input_since === null ? '' : since(session.awaiting_input_since, now),
          projectOf(session),
          saidBy(session),
          usd(session.cost),
        ]),
      }),
      empty: 'no sessions are waiting for you',
    }
  }

const saidBy = ({ headline }: SessionShape): string =>
  headline === null ? '' : [headline.tool, headline.text].filter((text) => text !== null && text !== '').join(': ')
