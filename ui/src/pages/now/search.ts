import { textOf } from '../../events/search.js'

interface NowSearch {
  /** The session whose row is selected. */
  readonly at?: string
  /** The text that filters the rows. */
  readonly q?: string
}

/** Reads the selection and the filter from the address of the page. */
export function nowSearch(given: { readonly at?: unknown; readonly q?: unknown }): NowSearch {
  const q = textOf(given.q)
  return { ...(typeof given.at === 'string' ? { at: given.at } : {}), ...(q === undefined ? {} : { q }) }
}
