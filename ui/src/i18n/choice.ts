import { useSyncExternalStore } from 'react'
import { choiceOf, firstSpoken, type Language, type LanguageChoice } from '../format/languages.js'
import { createStoredSignal } from '../store/stored-signal.js'
import { speak } from './i18n.js'
import { hasWords, loadLanguage } from './load.js'

/** The choice of the user, in this browser. */
export const languageChoice = createStoredSignal('i18nextLng', choiceOf)

/**
 * Switches to the chosen language as soon as its translations are loaded, and sets it for screen readers. If they fail to load,
 * the page keeps its language; at first it falls back to English, since a page without text is useless.
 */
export async function speakChosen(): Promise<void> {
  const choice = languageChoice.get()
  const wanted = choice === 'system' ? firstSpoken(navigator.languages) : choice
  const language = await firstLoaded([wanted, ...(hasWords() ? [] : (['en'] as const))])
  if (language === undefined) return
  // The user may have chosen another language meanwhile.
  if (languageChoice.get() !== choice) return
  await speak(language)
  document.documentElement.lang = language
}

async function firstLoaded(languages: readonly Language[]): Promise<Language | undefined> {
  for (const language of languages) {
    try {
      await loadLanguage(language)
      return language
    } catch {
      // Try the next one.
    }
  }
  return undefined
}

addEventListener('languagechange', () => void speakChosen())

/** Chooses the language of the dashboard in this browser, at once and for the next visit. */
export function chooseLanguage(choice: LanguageChoice): void {
  languageChoice.set(choice)
  void speakChosen()
}

/** Returns the choice of the user. */
export const useLanguageChoice = (): LanguageChoice =>
  useSyncExternalStore(languageChoice.subscribe, languageChoice.get)
