import { type Money, PER_USD } from './cost.js'

/** What the account used of code execution in a month, by request. */
export interface Executions {
  readonly requests: number
  /** Used together with web search or web fetch, which makes it free. */
  readonly free: boolean
}

/** What one request for code execution counts for in its month. */
export interface ExecutionPrice {
  readonly price: Money
  /** Hours that count against the allowance. */
  readonly hours: number
}

const MINUTES_PER_REQUEST = 5
export const FREE_HOURS_PER_MONTH = 1550
const CENTS_PER_HOUR = 5n

/**
 * The price of one request in a calendar month (UTC): five minutes each, 0.05 USD an hour beyond the free hours. The
 * allowance is the account's, so what exceeds it is spread evenly over all requests of the month: a session bears its
 * share, in whichever order the sessions came, and the shares add up to the account's cost exactly.
 */
export const executionPrice = (month: readonly Executions[]): ExecutionPrice => {
  const count = (of: readonly Executions[]): number => of.reduce((total, { requests }) => total + requests, 0)
  const all = count(month)
  if (all === 0) return { price: 0n, hours: 0 }
  const minutes = count(month.filter(({ free }) => !free)) * MINUTES_PER_REQUEST
  const billed = Math.max(0, minutes - FREE_HOURS_PER_MONTH * 60)
  return {
    price: (BigInt(billed) * CENTS_PER_HOUR * PER_USD) / (100n * 60n * BigInt(all)),
    hours: minutes / 60 / all,
  }
}
