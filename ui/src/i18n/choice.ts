import { useSyncExternalStore } from 'react'
import { choiceOf, firstSpoken, type Language, type LanguageChoice } from '../format/languages.js'
import { createSignal } from '../store/signal.js'
import { speak } from './i18n.js'
import { hasWords, loadLanguage } from './load.js'

const KEY = 'i18nextLng'

const stored = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const store = (choice: LanguageChoice): void => {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

const chosen = createSignal<LanguageChoice>(choiceOf(stored()))

/**
 * Speaks what was chosen, as soon as its words are there; the page says so to screen readers too. Where they cannot be had, the
 * page goes on as it spoke before, and begins in English: one that says nothing helps nobody.
 */
export async function speakChosen(): Promise<void> {
  const choice = chosen.get()
  const wanted = choice === 'system' ? firstSpoken(navigator.languages) : choice
  const language = await firstLoaded([wanted, ...(hasWords() ? [] : (['en'] as const))])
  if (language === undefined) return
  // Another one may have been chosen meanwhile.
  if (chosen.get() !== choice) return
  await speak(language)
  document.documentElement.lang = language
}

async function firstLoaded(languages: readonly Language[]): Promise<Language | undefined> {
  for (const language of languages) {
    try {
      await loadLanguage(language)
      return language
    } catch {
      // The next one may be there.
    }
  }
  return undefined
}

addEventListener('languagechange', () => void speakChosen())

/** Chooses the language of the dashboard in this browser, at once and for the next visit. */
export function chooseLanguage(choice: LanguageChoice): void {
  store(choice)
  chosen.set(choice)
  void speakChosen()
}

/** What the reader chose. */
export const useLanguageChoice = (): LanguageChoice => useSyncExternalStore(chosen.subscribe, chosen.get)
