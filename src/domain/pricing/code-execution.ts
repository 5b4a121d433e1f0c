import { type Money, PER_USD } from './cost.js'

const MINUTES_PER_REQUEST = 5
export const FREE_HOURS_PER_MONTH = 1550
const CENTS_PER_HOUR = 5n

/**
 * Returns the number of billed code execution requests. Code execution is free in a message that also used web search or web
 * fetch; the usage record of the message decides.
 */
export const billedExecutions = (usage: { readonly codeExecution: number; readonly freeExecution: number }): number =>
  usage.codeExecution - usage.freeExecution

/** Returns the number of free code execution requests of a message. */
export const freeExecutionsOf = (usage: {
  readonly webSearch: number
  readonly webFetch: number
  readonly codeExecution: number
}): number => (usage.webSearch > 0 || usage.webFetch > 0 ? usage.codeExecution : 0)

/** Returns the hours that billed requests count for, five minutes each. */
export const hoursOf = (billed: number): number => (billed * MINUTES_PER_REQUEST) / 60

/**
 * Returns the price of one billed request in a calendar month (UTC) with this many: 0.05 USD an hour beyond the free hours. The
 * allowance belongs to the account, so the excess is spread evenly over the month's billed requests: the share of a session does
 * not depend on the order of sessions, and the shares add up to the cost of the account.
 */
export const executionPrice = (billedInMonth: number): Money => {
  if (billedInMonth === 0) return 0n
  const minutes = billedInMonth * MINUTES_PER_REQUEST - FREE_HOURS_PER_MONTH * 60
  return (BigInt(Math.max(0, minutes)) * CENTS_PER_HOUR * PER_USD) / (100n * 60n * BigInt(billedInMonth))
}
