/** A parsed query: a line must contain all phrases. The last one may end in a word prefix. */
export interface Wanted {
  readonly phrases: readonly (readonly string[])[]
  /** Whether the last word of the last phrase is a prefix. */
  readonly begun: boolean
}

const WORD = /[\p{L}\p{N}\p{Co}\p{M}]+/gu
const MOST_PHRASES = 16
/** A shorter prefix matches almost everything. */
const SHORTEST_BEGINNING = 2

// Unit by unit, so that offsets in the folded text are the same as in the original.
const foldUnit = (unit: string): string =>
  unit < '\u0080' ? unit.toLowerCase() : (unit.normalize('NFD').toLowerCase()[0] ?? unit)

/** Returns a text without case and accents, of the same length. */
export const folded = (text: string): string => text.replace(/[A-Z]|[^\0-\u007f]/g, foldUnit)

/**
 * Parses a query: words in any order. Quoted text, and joined text like `src/main.ts`, is a phrase. Null if it contains no word.
 */
export const wantedIn = (q: string): Wanted | null => {
  const phrases: string[][] = []
  let begun = false
  for (const [, quoted, bare] of q.matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const words = folded(quoted ?? bare ?? '').match(WORD)
    if (words === null) continue
    if (phrases.length === MOST_PHRASES) break
    phrases.push([...words])
    begun = quoted === undefined && (words.at(-1)?.length ?? 0) >= SHORTEST_BEGINNING
  }
  return phrases.length === 0 ? null : { phrases, begun: begun && !/[\s"]$/.test(q) }
}
