import type { Instant } from '../time.js'

/** One window of the limits of an account. */
export interface Window {
  /** Percent of the limit; null if it is not known. */
  readonly percent: number | null
  readonly resetsAt: Instant | null
}

/** What decides which account the next agent gets. */
export interface Candidate {
  readonly name: string
  readonly isExpired: boolean
  readonly refreshError: string | null
  readonly windows: readonly Window[]
  readonly livePanes: number
  /** How many panes may use it at once. */
  readonly mostPanes: number
}

/** Returns how much of a window is used: nothing, once it has been reset. */
const used = ({ percent, resetsAt }: Window, now: Instant): number =>
  percent === null || (resetsAt !== null && resetsAt <= now) ? 0 : percent

/** Returns the highest use of an account's windows, in percent; null if none is known. */
export const quotaPercent = (windows: readonly Window[], now: Instant): number | null =>
  windows.every(({ percent }) => percent === null) ? null : Math.max(...windows.map((one) => used(one, now)))

export const isFull = ({ windows }: Pick<Candidate, 'windows'>, blockPercent: number, now: Instant): boolean =>
  (quotaPercent(windows, now) ?? 0) >= blockPercent

/**
 * Returns the account for the next agent: one that is not expired, full, or failing to renew, and that has a pane left; of these, the
 * one with the lowest use, then the fewest panes, then by name (supplement-server 19.3). Null if there is none.
 * @param preferred the account that a resumed session had
 */
export const nextAccount = (
  candidates: readonly Candidate[],
  preferred: string | null,
  blockPercent: number,
  now: Instant,
): string | null => {
  const usable = candidates.filter(
    (one) =>
      !one.isExpired && one.refreshError === null && one.livePanes < one.mostPanes && !isFull(one, blockPercent, now),
  )
  if (usable.some(({ name }) => name === preferred)) return preferred
  const [first] = usable.toSorted(
    (a, b) =>
      (quotaPercent(a.windows, now) ?? 0) - (quotaPercent(b.windows, now) ?? 0) ||
      a.livePanes - b.livePanes ||
      (a.name < b.name ? -1 : 1),
  )
  return first?.name ?? null
}

/** Returns when the first full account is no longer full; null if no account is full, or none says when. */
export const firstReset = (
  candidates: readonly Pick<Candidate, 'windows'>[],
  blockPercent: number,
  now: Instant,
): Instant | null => {
  const resets = candidates.flatMap(({ windows }) => {
    const blocking = windows.filter((one) => used(one, now) >= blockPercent)
    const known = blocking.flatMap(({ resetsAt }) => (resetsAt === null ? [] : [resetsAt]))
    return blocking.length > 0 && known.length === blocking.length ? [Math.max(...known)] : []
  })
  return resets.length === 0 ? null : Math.min(...resets)
}
