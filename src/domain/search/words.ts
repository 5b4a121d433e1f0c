/** What is looked for: phrases that must all stand in a line; the last one may be just begun. */
export interface Wanted {
  readonly phrases: readonly (readonly string[])[]
  /** Whether the last word of the last phrase is a beginning. */
  readonly begun: boolean
}

const WORD = /[\p{L}\p{N}\p{Co}\p{M}]+/gu
const MOST_PHRASES = 16
/** A shorter beginning begins almost everything. */
const SHORTEST_BEGINNING = 2

// Unit by unit, so that a place in the folded text is the same place in the text.
const foldUnit = (unit: string): string =>
  unit < '\u0080' ? unit.toLowerCase() : (unit.normalize('NFD').toLowerCase()[0] ?? unit)

/** A text without case and accents, as long as it was. */
export const folded = (text: string): string => text.replace(/[A-Z]|[^\0-\u007f]/g, foldUnit)

/**
 * Reads what somebody typed: words in any order; what stands in quotes, or hangs together like `src/main.ts`, as a phrase.
 * Null when there is no word in it.
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
