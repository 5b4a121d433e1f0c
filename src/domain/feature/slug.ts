const PREFIX = /^\s*feat\//
const SEPARATORS = /[\s/]+/g
const OTHERS = /[^A-Za-z0-9._-]+/g
/** It is also the name of a directory. */
const RESERVED = /^\.{1,2}$/
const MAX_SLUG = 128

/**
 * Returns the slug of a feature, or null if nothing of the text can be used. A leading `feat/` is dropped, slashes and whitespace
 * become `-`, and only `A-Z a-z 0-9 . _ -` are kept. At most 128 characters.
 */
export const featureSlug = (text: string): string | null => {
  const slug = text
    .slice(0, 1000)
    .replace(PREFIX, '')
    .trim()
    .replace(SEPARATORS, '-')
    .replace(OTHERS, '')
    .slice(0, MAX_SLUG)
  return slug === '' || RESERVED.test(slug) ? null : slug
}
