import { textOf } from '../../events/search.js'

interface NowSearch {
  /** The session whose row is selected. */
  readonly at?: string
  /** Words that the rows are narrowed by. */
  readonly q?: string
}

/** What is selected on the page and what it is narrowed to live in its address. */
export function nowSearch(given: { readonly at?: unknown; readonly q?: unknown }): NowSearch {
  const q = textOf(given.q)
  return { ...(typeof given.at === 'string' ? { at: given.at } : {}), ...(q === undefined ? {} : { q }) }
}
