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

/** The columns that, with the date, determine the rates of a usage. */
export const TERMS = 'model, speed, geo, tier, context'

/** The counts of a usage row, each with its name in the domain. */
export const COUNTS = COLUMNS.map(([column, name]) => `${column} as ${name}`).join(', ')

/** Their sums over a group. */
export const SUMS = COLUMNS.map(([column, name]) => `sum(${column}) as ${name}`).join(', ')

/** All counts of a row as one number. */
export const ALL_COUNTS = COLUMNS.map(([column]) => column).join(' + ')

const DAY_MINUTES = DAY / MINUTE

/**
 * Returns SQL for the day of a quarter hour in the caller's zone, counted like days in UTC. Its parameter is the offset in
 * minutes like JavaScript's `getTimezoneOffset`. Adds one day and subtracts it again, because SQL division truncates towards zero
 * and days must round down.
 */
export const localDay = (quarter: string): string =>
  `cast((${quarter} * ${QUARTER / MINUTE} - ? + ${DAY_MINUTES}) / ${DAY_MINUTES} as integer) - 1`
