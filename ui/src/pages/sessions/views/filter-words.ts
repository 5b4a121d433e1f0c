import { t } from '../../../i18n/i18n.js'
import { FACET_WORDS, FACETS } from '../../../kit/facet-words.js'
import type { SessionsSearch } from '../search.js'

/** What filters let through, in words; nothing for no filter. */
export function filterWords(search: SessionsSearch): string {
  const facets = FACETS.flatMap((name) => {
    const value = search[name]
    return value === undefined ? [] : [FACET_WORDS[name](value)]
  })
  return [...facets, ...(search.q === undefined ? [] : [t('quoted', { words: search.q })])].join(', ')
}
