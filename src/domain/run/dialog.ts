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

/** Returns what an agent asks as a dialog. */
export const dialogOf = ({ kind, text }: { readonly kind: string; readonly text: string }): Dialog => ({
  kind: DIALOG_KINDS.find((one) => one === kind) ?? 'other',
  text: short(text.replace(/\s+/g, ' '), MAX_TEXT),
})
