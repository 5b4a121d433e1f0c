import { isRecord } from '../../../kit/tool-argument.js'
import { sessionsSearch, type SessionsSearch } from '../search.js'

/** Filters that were given a name, to come back to them. They stay in this browser. */
export interface SavedView {
  readonly name: string
  readonly search: SessionsSearch
}

/** The views of a stored text; whatever is no view is left out. */
export function viewsIn(text: string | null): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter(isRecord)
      .flatMap(({ name, search }) =>
        typeof name === 'string' && name !== '' && isRecord(search) ? [{ name, search: sessionsSearch(search) }] : [],
      )
  } catch {
    return []
  }
}

/** Whether two sets of filters are the same. */
export const sameFilters = (a: SessionsSearch, b: SessionsSearch): boolean => inWords(a) === inWords(b)

const inWords = (search: SessionsSearch): string =>
  Object.entries(search)
    .map((entry) => JSON.stringify(entry))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join()
