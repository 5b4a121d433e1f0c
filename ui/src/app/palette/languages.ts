import { t } from '../../i18n/i18n.js'
import { LANGUAGES, languages, type LanguageChoice } from '../../i18n/languages.js'
import { hasWordLike } from './pages.js'

interface Spoken {
  readonly choice: LanguageChoice
  readonly name: string
  readonly what: string
}

/** The languages that the dashboard can be had in, for words that ask for one; none for nothing. */
export function languagesLike(words: string): readonly Spoken[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  const what = t('palette.languageWhat')
  const named: readonly Spoken[] = [
    { choice: 'system', name: t('palette.languageSystem'), what },
    ...languages.map((choice) => ({ choice, name: t('palette.language', { language: LANGUAGES[choice] }), what })),
  ]
  return named.filter(({ name }) => hasWordLike(name, wanted))
}
