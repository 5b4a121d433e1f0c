import { DAY, MINUTE, QUARTER } from '../../domain/time.js'

const COLUMNS = [
  ['input', 'input'],
  ['output', 'output'],
  ['cache_read', 'cacheRead'],
  ['cache_write', 'cacheWrite'],
  ['cache_write_1h', 'cacheWrite1h'],
  ['web_search', 'webSearch'],
  ['web_fetch', 'webFetch'],
  ['code_execution', 'codeExecution'],
  ['free_execution', 'freeExecution'],
] as const

/** What decides the rates of a usage, with its date. */
export const TERMS = 'model, speed, geo, tier, context'

/** The counts of a usage row, each under its name in the domain. */
export const COUNTS = COLUMNS.map(([column, name]) => `${column} as ${name}`).join(', ')

/** Their sums over a group. */
export const SUMS = COLUMNS.map(([column, name]) => `sum(${column}) as ${name}`).join(', ')

/** All counts of a row as one number. */
export const ALL_COUNTS = COLUMNS.map(([column]) => column).join(' + ')

const DAY_MINUTES = DAY / MINUTE

/**
 * The day of a quarter of an hour in the caller's zone, counted like days in UTC; its parameter is the offset in minutes
 * as JavaScript's `getTimezoneOffset` gives it. One day more and one less: SQL cuts towards zero, days are cut downwards.
 */
export const localDay = (quarter: string): string =>
  `cast((${quarter} * ${QUARTER / MINUTE} - ? + ${DAY_MINUTES}) / ${DAY_MINUTES} as integer) - 1`
