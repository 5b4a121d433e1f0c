import { createInstance } from 'i18next'
import { exactCount, setLocale } from '../format/format.js'
import type { Language } from '../format/languages.js'
import { NAMESPACES, type Words } from './namespaces.js'
import { seal, unseal } from './seal.js'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Words
    returnNull: false
  }
}

/** The words of the dashboard. It knows none until they are loaded. */
export const i18n = createInstance()

void i18n.init({
  lng: 'en',
  // Words come with the page that needs them, in one language: the tests see to it that none is missing.
  fallbackLng: false,
  initAsync: false,
  showSupportNotice: false,
  defaultNS: NAMESPACES[0],
  ns: NAMESPACES,
  resources: {},
  returnNull: false,
  // React shows text as text; only a sentence with tags has to tell them from what it is given (trans.tsx).
  interpolation: { escapeValue: false, escape: seal },
  react: { unescape: unseal },
})
i18n.services.formatter?.add('number', (value: number) => exactCount(value))

/** Words for functions that are no components. A component takes `useWords`, to say them anew in another language. */
export const t = i18n.t

/** Speaks a language from now on, numbers and times included. */
export async function speak(language: Language): Promise<void> {
  setLocale(language)
  await i18n.changeLanguage(language)
}

/** Renders every text again, after a change of how times are written. */
export const sayAgain = (): void => {
  i18n.emit('languageChanged', i18n.language)
}
