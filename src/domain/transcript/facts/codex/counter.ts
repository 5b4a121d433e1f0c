import { fits, growth, isNone, keyOf, NO_TOTALS, sum, type Totals } from './totals.js'

/** A stale snapshot follows within a few counts. */
const OLDER_MAX = 50

/** The cumulative counter of a rollout. Plain JSON. `P` describes where a count was read. */
export interface Counter<P> {
  /** The newest total. */
  base: Totals
  /** Keys of the totals before it, oldest first, since the counter started. */
  older: string[]
  /**
   * A count that starts at zero and repeats an older total: a stale snapshot, or the first request after a restart. The next
   * count decides.
   */
  doubt: { readonly place: P; readonly total: Totals; readonly last: Totals } | null
}

export const newCounter = (): Counter<never> => ({ base: NO_TOTALS, older: [], doubt: null })

/** What a count adds: one request, or the sum of requests that no line shows. */
export interface Counted<P> {
  readonly place: P
  readonly totals: Totals
  readonly counted: Totals
  readonly isSum: boolean
}

/** Moves the counter without counting: a fork repeats its parent's totals. */
export function advance<P>(counter: Counter<P>, total: Totals): void {
  if (!isNone(counter.base)) counter.older.push(keyOf(counter.base))
  if (counter.older.length > OLDER_MAX) counter.older.shift()
  counter.base = total
  counter.doubt = null
}

function restart<P>(counter: Counter<P>, total: Totals): void {
  counter.base = total
  counter.older = []
  counter.doubt = null
}

/**
 * Returns what a count adds. `total - last` is the counter before the request. If that is the newest total, the request is new.
 * If it is zero, the counter started again. If it is an older total, the request was counted already: the snapshot is stale. If
 * it is above the newest total, the lines of some requests are missing.
 */
export function count<P>(counter: Counter<P>, place: P, total: Totals | null, last: Totals | null): Counted<P>[] {
  const { base, older, doubt } = counter
  const one = (counted: Totals, isSum = false): Counted<P> => ({ place, totals: total ?? NO_TOTALS, counted, isSum })
  if (total === null) {
    if (last === null) return []
    advance(counter, sum(base, last))
    return [one(last)]
  }
  const key = keyOf(total)
  if (key === keyOf(base)) return []
  if (last === null) {
    const grew = fits(base, total)
    if (grew) advance(counter, total)
    else restart(counter, total)
    return [one(grew ? growth(base, total) : total, true)]
  }
  const before = growth(last, total)
  const from = keyOf(before)
  if (from === keyOf(base)) {
    advance(counter, total)
    return [one(growth(base, total))]
  }
  if (doubt !== null && from === keyOf(doubt.total)) {
    restart(counter, doubt.total)
    advance(counter, total)
    return [{ place: doubt.place, totals: doubt.total, counted: doubt.last, isSum: false }, one(last)]
  }
  if (isNone(before) && older.includes(key)) {
    counter.doubt = { place, total, last }
    return []
  }
  if (isNone(before)) {
    restart(counter, total)
    return [one(last)]
  }
  if (older.includes(from) || older.includes(key)) return []
  if (fits(base, before)) {
    advance(counter, total)
    return [one(growth(base, before), true), one(last)]
  }
  if (fits(base, total)) {
    advance(counter, total)
    return [one(growth(base, total))]
  }
  restart(counter, total)
  return [one(last)]
}
