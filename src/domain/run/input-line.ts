import type { Provider } from '../tools/catalog.js'
import { isRule, KEYS, numberedLine, type Screen } from './screen.js'

/** The line of an agent's interface that reads prompts. */
export interface InputLine {
  /** The line of the screen that it starts on. */
  readonly row: number
  /** What stands in it and was not sent: a draft of the user, or a paste. */
  readonly text: string
}

/** Placeholders, for terminals that show them like text. */
const PLACEHOLDER = /^(?:Try "|Press up to edit queued messages$|Ask Codex to do anything$)/
/** Claude Code's view of its background sessions. A text in its input line starts another session. */
const AGENT_VIEW = /\bspace to reply\b|\bctrl\+x to (?:remove|delete)\b/
const NEW_SESSION = /^❯\s*describe a task for a new session$/

interface Found extends InputLine {
  readonly below: readonly string[]
}

const textFrom = ({ lines, solid }: Screen, from: number, to: number): string => {
  const without = (all: readonly string[]): string =>
    all
      .slice(from, to)
      .map((line) => line.slice(2))
      .join('\n')
      .trim()
  return PLACEHOLDER.test(without(lines)) ? '' : without(solid)
}

/** Claude Code: between the last two rules. A question that has a rule among its options starts with its title. */
const claudeInput = (screen: Screen): Found | null => {
  const { lines } = screen
  const lower = lines.findLastIndex(isRule)
  const upper = lines.findLastIndex((line, index) => index < lower && isRule(line))
  if (upper === -1 || !/^❯(?:\s|$)/.test(lines[upper + 1] ?? '')) return null
  return { row: upper + 1, text: textFrom(screen, upper + 1, lower), below: lines.slice(lower + 1) }
}

/** Lines below the input line of Codex, such as the model. */
const MOST_BELOW = 5

/** Codex: the last line with its sign. What the user sent has the same sign, but faint. */
const codexInput = (screen: Screen): Found | null => {
  const { lines, solid } = screen
  const row = solid.findLastIndex((line) => /^›(?:\s|$)/.test(line))
  if (row === -1) return null
  const rest = lines.slice(row + 1)
  // A draft may have empty lines: what follows the last of them is not part of it.
  const footer = rest.findLastIndex((line, index) => line === '' && rest.slice(index).some((one) => one !== ''))
  const end = footer === -1 ? lines.length : row + 1 + footer
  const below = lines.slice(end).filter((line) => line !== '')
  if (below.length > MOST_BELOW || lines.slice(row + 1, end).some((line) => /^\S/.test(line))) return null
  return { row, text: textFrom(screen, row, end), below }
}

const FIND: Readonly<Record<Provider, (screen: Screen) => Found | null>> = { claude: claudeInput, codex: codexInput }

/** Whether Claude Code shows its background sessions instead of the session of the pane. */
export const isAgentView = (screen: Screen): boolean => {
  const found = claudeInput(screen)
  return found !== null && (AGENT_VIEW.test(found.below.join(' ')) || NEW_SESSION.test(screen.lines[found.row] ?? ''))
}

/** Returns the input line that an agent shows; null if it shows something else, such as a question. */
export const inputLineOf = (screen: Screen, provider: Provider): InputLine | null => {
  const found = FIND[provider](screen)
  if (found === null || isAgentView(screen)) return null
  if (found.below.some((line) => KEYS.test(line) || numberedLine(line) !== null)) return null
  return { row: found.row, text: found.text }
}

/** A place on the screen, from 0. */
export interface Cell {
  readonly column: number
  readonly row: number
}

/** Returns what stands between two places: what was typed into a terminal that edits the line itself. */
export const typedLine = ({ lines }: Screen, from: Cell, to: Cell): InputLine => ({
  row: from.row,
  text: [(lines[from.row] ?? '').slice(from.column), ...lines.slice(from.row + 1, to.row + 1)].join(''),
})

/** Returns a text as it can be compared: terminals change spaces, and draw marks and selectors in ways of their own. */
export const drawn = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cf}\p{M}\ufe0e\ufe0f]/gu, '')

/** How agents show a long paste. */
const FOLDED = /^\[Pasted (?:text|Content)[^\]]*\]$/i
/** Characters at the least, of a text that is only partly visible. */
const LEAST_VISIBLE = 20

/** Whether the input line shows this text and nothing else: in full, the part that fits, or as a placeholder for a paste. */
export const showsText = ({ text: shown }: InputLine, text: string): boolean => {
  if (FOLDED.test(shown)) return true
  const [visible, whole] = [drawn(shown), drawn(text)]
  if (visible === whole) return true
  return visible.length >= LEAST_VISIBLE && whole.includes(visible)
}
