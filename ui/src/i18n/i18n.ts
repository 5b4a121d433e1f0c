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

/** The translations of the dashboard. It has none until they are loaded. */
export const i18n = createInstance()

void i18n.init({
  lng: 'en',
  // Translations load with the page that needs them, in one language. Tests check that none is missing.
  fallbackLng: false,
  initAsync: false,
  showSupportNotice: false,
  defaultNS: NAMESPACES[0],
  ns: NAMESPACES,
  resources: {},
  returnNull: false,
  // React escapes text. Only a sentence with tags must tell them from its values (trans.tsx).
  interpolation: { escapeValue: false, escape: seal },
  react: { unescape: unseal },
})
i18n.services.formatter?.add('number', (value: number) => exactCount(value))

/**
 * Returns a text, for functions outside of components. A component uses `useWords`, which renders again in another language.
 */
export const t = i18n.t

/** Sets the language, also of numbers and times. */
export async function speak(language: Language): Promise<void> {
  setLocale(language)
  await i18n.changeLanguage(language)
}

/** Renders every text again, after the format of times changed. */
export const sayAgain = (): void => {
  i18n.emit('languageChanged', i18n.language)
}
