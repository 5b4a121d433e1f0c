/** What a terminal shows. */
export interface Screen {
  /** Its lines, without spaces at their ends. */
  readonly lines: readonly string[]
  /** The same lines with spaces instead of faint text, in which agents show placeholders and what the user sent earlier. */
  readonly solid: readonly string[]
}

// The escapes with which tmux prints colours, links and character sets.
// oxlint-disable-next-line no-control-regex -- reading escapes is the point
const ESCAPE = /\u001b\[([\d;:]*)([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()].|\u001b./y
// oxlint-disable-next-line no-control-regex -- removing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

interface Style {
  faint: boolean
  inverse: boolean
}

/** Applies the parameters of an SGR sequence. */
const restyle = (style: Style, parameters: string): void => {
  const codes = parameters.split(/[;:]/).map(Number)
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]
    if (code === 0) Object.assign(style, { faint: false, inverse: false })
    else if (code === 2) style.faint = true
    else if (code === 22) style.faint = false
    else if (code === 7) style.inverse = true
    else if (code === 27) style.inverse = false
    // A colour: its own parameters follow.
    else if (code === 38 || code === 48) at += codes[at + 1] === 5 ? 2 : 4
  }
}

// Not `trimEnd`: a no-break space after the sign of Claude Code's input line has to stay.
const withoutSpaces = (line: string): string => line.replace(/ +$/, '')

/** Reads one line. The style at its end is that at the start of the next. */
const readLine = (line: string, style: Style): readonly [string, string] => {
  const characters: string[] = []
  const isFaint: boolean[] = []
  const isInverse: boolean[] = []
  for (let at = 0; at < line.length; ) {
    ESCAPE.lastIndex = at
    const escape = ESCAPE.exec(line)
    if (escape !== null) {
      if (escape[2] === 'm') restyle(style, escape[1] ?? '')
      at = ESCAPE.lastIndex
      continue
    }
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0)
    at += character.length
    if (CONTROL.test(character)) continue
    characters.push(character)
    isFaint.push(style.faint)
    isInverse.push(style.inverse)
  }
  // The cursor on the first character of a placeholder is drawn in inverse.
  const solid = characters.map((one, at) => (isFaint[at] || (isInverse[at] && isFaint[at + 1]) ? ' ' : one))
  return [withoutSpaces(characters.join('')), withoutSpaces(solid.join(''))]
}

/** Reads what tmux captured of a pane, with or without styles. */
export const readScreen = (captured: string): Screen => {
  const style: Style = { faint: false, inverse: false }
  const read = captured.split('\n').map((line) => readLine(line, style))
  return { lines: read.map(([line]) => line), solid: read.map(([, solid]) => solid) }
}

const LAST_LINES = 12

/** Returns the last lines that show something. */
export const lastLines = ({ lines }: Screen): readonly string[] => {
  const last = lines.findLastIndex((line) => line !== '')
  return lines.slice(Math.max(0, last + 1 - LAST_LINES), last + 1)
}

/** Whether a line is a rule that is as wide as the pane. A name may stand in it. */
export const isRule = (line: string): boolean => line.length >= 10 && /^[─━]{3}.*[─━]$/.test(line)

/** The line below a question that names its keys. */
export const KEYS =
  /\b(?:enter|esc|tab)\b.*\b(?:confirm|continue|select|submit|cancel|back|skip|exit|close|amend|choose)\b|↑\/↓ to /i

/** The mark before the option that the cursor is on. */
const MARK = '[❯›>]'
const MARKED = new RegExp(`^\\s*${MARK}\\s+\\S`)
const NUMBERED = new RegExp(`^(\\s*(?:${MARK}\\s?)?\\s*)(\\d{1,2})\\.\\s*(.*)$`)

/** A line that starts with a number, like an option of a list. */
export interface NumberedLine {
  /** Where its number starts. */
  readonly column: number
  readonly number: string
  readonly label: string
  readonly isMarked: boolean
}

/** Reads a line that starts with a number. In a narrow pane, the space behind the number may be missing. */
export const numberedLine = (line: string): NumberedLine | null => {
  const [, before = '', number, label] = NUMBERED.exec(line) ?? []
  if (number === undefined || label === undefined) return null
  return { column: before.length, number, label, isMarked: /\S/.test(before) }
}

/** Whether the cursor of a list is on this line. */
export const isMarked = (line: string): boolean => MARKED.test(line)
