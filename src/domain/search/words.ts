import { isUnspaced, partsOf } from './unspaced.js'

/** Words that follow each other. Text without spaces is a word of its own. */
export type Phrase = readonly string[]

/** A parsed query: a line must contain all phrases. The last one may end in a word prefix. */
export interface Wanted {
  readonly phrases: readonly Phrase[]
  /** Whether the last word of the last phrase is a prefix. */
  readonly begun: boolean
  /** Phrases that a line must not contain. */
  readonly without: readonly Phrase[]
  /** Names of tools: a line must call one of them. Empty for any line. */
  readonly tools: readonly Phrase[]
  /** Parts of paths, of which the last word may be a prefix: a tool call in the line must name one of them. Empty for any line. */
  readonly files: readonly Phrase[]
}

/** What a line must match besides the query. */
export interface CallFilters {
  readonly tool: readonly string[]
  readonly file: readonly string[]
}

const WORD = /[\p{L}\p{N}\p{Co}\p{M}]+/gu
const MOST_PHRASES = 16
/** A shorter prefix matches almost everything. */
const SHORTEST_BEGINNING = 2

// Unit by unit, so that offsets in the folded text are the same as in the original.
const foldUnit = (unit: string): string =>
  unit < '\u0080' ? unit.toLowerCase() : isUnspaced(unit) ? unit : (unit.normalize('NFD').toLowerCase()[0] ?? unit)

/** Returns a text without case and accents, of the same length. */
export const folded = (text: string): string => text.replace(/[A-Z]|[^\0-\u007f]/g, foldUnit)

const wordsOf = (text: string): Phrase => (folded(text).match(WORD) ?? []).flatMap(partsOf)

const phrasesOf = (values: readonly string[]): readonly Phrase[] =>
  values
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .slice(0, MOST_PHRASES)

// One hyphen before a word excludes it. Two start an option of a command, which is searched for.
const TERM = /((?<!\S)-(?=["\p{L}\p{N}]))?(?:"([^"]*)"?|([^\s"]+))/gu

/**
 * Parses a query: words in any order. Quoted text, and joined text like `src/main.ts`, is a phrase; `-` before a word or a phrase
 * excludes it. Null if nothing is searched for, or only excluded.
 */
export const wantedIn = (q: string, { tool, file }: CallFilters = { tool: [], file: [] }): Wanted | null => {
  const phrases: Phrase[] = []
  const without: Phrase[] = []
  const [tools, files] = [phrasesOf(tool), phrasesOf(file)]
  let begun = false
  for (const [, minus, quoted, bare] of q.matchAll(TERM)) {
    const words = wordsOf(quoted ?? bare ?? '')
    if (words.length === 0) continue
    if (phrases.length + without.length === MOST_PHRASES) break
    const isExcluded = minus !== undefined
    ;(isExcluded ? without : phrases).push(words)
    begun = !isExcluded && quoted === undefined && (words.at(-1)?.length ?? 0) >= SHORTEST_BEGINNING
  }
  if (phrases.length === 0 && tools.length === 0 && files.length === 0) return null
  // A filter without a word matches no line; ignoring it would match all.
  if ((tool.length > 0 && tools.length === 0) || (file.length > 0 && files.length === 0)) return null
  return { phrases, begun: begun && !/[\s"]$/.test(q), without, tools, files }
}

/** Whether a text, such as a title, has a phrase: its words in order. The last word of the query may be the beginning of one. */
const hasPhrase = (text: Phrase, phrase: Phrase, begun: boolean): boolean =>
  text.some((_, start) =>
    phrase.every((word, index) => {
      const found = text[start + index] ?? ''
      return begun && index === phrase.length - 1 ? found.startsWith(word) : found === word
    }),
  )

/** Whether a text has all phrases of a query, and none that it excludes. Filters by call match no plain text. */
export const matchesText = ({ phrases, begun, without, tools, files }: Wanted, text: string): boolean => {
  if (tools.length > 0 || files.length > 0) return false
  const words = wordsOf(text)
  return (
    phrases.every((phrase, index) => hasPhrase(words, phrase, begun && index === phrases.length - 1)) &&
    !without.some((phrase) => hasPhrase(words, phrase, false))
  )
}
