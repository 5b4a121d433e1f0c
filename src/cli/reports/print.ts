import { type Config, readConfig } from '../../config.js'
import { type Reading, reading } from '../reading.js'
import { painter, print, printJson, say } from '../terminal.js'
import type { ReportOptions } from './options.js'
import { type Table, tableLines } from './table.js'

const NARROW = 80
const ROOMY = 110
const NO_DATABASE = 'nothing is recorded yet: switchyard start imports the history of your agents and watches them'

/** A report in both of its forms. */
export interface Report {
  readonly json: unknown
  readonly table: (compact: boolean) => Table
  /** What is said about it, beside the figures. */
  readonly notes?: readonly string[]
  /** Said instead of a table without rows. */
  readonly empty: string
}

/** Makes a report of what is recorded; of nothing where there is no database yet. */
export type Reporter = (parts: Reading | null) => Report

/** Reads a report and prints it as asked. */
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
