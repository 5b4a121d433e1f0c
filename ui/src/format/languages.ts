/** The languages of the dashboard, each called as its speakers call it. The first one is spoken where none is known. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES

export const languages = Object.keys(LANGUAGES) as readonly Language[]

/** What the reader chose; the language of the browser where nothing was chosen. */
export type LanguageChoice = 'system' | Language

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)

/** The stored choice, if it is one that exists. */
export const choiceOf = (stored: string | null): LanguageChoice =>
  stored !== null && isLanguage(stored) ? stored : 'system'

/** The first of the browser's languages that the dashboard speaks: `de-AT` is German. English where it speaks none. */
export const firstSpoken = (wanted: readonly string[]): Language =>
  wanted.map((name) => name.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'
