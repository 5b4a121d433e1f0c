import { textOf } from '../../events/search.js'

/** What is looked for in all conversations. */
export function searchSearch({ q }: Record<string, unknown>): { readonly q?: string } {
  const words = textOf(q)
  return words === undefined ? {} : { q: words }
}
