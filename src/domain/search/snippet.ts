import { plain } from '../text.js'
import { isUnspaced, UNSPACED } from './unspaced.js'
import { folded, type Phrase, type Wanted } from './words.js'

/** An excerpt of a text around a match. */
export interface Snippet {
  readonly text: string
  /** The ranges of the matches in `text`: start and end in UTF-16 units, ascending, not overlapping. */
  readonly marks: readonly (readonly [number, number])[]
}

const BEFORE = 60
const LENGTH = 200
const MOST_MARKS = 20

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const SEPARATOR = '[^\\p{L}\\p{N}\\p{Co}]'
const SPACED = `(?!${UNSPACED})[\\p{L}\\p{N}\\p{Co}]`

/** Text without spaces may begin or end anywhere, also next to another word. */
const alternative = (words: Phrase, open: boolean): string => {
  const before = isUnspaced(words[0] ?? '') ? '' : `(?<!${SPACED})`
  const after = isUnspaced(words.at(-1) ?? '') ? '' : open ? `(?:${SPACED})*` : `(?!${SPACED})`
  const inner = words.map((word, i) => {
    const previous = words[i - 1]
    if (previous === undefined) return escaped(word)
    return `${SEPARATOR}${isUnspaced(previous) === isUnspaced(word) ? '+' : '*'}${escaped(word)}`
  })
  return before + inner.join('') + after
}

/** Matches the phrases like the full-text index: whole words, with any separators between the words of a phrase. */
const patternOf = ({ phrases, begun, tools, files }: Wanted): RegExp => {
  const alternatives = [
    ...phrases.map((words, i) => alternative(words, begun && i === phrases.length - 1)),
    ...files.map((words) => alternative(words, true)),
    ...tools.map((words) => alternative(words, false)),
  ]
  return new RegExp(alternatives.join('|'), 'gu')
}

/** Cuts a text to an excerpt around the first match. Safe to show: no control characters. */
export const snippetOf = (text: string, wanted: Wanted): Snippet => {
  // The offsets of the marks refer to the shown text, so clean it first.
  const clean = plain(text).replace(/\s+/g, ' ').trim()
  const pattern = patternOf(wanted)
  const first = pattern.exec(folded(clean))?.index ?? 0
  const from = first <= BEFORE ? 0 : wordStart(clean, first - BEFORE)
  const to = Math.min(clean.length, from + LENGTH)
  const head = from > 0 ? '…' : ''
  // Drop a surrogate pair that the cut would split.
  const shown = clean.slice(from, to).replace(/[\ud800-\udbff]$/, '')
  const part = head + shown
  pattern.lastIndex = 0
  const marks = [...folded(part).matchAll(pattern)]
    .slice(0, MOST_MARKS)
    .map(({ index, 0: found }) => [index, index + found.length] as const)
  return { text: to < clean.length ? `${part}…` : part, marks }
}

const wordStart = (text: string, near: number): number => {
  const space = text.indexOf(' ', near)
  return space < 0 || space > near + 20 ? near : space + 1
}
