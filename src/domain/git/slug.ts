/** Leaves room for a prefix, a suffix and `.lock` in a file name of 255 bytes. */
const MAX_SLUG = 60
const COMBINING = /\p{M}+/gu
const PREFIX = /^\s*feat\//
const SEPARATORS = /[\s/\\]+/g
const OTHERS = /[^A-Za-z0-9._-]+/g
const LEADING = /^[-.]+/
// Git refuses names that end with a dot or with `.lock`.
const TRAILING = /(?:\.lock|[-.])+$/i

/**
 * Returns a text as the name of a directory and a branch, or null when nothing of it can be used. A leading `feat/` is dropped,
 * whitespace and slashes become `-`, accents are removed, and only `A-Z a-z 0-9 . _ -` are kept. At most 60 characters.
 */
export const slugOf = (text: string): string | null =>
  text
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(COMBINING, '')
    .replaceAll('ß', 'ss')
    .replace(PREFIX, '')
    .replace(SEPARATORS, '-')
    .replace(OTHERS, '')
    .replace(/-{2,}/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(LEADING, '')
    .slice(0, MAX_SLUG)
    .replace(TRAILING, '') || null

const UNTITLED = 'lane'

/** Returns the slug for a title, in lower case. A title without a usable character, such as `設計`, becomes `lane`. */
export const slugOfTitle = (title: string): string => slugOf(title)?.toLowerCase() ?? UNTITLED

/** How many names are tried when earlier ones are in use. */
export const MAX_ATTEMPTS = 50

/** Returns the slugs to try in order: the slug itself, then with `-2` to `-50`. */
export const numberedSlugs = (slug: string): readonly string[] =>
  Array.from({ length: MAX_ATTEMPTS }, (_, index) => (index === 0 ? slug : `${slug}-${index + 1}`))
