import { type Money, PER_USD } from './cost.js'

const MINUTES_PER_REQUEST = 5
export const FREE_HOURS_PER_MONTH = 1550
const CENTS_PER_HOUR = 5n

/**
 * Requests for code execution that are billed. One of a message that also used web search or web fetch is free, which the
 * message's own record decides.
 */
export const billedExecutions = (usage: { readonly codeExecution: number; readonly freeExecution: number }): number =>
  usage.codeExecution - usage.freeExecution

/** Requests of a message that are free. */
export const freeExecutionsOf = (usage: {
  readonly webSearch: number
  readonly webFetch: number
  readonly codeExecution: number
}): number => (usage.webSearch > 0 || usage.webFetch > 0 ? usage.codeExecution : 0)

/** Hours that billed requests count for, five minutes each. */
export const hoursOf = (billed: number): number => (billed * MINUTES_PER_REQUEST) / 60

/**
 * The price of one billed request in a calendar month (UTC) with so many: 0.05 USD an hour beyond the free hours. The
 * allowance is the account's, so what exceeds it is spread evenly over the month's billed requests: a session bears its
 * share in any order of sessions, and the shares add up to the account's cost.
 */
export const executionPrice = (billedInMonth: number): Money => {
  if (billedInMonth === 0) return 0n
  const minutes = billedInMonth * MINUTES_PER_REQUEST - FREE_HOURS_PER_MONTH * 60
  return (BigInt(Math.max(0, minutes)) * CENTS_PER_HOUR * PER_USD) / (100n * 60n * BigInt(billedInMonth))
}
