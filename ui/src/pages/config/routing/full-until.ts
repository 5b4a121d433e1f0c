/** How much of a limit is used, in percent, and when it starts again. */
export interface Limit {
  readonly percent: number | null
  readonly resetsAt: string | null
}

/** Returns when an account is free again: all its full limits have started again then. Null if that is not known. */
export function fullUntil(limits: readonly Limit[], block: number): string | null {
  const full = limits.filter(({ percent }) => percent !== null && percent >= block)
  const resets = full.flatMap(({ resetsAt }) => resetsAt ?? [])
  return resets.length < full.length ? null : (resets.toSorted().at(-1) ?? null)
}
