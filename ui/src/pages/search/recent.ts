const KEY = 'switchyard.searches'
const MOST = 5

/** A search that led to a result or was confirmed. */
export interface RecentSearch {
  readonly q: string
  readonly matches: number
}

const isRecent = (value: unknown): value is RecentSearch =>
  typeof value === 'object' &&
  value !== null &&
  'q' in value &&
  typeof value.q === 'string' &&
  'matches' in value &&
  typeof value.matches === 'number'

/** Returns the latest searches of this browser, newest first. */
export function recentSearches(): readonly RecentSearch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberSearch(search: RecentSearch): void {
  if (search.q.trim() === '' || search.matches === 0) return
  const others = recentSearches().filter(({ q }) => q !== search.q)
  try {
    localStorage.setItem(KEY, JSON.stringify([search, ...others].slice(0, MOST)))
  } catch {
    // Without storage nothing is remembered.
  }
}
