const KEY = 'switchyard.hiddenVanished'

/** Returns the runs that the user does not want to be asked about again. */
export const hiddenRuns = (): ReadonlySet<string> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((run) => typeof run === 'string') : [])
  } catch {
    // Not ours, or the browser stores nothing.
    return new Set()
  }
}

/** Remembers these runs, and forgets all others: they have been resumed, or their slots are used again. */
export const hideRuns = (runs: readonly string[]): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(runs))
  } catch {
    // The notice comes back with the next visit.
  }
}
