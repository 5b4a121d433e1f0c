import { isMarked, isRule, KEYS, numberedLine } from './screen.js'

/** An option of a list on the screen. */
export interface ListedOption {
  /** The number that the list shows before it; null if it shows none. */
  readonly number: string | null
  readonly label: string
  readonly description: string
}

/** A list with a cursor on the screen. */
export interface OptionList {
  /** The line of its first option. */
  readonly first: number
  /** The lines that its options start on. */
  readonly rows: readonly number[]
  readonly options: readonly ListedOption[]
  /** Which option the cursor is on; null if it is on something else, such as a button. */
  readonly cursor: number | null
  /** Whether every number is known to press the option that it is shown with. */
  readonly isCertain: boolean
}

/** A box that is drawn beside the options. */
const BOX = /\s*[│┌╭╰└├].*$/
/** The button below a list of checkboxes. It has no number. */
const BUTTON = /^(?:[❯›>]\s+)?(?:Submit|Next)$/
/** Frames a quoted command, file or plan. */
const FRAME = /^\s*╌{10,}/
/** A list that is taller than the pane: some of its options are not shown. */
const SCROLLED = /^\s*[↑↓]\s/
/** Lines at most below a list. */
const MOST_BELOW = 3
const HINT = /[·•]|\b(?:to|enter|esc|tab|ctrl)\b/i

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0

/** Reads the lines of one option: its label, which may be broken into several lines, and what is indented below it. */
const readOption = (first: string, rest: readonly string[], label: string, width: number) => {
  const description: string[] = []
  let read = label.replace(BOX, '')
  let last = first
  for (const line of rest) {
    const text = line.trim().replace(BOX, '')
    if (text === '' || isRule(line)) continue
    const next = text.split(' ', 1)[0] ?? ''
    // The word would have fitted: the line was not broken.
    const isBroken = description.length === 0 && last.length + 1 + next.length > width - 2
    if (isBroken) read += ` ${text}`
    else description.push(text)
    last = line
  }
  return { label: read.trim(), description: description.join(' ') }
}

/** Returns the list of numbered options that the cursor is in. */
const numberedList = (lines: readonly string[], top: number, width: number): OptionList | null => {
  const numbered = lines.flatMap((line, row) => {
    const found = row < top ? null : numberedLine(line)
    return found === null ? [] : [{ row, ...found }]
  })
  const button = lines.findLastIndex((line, row) => row >= top && BUTTON.test(line.trim()))
  const isOnButton = button !== -1 && isMarked(lines[button] ?? '')
  const held = numbered.findLast((one) => one.isMarked) ?? (isOnButton ? numbered.at(-1) : undefined)
  if (held === undefined) return null
  const inColumn = numbered.filter(({ column }) => column === held.column)
  const first = inColumn.findLastIndex(({ row, number }) => row <= held.row && number === '1')
  if (first === -1) return null
  const listed = inColumn.slice(first)
  const start = listed[0]?.row ?? held.row
  const end = endOf(lines, listed.at(-1)?.row ?? start, held.column)
  const frame = lines.findLastIndex((line, row) => row < start && FRAME.test(line))
  const options: ListedOption[] = listed.map(({ row, number, label }, at) => {
    const until = [listed[at + 1]?.row ?? end, button > row ? button : Infinity]
    return { number, ...readOption(lines[row] ?? '', lines.slice(row + 1, Math.min(...until)), label, width) }
  })
  const after = listed.findLastIndex(({ row }) => row < button)
  if (button > start && after !== -1)
    options.splice(after + 1, 0, {
      number: null,
      label: lines[button]?.trim().replace(/^[❯›>]\s+/, '') ?? '',
      description: '',
    })
  const below = lines.slice(end).filter((line) => line !== '')
  const cursor = options.findIndex(({ number }) => number === held.number)
  return {
    first: start,
    rows: listed.map(({ row }) => row),
    options,
    cursor: isOnButton ? null : cursor,
    isCertain:
      listed.length > 1 &&
      listed.every(({ number }, at) => number === String(at + 1)) &&
      // A text above the list that looks like its options, and one among them that looks like the cursor.
      !inColumn.slice(0, first).some(({ row }) => row > frame) &&
      numbered.filter(({ row, isMarked: marked }) => marked && row >= start).length === (isOnButton ? 0 : 1) &&
      !lines.slice(start).some((line) => SCROLLED.test(line)) &&
      below.length <= MOST_BELOW &&
      (below[0] === undefined || HINT.test(below[0])),
  }
}

/** Returns the line after the last option and what belongs to it. */
const endOf = (lines: readonly string[], row: number, column: number): number => {
  const end = lines.findIndex((line, at) => at > row && (line === '' || KEYS.test(line) || indentOf(line) < column))
  return end === -1 ? lines.length : end
}

/** The label of an option starts at most this far behind the cursor: a check mark may be between them. */
const FARTHEST = 4

/** Returns the list of options without numbers that the cursor is in. Nothing tells a key that chooses one of them. */
const plainList = (lines: readonly string[], top: number): OptionList | null => {
  const row = lines.findLastIndex((line, index) => index >= top && isMarked(line))
  // Its first options may be above the pane.
  if (row === -1 || numberedLine(lines[row] ?? '') !== null) return null
  const from = indentOf(lines[row] ?? '')
  const isSibling = (line: string | undefined): boolean =>
    line !== undefined && line !== '' && indentOf(line) >= from + 2 && indentOf(line) <= from + FARTHEST
  let [first, last] = [row, row]
  while (first > top && isSibling(lines[first - 1])) first -= 1
  while (isSibling(lines[last + 1])) last += 1
  if (first === last) return null
  const options = lines.slice(first, last + 1).map((line) => ({
    number: null,
    label: line.replace(/^\s*(?:[❯›>]\s+)?/, '').trim(),
    description: '',
  }))
  const rows = lines.slice(first, last + 1).map((_, at) => first + at)
  return { first, rows, options, cursor: row - first, isCertain: false }
}

/** Returns the list of options that the cursor is in, from a line of the screen on. */
export const optionListOn = (lines: readonly string[], top: number): OptionList | null => {
  const width = Math.max(...lines.map((line) => line.length))
  return numberedList(lines, top, width) ?? plainList(lines, top)
}
