import { t } from '../../i18n/i18n.js'
import { PAGES, SECTIONS } from '../pages.js'

interface Page {
  readonly to: (typeof PAGES)[number][0] | (typeof SECTIONS)[number][0]
  readonly name: string
  readonly what: string
}

const pageOf = ([to, key]: (typeof PAGES)[number] | (typeof SECTIONS)[number]): Page => ({
  to,
  name: t(`pages.${key}`),
  what: t(`palette.what.${key}`),
})

/** Whether a word of the text begins like this. */
export const hasWordLike = (text: string, wanted: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .some((word) => word.startsWith(wanted))

/** The pages and sections of which a word begins like this; all pages for nothing. */
export function pagesLike(words: string): readonly Page[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return PAGES.map(pageOf)
  return [...PAGES, ...SECTIONS].map(pageOf).filter(({ name, what }) => hasWordLike(`${name} ${what}`, wanted))
}

/** The saved views whose name has a word that begins like this; none for nothing, since Sessions lists them. */
export function viewsLike<View extends { readonly name: string }>(
  views: readonly View[],
  words: string,
): readonly View[] {
  const wanted = words.trim().toLowerCase()
  return wanted === ''
    ? []
    : views.filter(({ name }) => hasWordLike(name, wanted) || name.toLowerCase().startsWith(wanted))
}
