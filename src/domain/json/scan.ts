/**
 * Scanning JSON text without parsing it. The functions accept any text: where it is not JSON they end at the end of the text, and
 * the parser refuses it.
 */

export const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d]

/** Returns the place after the string that starts at `at`. */
export const endOfString = (text: string, at: number): number => {
  let end = text.indexOf('"', at + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

const isEscaped = (text: string, at: number): boolean => {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** Returns the place after the array or object that starts at `at`. */
export const endOfContainer = (text: string, at: number): number => {
  let levels = 0
  for (let end = at; end < text.length; ) {
    const unit = text.charCodeAt(end)
    end = unit === QUOTE ? endOfString(text, end) : end + 1
    if (unit === OPEN || unit === OPEN_LIST) levels++
    else if ((unit === CLOSE || unit === CLOSE_LIST) && --levels === 0) return end
  }
  return text.length
}

/** Whether a text has more than `most` opening brackets, inside strings or not. Much faster than to scan it, for most texts. */
export const opensMoreThan = (text: string, most: number): boolean => {
  let count = 0
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if (++count > most) return true
  return false
}

/** Whether a text is nested deeper than `levels`, or has more than `members` members and elements. */
export const exceeds = (text: string, levels: number, members = Number.POSITIVE_INFINITY): boolean => {
  let [depth, count] = [0, 0]
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    at = unit === QUOTE ? endOfString(text, at) : at + 1
    if (unit === OPEN || unit === OPEN_LIST) {
      if (++depth > levels) return true
      if (++count > members) return true
    } else if (unit === CLOSE || unit === CLOSE_LIST) depth--
    else if (unit === COMMA && ++count > members) return true
  }
  return false
}
