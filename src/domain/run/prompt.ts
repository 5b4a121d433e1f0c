import type { Provider } from '../tools/catalog.js'
import { DIALOG_KINDS } from './dialog.js'
import { inputLineOf, isAgentView } from './input-line.js'
import { type ListedOption, optionListOn } from './option-list.js'
import { isRule, KEYS, numberedLine, type Screen } from './screen.js'

/**
 * What an agent asks. Before its session starts: a dialog. Later also `permission`: whether to use a tool. `plan`: whether to carry
 * out a plan. `question`: one of its own.
 */
export const PROMPT_KINDS = [...DIALOG_KINDS, 'permission', 'plan', 'question'] as const
export type PromptKind = (typeof PROMPT_KINDS)[number]

export interface PromptOption extends ListedOption {
  /** Whether it holds for more than this one time, such as a rule that is stored. */
  readonly lasting: boolean
  /** Whether it opens a field for text. */
  readonly takesText: boolean
}

/** What an agent asks on its screen, in its own words. */
export interface Prompt {
  readonly kind: PromptKind
  readonly text: string
  /** In the agent's order. */
  readonly options: readonly PromptOption[]
  /** Which option the cursor is on. */
  readonly cursor: number | null
  /** Whether the number of an option can be pressed for the user: all options are known, and each has its own number. */
  readonly isAnswerable: boolean
  /** The lines of the screen that its options are on, from 0. */
  readonly rows: readonly number[]
}

/** By the words of the options: the rest may quote the name of a directory. */
const OPTION_WORDS: readonly (readonly [PromptKind, RegExp])[] = [
  ['trust', /\bI trust this folder\b|\bTrust and continue\b|\bYes, add it\b/],
  ['hooks', /\bReview hooks\b/],
  ['bypass', /\bYes, I accept\b/],
  ['login', /\bsign in\b|\blog in\b|\baccount\b/i],
]
const PLAN_TITLE = /^(?:Exit plan mode\?|Ready to code\?|Claude has written up a plan)/
const PERMISSION =
  /\b(?:do you want to (?!use this api key)|would you like to (?:run|make|grant|allow)|requires approval|claude wants to)/i
const QUESTION_TITLE = /^(?:←\s*)?[☐☒✔]/
const CHAT = /^(?:Chat about this|Type something)/

const LASTING =
  /\b(?:don.t ask again|never ask|always|for this session|during this session|this session|all edits|auto-accept|remember|by default|as my default|i accept)\b|\btrust\b(?! and)|trust (?:all|and continue)/i
const NOT_LASTING = /\bwithout trusting\b|\bdon.t trust\b|\bdo not trust\b/i
const TEXT_FIELD = /^(?:type something|type here|other\b)|\btell (?:claude|codex) what\b|^chat about this/i

// Direction marks and invisible characters would show another text than the agent gets.
const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu
const visible = (text: string): string =>
  text
    .replace(HIDDEN, (one) => `<U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`)
    .replaceAll('\u00a0', ' ')

const optionOf = (option: ListedOption, kind: PromptKind): PromptOption => ({
  number: option.number,
  label: visible(option.label),
  description: visible(option.description),
  // The words of a question's options are the agent's: none of them stores a rule.
  lasting: kind !== 'question' && LASTING.test(option.label) && !NOT_LASTING.test(option.label),
  takesText: TEXT_FIELD.test(option.label),
})

const kindOf = (text: string, options: readonly ListedOption[]): PromptKind => {
  const [title = ''] = text.split('\n')
  const ofOptions = OPTION_WORDS.find(([, words]) => options.some(({ label }) => words.test(label)))?.[0]
  if (QUESTION_TITLE.test(title) || options.some(({ label }) => CHAT.test(label))) return 'question'
  if (ofOptions !== undefined) return ofOptions
  if (PLAN_TITLE.test(title)) return 'plan'
  return PERMISSION.test(text) ? 'permission' : 'other'
}

const FRAME = /^\s*[╌─━▔]{10,}$/

/** Returns the lines as text: without frames, empty lines at its ends, and their common indent. */
const textOf = (lines: readonly string[]): string => {
  const kept = lines.map((line) => (FRAME.test(line) ? '' : line.replace(/^(\s*)│ ?/, '$1')))
  const indent = Math.min(...kept.filter((line) => line !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0))
  const text = kept.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)).join('\n')
  return visible(text.replace(/\n{3,}/g, '\n\n').trim())
}

const isBorder = (line: string): boolean => isRule(line) || /^▔{10,}$/.test(line)

/** Returns the line after the border of what Claude Code asks; null if the border is not on the screen. */
const claudeTop = (lines: readonly string[]): number | null => {
  const borders = lines.flatMap((line, row) => (isBorder(line) ? [row] : []))
  // The last option of a question is below a rule of its own.
  const top = borders.findLast((row) => {
    const numbered = lines.slice(row + 1).map(numberedLine)
    return (numbered.find((one) => one !== null)?.number ?? '1') === '1'
  })
  return top === undefined ? null : top + 1
}

/** Codex draws no border: two empty lines end what is above. */
const codexTop = (lines: readonly string[], first: number): number => {
  const last = lines.findLastIndex((line, row) => row < first && line !== '')
  const isAbove = (line: string, row: number): boolean =>
    row < last && (/^[•›]/.test(line) || (line === '' && lines[row + 1] === ''))
  return lines.findLastIndex(isAbove) + 1
}

/** Returns what an agent asks on its screen; null if it shows its input line, or nothing that asks. */
export const promptOn = (screen: Screen, provider: Provider): Prompt | null => {
  if (inputLineOf(screen, provider) !== null || isAgentView(screen)) return null
  const { lines } = screen
  const border = provider === 'claude' ? claudeTop(lines) : 0
  const list = optionListOn(lines, border ?? 0)
  const last = lines.findLastIndex((line) => line !== '')
  const hasKeys = lines.slice(Math.max(0, last - 3), last + 1).some((line) => KEYS.test(line))
  if (list === null) {
    return border === null || !hasKeys
      ? null
      : { kind: 'other', text: textOf(lines.slice(border)), options: [], cursor: null, isAnswerable: false, rows: [] }
  }
  // Codex always names the keys. Without them and a border, it is text that looks like a list.
  if (!hasKeys && (border === null || provider === 'codex') && !isFirstRun(lines)) return null
  const top = provider === 'claude' ? (border ?? 0) : codexTop(lines, list.first)
  const text = textOf(lines.slice(top, list.first))
  const kind = kindOf(text, list.options)
  // Options with numbers that may be wrong are not shown at all: the user sees the screen.
  const isNumbered = list.options.some(({ number }) => number !== null)
  const options = isNumbered && !list.isCertain ? [] : list.options.map((option) => optionOf(option, kind))
  const isWhole = text !== '' && border !== null
  return { kind, text, options, cursor: list.cursor, isAnswerable: list.isCertain && isWhole, rows: list.rows }
}

/** The list of text styles that Claude Code starts with has no border and names no keys. */
const isFirstRun = (lines: readonly string[]): boolean => lines.some((line) => /\btext style\b/.test(line))
