import { textOf } from '../../events/search.js'

interface LanesSearch {
  /** The text that filters the rows. */
  readonly q?: string
  /** The dialog of a new lane is open. */
  readonly new?: true
}

/** The filter is in the address of the page. */
export function lanesSearch(given: { readonly q?: unknown; readonly new?: unknown }): LanesSearch {
  const q = textOf(given.q)
  return { ...(q === undefined ? {} : { q }), ...(given.new === true ? { new: true } : {}) }
}
