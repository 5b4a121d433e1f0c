import { cut } from '../json.js'
import type { Block } from './message.js'

/** Longer texts are cut: a page of a conversation must stay small whatever a tool printed. */
export const TEXT_MAX = 10_240

export const shownText = (text: string): string =>
  text.length <= TEXT_MAX ? text : `${cut(text, TEXT_MAX)}[truncated]`

/** Returns a value as JSON: one of an unknown kind, or without a text of its own. */
export const asJson = (value: unknown, kind?: string): Block => ({
  type: 'other',
  ...(kind === undefined ? {} : { name: kind }),
  text: shownText(JSON.stringify(value, shortened, 2) ?? ''),
})

/** Values this long are mostly pictures or files in base64. */
const LONG = 4000
const KEPT = 200
const shortened = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONG ? `${cut(value, KEPT)}… (${value.length} characters)` : value
