import { short } from '../text.js'

/**
 * What an agent asks before its session starts. `trust`: whether to trust the directory. `hooks`: whether to trust changed hooks.
 * `bypass`: whether to run without permission checks. `login`: which account to use. `other`: anything else.
 */
export const DIALOG_KINDS = ['trust', 'hooks', 'bypass', 'login', 'other'] as const
export type DialogKind = (typeof DIALOG_KINDS)[number]

/** A dialog that an agent shows and that only the user may answer. */
export interface Dialog {
  readonly kind: DialogKind
  /** What it says, in one line of at most 500 characters, without its options. */
  readonly text: string
}

const MAX_TEXT = 500

const OPTION = /^\s*(?:[❯›] )?(\d)\. \S/
const MARKED_OPTION = /^\s*[❯›] \d\. \S/
/** An option, or the line that the user types in. */
const MARKED = /^\s*[❯›](?:\s|$)/
const RULE = /^\s*[─━]{10,}\s*$/
const KEYS = /\b(?:enter|esc)\b.*\b(?:confirm|continue|select|submit|cancel|back|skip|exit)\b/i

/** By the words of the options: the rest may quote the name of a directory. */
const OPTION_WORDS: readonly (readonly [DialogKind, RegExp])[] = [
  ['trust', /\bI trust this folder\b|\bTrust and continue\b/],
  ['hooks', /\bReview hooks\b/],
  ['bypass', /\bYes, I accept\b/],
  ['login', /\bsign in\b|\blog in\b|\baccount\b/i],
]

/**
 * Returns the dialog that an agent's screen shows; null if it shows no dialog. A dialog is a list of numbered options with a cursor
 * on one of them, and a line below that names the keys.
 * @param screen its lines as the terminal shows them, without colours
 */
export const dialogOn = (screen: string): Dialog | null => {
  const lines = screen.split('\n').map((line) => line.trimEnd())
  const cursor = lines.findLastIndex((line) => MARKED.test(line))
  if (cursor === -1 || !MARKED_OPTION.test(lines[cursor] ?? '')) return null
  const first = lines.findLastIndex((line, index) => index <= cursor && OPTION.exec(line)?.[1] === '1')
  const keys = lines.findIndex((line, index) => index > cursor && KEYS.test(line))
  if (first === -1 || keys === -1) return null
  const options = lines.slice(first, keys)
  if (options.filter((line) => OPTION.test(line)).length < 2) return null
  const top = lines.findLastIndex((line, index) => index < first && RULE.test(line)) + 1
  const words = options.map((line) => line.trim()).join(' ')
  return {
    kind: OPTION_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other',
    text: short(lines.slice(top, first).join(' ').replace(/\s+/g, ' '), MAX_TEXT),
  }
}
