/** The text of a file as lines. */
export interface TextLines {
  /** Without their terminators. A line of a file with LF may end with CR. */
  readonly lines: readonly string[]
  /** The terminator of the first line. */
  readonly eol: '\n' | '\r\n'
  readonly finalNewline: boolean
}

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
  const old = terminated(before)
  const edited = terminated(finalNewline && after !== '' && !after.endsWith('\n') ? `${after}\n` : after)
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

/** Returns the lines of a text with their terminators. */
const terminated = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const withLf = (line: string): string => line.replace(/\r\n$/, '\n')
