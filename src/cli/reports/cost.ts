import { Argument, type Command } from 'commander'
import { PERIODS } from '../../domain/reports/period.js'
import { type BlockOptions, blockReport } from './block-report.js'
import { queryOf, reportCommand } from './options.js'
import { periodReport } from './period-report.js'
import { printReport, type Reporter } from './print.js'
import { sessionReport } from './session-report.js'

const KINDS = [...PERIODS, 'session', 'block'] as const
type Kind = (typeof KINDS)[number]

/** Returns `switchyard cost`: usage and its cost. */
export const costCommand = (): Command =>
  reportCommand('cost', 'show token usage and cost by day, week, month, session or five-hour block')
    .addArgument(new Argument('[by]', 'how to group the rows').choices(KINDS).default('daily'))
    .option('--active', 'with block: show only the current block')
    .action((by: Kind, options: BlockOptions) => printReport(options, reporterOf(by, options)))

const reporterOf = (by: Kind, options: BlockOptions): Reporter => {
  const query = queryOf(options)
  if (by === 'session') return sessionReport(query)
  return by === 'block' ? blockReport(query, options) : periodReport(by, query)
}
