import { t } from '../../i18n/i18n.js'
import { type PageName, PAGES, SECTIONS } from '../../navigation/pages.js'

type Entry = (typeof PAGES | typeof SECTIONS)[number]

interface Page {
  readonly to: Entry[0]
  readonly key: Entry[1]
  readonly name: string
  /** Keywords that also find the page. */
  readonly what: string
}

const pageOf = ([to, key]: Entry): Page => ({ to, key, name: t(`pages.${key}`), what: t(`palette:what.${key}`) })

/** Returns whether a word of the text starts with the prefix. */
export const hasWordLike = (text: string, prefix: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .some((word) => word.startsWith(prefix))

/** Returns the pages and sections with a word that starts with the text; all pages for an empty text. */
export function pagesLike(text: string, isVisible: (name: PageName) => boolean = () => true): readonly Page[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return PAGES.map(pageOf)
  return [...PAGES, ...SECTIONS]
    .filter(([, name]) => isVisible(name))
    .map(pageOf)
    .filter(({ name, what }) => hasWordLike(`${name} ${what}`, wanted))
}

/** Returns the saved views whose name matches; none for an empty text, because Sessions lists them. */
export function viewsLike<View extends { readonly name: string }>(
  views: readonly View[],
  text: string,
): readonly View[] {
  const wanted = text.trim().toLowerCase()
  return wanted === ''
    ? []
    : views.filter(({ name }) => hasWordLike(name, wanted) || name.toLowerCase().startsWith(wanted))
}
