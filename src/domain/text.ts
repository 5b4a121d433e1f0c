/** Characters that steer a terminal or hide in a title: C0 and C1 controls, but for tab and newline. */
// oxlint-disable-next-line no-control-regex -- removing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
// CSI and OSC sequences whole: without their first byte the rest would stay as visible noise.
// oxlint-disable-next-line no-control-regex -- as above
const ESCAPE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

/** Text that is safe to show as a title or a notification: no terminal escapes, no controls. */
export const plain = (text: string): string => text.replace(ESCAPE, '').replace(CONTROL, '')

/** At most `max` characters, cut at a whole character, with an ellipsis where something was cut. */
export const short = (text: string, max: number): string => {
  const clean = plain(text.length > max * 4 ? text.slice(0, max * 4) : text).trim()
  if (clean.length <= max) return clean
  return `${clean.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The first line that says something. */
export const firstLine = (text: string, max: number): string => short(text.trim().split('\n', 1)[0] ?? '', max)

/** The end of a text: what an agent said last. */
export const ending = (text: string, max: number): string => {
  const clean = plain(text.length > max * 4 ? text.slice(-max * 4) : text).trim()
  if (clean.length <= max) return clean
  return `…${clean.slice(1 - max).replace(/^[\udc00-\udfff]/, '')}`
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
