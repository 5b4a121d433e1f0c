import { splitLines } from './line-edits.js'

/** The text of a file as lines. */
export interface TextLines {
  /** Without their terminators. A line of a file with LF may end with CR. */
  readonly lines: readonly string[]
  /** The terminator of the first line. */
  readonly eol: '\n' | '\r\n'
  readonly finalNewline: boolean
}

/**
 * Returns whether a text can be stored as one. Half of a surrogate pair has no bytes in UTF-8, and git treats a file with NUL as
 * binary and refuses NUL in a message.
 */
export const isText = (text: string): boolean => !/\p{Surrogate}|\0/u.test(text)

/** Returns the lines of a text. An empty text has none. */
export const linesOf = (text: string): TextLines => {
  const finalNewline = text.endsWith('\n')
  const lines = text === '' ? [] : (finalNewline ? text.slice(0, -1) : text).split('\n')
  const eol = lines[0]?.endsWith('\r') && text.includes('\n') ? '\r\n' : '\n'
  return { lines: eol === '\n' ? lines : lines.map((line) => line.replace(/\r$/, '')), eol, finalNewline }
}

/**
 * Returns the text to save when a user edited `before` to `after`. Editors change all terminators to LF, so the lines above and
 * below the edit keep theirs, and edited lines get that of the first line. A final newline stays.
 */
export const textToSave = (before: string, after: string): string => {
  const { eol, finalNewline } = linesOf(before)
  const old = splitLines(before)
  const edited = splitLines(finalNewline && after !== '' && !after.endsWith('\n') ? `${after}\n` : after)
  const most = Math.min(old.length, edited.length)
  const isSame = (a: number, b: number): boolean => withLf(old[a] ?? '') === withLf(edited[b] ?? '')
  let above = 0
  while (above < most && isSame(above, above)) above += 1
  let below = 0
  while (below < most - above && isSame(old.length - 1 - below, edited.length - 1 - below)) below += 1
  return [
    ...old.slice(0, above),
    ...edited.slice(above, edited.length - below).map((line) => withLf(line).replace(/\n$/, eol)),
    ...old.slice(old.length - below),
  ].join('')
}

const withLf = (line: string): string => line.replace(/\r\n$/, '\n')
