import { plain } from '../text.js'
import { folded, type Wanted } from './words.js'

/** The part of a text around what was found. */
export interface Snippet {
  readonly text: string
  /** Where the words stand in it: begin and end, in UTF-16 units, in order, none within another. */
  readonly marks: readonly (readonly [number, number])[]
}

const BEFORE = 60
const LENGTH = 200
const MOST_MARKS = 20

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Finds the phrases as the index does: whole words, whatever stands between the words of a phrase. */
const patternOf = ({ phrases, begun }: Wanted): RegExp => {
  const alternatives = phrases.map((words, i) => {
    const open = begun && i === phrases.length - 1
    return `${words.map(escaped).join('[^\\p{L}\\p{N}\\p{Co}]+')}${open ? '[\\p{L}\\p{N}]*' : '(?![\\p{L}\\p{N}\\p{Co}])'}`
  })
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{Co}])(?:${alternatives.join('|')})`, 'gu')
}

/** Cuts a text to what is around the first place that was looked for. Safe to show: no control characters. */
export const snippetOf = (text: string, wanted: Wanted): Snippet => {
  // Marks count in what is shown, so it is cleaned first.
  const clean = plain(text).replace(/\s+/g, ' ').trim()
  const pattern = patternOf(wanted)
  const first = pattern.exec(folded(clean))?.index ?? 0
  const from = first <= BEFORE ? 0 : wordStart(clean, first - BEFORE)
  const to = Math.min(clean.length, from + LENGTH)
  const head = from > 0 ? '…' : ''
  // Half of a character beyond the BMP is none.
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
