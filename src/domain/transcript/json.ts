/**
 * Reading values of unknown shape. A transcript is written by another program, often by an older or newer release of it, and can
 * be edited by hand: every field may be missing or of another type, and no such line may throw.
 */

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const NO_FIELDS: Fields = {}

export const fields = (value: unknown): Fields => (isFields(value) ? value : NO_FIELDS)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the first `max` UTF-16 units, without a split surrogate pair at the end. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}

/** Returns the last `max` UTF-16 units, without a split surrogate pair at the start. */
export function tail(text: string, max: number): string {
  if (text.length <= max) return text
  const from = text.length - max
  const first = text.charCodeAt(from)
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? from + 1 : from)
}

/** Returns a nonempty text, cut to `max`; null for anything else. */
export const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' ? cut(value, max) : null

/** Returns an id, a model or a version. They are short in every known release; a longer value is damage or an attack. */
export const idOf = (value: unknown): string | null => textOf(value, 256)

/** Returns a whole number that is not negative; 0 for everything else, including negative and infinite numbers. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0
    ? Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER)
    : 0

export const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
