import { textOf } from '../../events/search.js'

/** Reads the query from the address. */
export function searchSearch({ q }: Record<string, unknown>): { readonly q?: string } {
  const words = textOf(q)
  return words === undefined ? {} : { q: words }
}
