/**
 * Scripts that write no space between words: Chinese, Japanese, Thai and their neighbours. Korean is one of them here: its words
 * carry their particles. A run of such text is indexed as overlapping pairs of characters, so that any part of it is found.
 */
const SCRIPTS = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Yi', 'Thai', 'Lao', 'Khmer', 'Mymr', 'Tibt']

/** One character of these scripts, as the source of a regular expression. */
export const UNSPACED = `(?=[\\p{L}\\p{M}\\p{N}])[${SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`

const RUN = new RegExp(`(?:${UNSPACED})+`, 'gu')
const PART = new RegExp(`(?:${UNSPACED})+|(?:(?!${UNSPACED}).)+`, 'gsu')
const ONE = new RegExp(UNSPACED, 'u')
// Covers these scripts, and costs far less than a test by property.
const MAY_HAVE_ONE = /[\u0e00-\u0fff\u1000-\u11ff\u1780-\u17ff\u2e80-\udfff\uf900-\ufaff\uff66-\uffdc]/

/** Whether a word, which is of one kind, is written without spaces. */
export const isUnspaced = (word: string): boolean => ONE.test(word)

/** Splits a word where text without spaces begins or ends. */
export const partsOf = (word: string): readonly string[] =>
  MAY_HAVE_ONE.test(word) ? (word.match(PART) ?? []) : [word]

const charactersOf = (run: string): readonly string[] => Array.from(run.normalize('NFC'))

/**
 * Returns a run as the tokens of the index: each character with the one after it, and the last one alone.
 * @param isWhole whether the text of the index ends where the run does; the last character may have a successor otherwise
 */
export const pairsOf = (run: string, isWhole: boolean): readonly string[] => {
  const characters = charactersOf(run)
  const pairs = characters.map((character, i) => character + (characters[i + 1] ?? ''))
  return isWhole || pairs.length === 1 ? pairs : pairs.slice(0, -1)
}

/** Returns a text in which the runs are replaced by their tokens. */
export const withPairs = (text: string): string =>
  MAY_HAVE_ONE.test(text) ? text.replace(RUN, (run) => ` ${pairsOf(run, true).join(' ')} `) : text

/** Returns each character of the runs in a text once: a query of one character has no pair. */
export const lettersOf = (text: string): string =>
  MAY_HAVE_ONE.test(text) ? [...new Set((text.match(RUN) ?? []).flatMap(charactersOf))].join(' ') : ''
