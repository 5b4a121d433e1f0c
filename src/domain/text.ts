/** Characters that control a terminal or hide in a title: C0 and C1 controls except tab and newline. */
// oxlint-disable-next-line no-control-regex -- removing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
// CSI and OSC sequences are removed as a whole: without their first byte the rest would stay as visible noise.
// oxlint-disable-next-line no-control-regex -- as above
const ESCAPE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

/** Returns the text without terminal escapes: colours, cursor movements, window titles. */
export const withoutEscapes = (text: string): string => text.replace(ESCAPE, '')

/** Returns text that is safe to show as a title or a notification: no terminal escapes, no control characters. */
export const plain = (text: string): string => withoutEscapes(text).replace(CONTROL, '')

/** Returns at most `max` characters, cut at a whole character, with an ellipsis if something was cut. */
export const short = (text: string, max: number): string => {
  const clean = plain(text.length > max * 4 ? text.slice(0, max * 4) : text).trim()
  if (clean.length <= max) return clean
  return `${clean.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Returns the first line of a trimmed text, cut to `max` characters. */
export const firstLine = (text: string, max: number): string => short(text.trim().split('\n', 1)[0] ?? '', max)

/** Returns the last `max` characters of a text. */
export const ending = (text: string, max: number): string => {
  const clean = plain(text.length > max * 4 ? text.slice(-max * 4) : text).trim()
  if (clean.length <= max) return clean
  return `…${clean.slice(1 - max).replace(/^[\udc00-\udfff]/, '')}`
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Returns a 52-bit hash for narrow indexes; lookups compare the text as well. Two rounds of FNV-1a: fast and well distributed
 * over ids, but not resistant to deliberate collisions.
 */
export const narrowHash = (text: string): number => {
  let [low, high] = [0x811c9dc5, 0xc9dc5118]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  return (low >>> 0) * 0x100000 + (high >>> 12)
}
