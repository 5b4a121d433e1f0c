import { cut } from './json.js'
import type { Block } from './message.js'

/** Longer texts are shown cut: a page of a conversation must stay small whatever a tool printed. */
export const TEXT_MAX = 10_240

export const shownText = (text: string): string =>
  text.length <= TEXT_MAX ? text : `${cut(text, TEXT_MAX)}[truncated]`

/** A value of a kind nobody knew, or without words of its own, as JSON. */
export const asJson = (value: unknown, kind?: string): Block => ({
  type: 'other',
  ...(kind === undefined ? {} : { name: kind }),
  text: shownText(JSON.stringify(value, shortened, 2) ?? ''),
})

/** Most of a long value would be a picture or a file in base64. */
const LONG = 4000
const KEPT = 200
const shortened = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONG ? `${cut(value, KEPT)}… (${value.length} characters)` : value
