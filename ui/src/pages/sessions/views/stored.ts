import { isRecord } from '../../../kit/tool-argument.js'
import { sessionsSearch, type SessionsSearch } from '../search.js'

/** Saved filters with a name. They are stored in this browser. */
export interface SavedView {
  readonly name: string
  readonly search: SessionsSearch
}

/** Reads the views from a stored text, without invalid ones. */
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
