/** The languages of the dashboard by their own names. The first one is the fallback. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES

export const languages = Object.keys(LANGUAGES) as readonly Language[]

/** The choice of the user; `system` is the language of the browser. */
export type LanguageChoice = 'system' | Language

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)

/** Returns the stored choice, or `system` if it is invalid. */
export const choiceOf = (stored: string | null): LanguageChoice =>
  stored !== null && isLanguage(stored) ? stored : 'system'

/** Returns the first language of the browser that the dashboard has: `de-AT` is German. Else English. */
export const firstSpoken = (wanted: readonly string[]): Language =>
  wanted.map((name) => name.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'
