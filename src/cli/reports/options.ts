import { Command } from 'commander'
import { civilDay, machineZone, type Zone, zoneNamed } from '../../domain/reports/zone.js'
import { isProvider } from '../../domain/tools/catalog.js'
import type { ReportQuery } from '../../projections/queries/reports/days.js'
import { Failure, USAGE } from '../exit.js'

/** The options common to all reports. */
export interface ReportOptions {
  readonly since?: string
  readonly until?: string
  readonly timezone?: string
  readonly provider?: string
  readonly json?: boolean
  readonly compact?: boolean
}

/** Returns a command with the options of a report. */
export const reportCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(`${description} (the service may be running)`)
    .option('--since <date>', 'first day, YYYY-MM-DD')
    .option('--until <date>', 'last day (inclusive), YYYY-MM-DD')
    .option('--timezone <name>', 'time zone, such as Europe/Rome (default: the system time zone)')
    .option('--provider <tool>', 'claude or codex (default: both)')
    .option('--json', 'print the report as JSON')
    .option('--compact', 'fit into 80 columns')

/** Returns the time zone of a report. */
const zoneOf = ({ timezone }: ReportOptions): Zone => {
  const name = timezone ?? machineZone()
  const zone = zoneNamed(name)
  if (zone === undefined) throw new Failure(`--timezone ${name}: unknown time zone`, USAGE)
  return zone
}

/** Returns the query of a report. Throws a `Failure` that names an invalid option. */
export const queryOf = (options: ReportOptions): ReportQuery => {
  const query = {
    zone: zoneOf(options),
    since: dayOf('--since', options.since),
    until: dayOf('--until', options.until),
    sources: [],
    providers: providersOf(options.provider),
  }
  if (query.since !== null && query.until !== null && query.since > query.until) {
    throw new Failure(`--since ${options.since} is later than --until ${options.until}`, USAGE)
  }
  return query
}

const dayOf = (option: string, date: string | undefined): number | null => {
  if (date === undefined) return null
  const day = civilDay(date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
  if (day === undefined) throw new Failure(`${option} ${date}: use the format YYYY-MM-DD`, USAGE)
  return day
}

const providersOf = (provider: string | undefined): readonly string[] => {
  if (provider === undefined) return []
  if (!isProvider(provider)) {
    throw new Failure(`--provider ${provider}: use claude or codex`, USAGE)
  }
  return [provider]
}
