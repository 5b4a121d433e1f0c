/** The longest text that a program may offer for the clipboard, encoded. */
const MOST = 1_000_000
/** Characters of a text that are shown before it is copied. */
const SHOWN = 60

/**
 * Returns the text that a program puts on the clipboard with OSC 52, from what follows the number: `c;<base64>`. Null if it asks for
 * what is on the clipboard, which it never gets, or if the text is empty, too long or not valid.
 */
export const copiedIn = (data: string): string | null => {
  const [, encoded = ''] = /^[^;]*;([A-Za-z0-9+/=]+)$/.exec(data) ?? []
  if (encoded === '' || encoded.length > MOST) return null
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text === '' ? null : text
  } catch {
    return null
  }
}

/** Returns the beginning of a text in one line, without characters that change how the rest is shown. */
export const beginning = (text: string): string => {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= SHOWN
    ? line
    : `${characters
        .slice(0, SHOWN - 1)
        .join('')
        .trimEnd()}…`
}
