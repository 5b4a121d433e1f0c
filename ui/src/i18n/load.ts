import { i18n } from './i18n.js'
import type { Namespace } from './namespaces.js'

/** One file for each language and namespace, each a chunk of its own. */
const FILES = import.meta.glob<object>('../locales/*/*.json', { import: 'default' })

/** The namespaces in use; at first those of the frame and the first page. */
const inUse = new Set<Namespace>(['common', 'now'])

async function load(language: string, namespace: Namespace): Promise<void> {
  if (i18n.hasResourceBundle(language, namespace)) return
  const words = await FILES[`../locales/${language}/${namespace}.json`]?.()
  i18n.addResourceBundle(language, namespace, words)
}

/** Loads all namespaces in use in another language, so that the page can switch at once. */
export const loadLanguage = async (language: string): Promise<unknown> =>
  Promise.all([...inUse].map((namespace) => load(language, namespace)))

/** Returns whether the page has any text. */
export const hasWords = (): boolean => i18n.hasResourceBundle(i18n.language, 'common')

/** Loads the translations of a page, which then count as in use. */
export async function loadWords(namespace: Namespace): Promise<void> {
  inUse.add(namespace)
  await load(i18n.language, namespace)
}
