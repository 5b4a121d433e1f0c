const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/
// A pair, a lone surrogate, or any other escape. Other escapes are matched so that `\\ud800` is not: that is a backslash and a word.
const ESCAPE = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][89a-fA-F][0-9a-fA-F]{2}|[^])/g
const LONE_LENGTH = String.raw`\ud800`.length

/**
 * Returns a JSON text whose strings and keys have no lone surrogates: each becomes U+FFFD. They do not survive UTF-8, so a text in
 * memory would differ from the text that the database returns.
 */
export const wellFormed = (json: string): string => withoutLoneEscapes(json.isWellFormed() ? json : json.toWellFormed())

/** Does the same for a text that has lone surrogates as escapes only, as decoding of UTF-8 gives it. */
export const withoutLoneEscapes = (json: string): string => {
  if (!ESCAPED_SURROGATE.test(json)) return json
  return json.replace(ESCAPE, (escape) => (escape.length === LONE_LENGTH ? String.raw`\ufffd` : escape))
}
