import { type Config, readConfig } from '../../config.js'
import { type Reading, reading } from '../reading.js'
import { painter, print, printJson, say } from '../output.js'
import type { ReportOptions } from './options.js'
import { type Table, tableLines } from './table.js'

const NARROW = 80
const ROOMY = 110
const NO_DATABASE = 'no data yet: run switchyard start to import your history and record sessions'

/** A report as JSON and as a table. */
interface Report {
  readonly json: unknown
  readonly table: (compact: boolean) => Table
  /** Lines printed beside the figures. */
  readonly notes?: readonly string[]
  /** Printed instead of a table without rows. */
  readonly empty: string
}

/** Builds a report from the recorded data; null when there is no database yet. */
export type Reporter = (parts: Reading | null) => Report

/** Builds a report and prints it in the requested form. */
export const printReport = (options: ReportOptions, make: Reporter): void => {
  const config = readConfig()
  const report = reading(config, make)
  if (options.json) return printJson((report ?? make(null)).json)
  return report === null ? say(NO_DATABASE) : printTable(config, options, report)
}

const printTable = (config: Config, options: ReportOptions, { table, notes = [], empty }: Report): void => {
  const paint = painter(config)
  const columns = process.stdout.isTTY ? process.stdout.columns : null
  const made = table(options.compact === true || (columns !== null && columns < ROOMY))
  if (made.rows.length === 0) return say(empty)
  const width = options.compact === true ? Math.min(columns ?? NARROW, NARROW) : columns
  for (const line of tableLines(made, width, paint)) print(line)
  for (const note of notes) say(paint('dim', note))
  return undefined
}
