import { useSyncExternalStore } from 'react'
import { createSignal } from '../live/signal.js'
import { speak } from './i18n.js'
import { choiceOf, firstSpoken, type LanguageChoice } from './languages.js'
import { loadLanguage } from './load.js'

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

/** Speaks what was chosen, as soon as its words are there; the page says so to screen readers too. */
export async function speakChosen(): Promise<void> {
  const choice = chosen.get()
  const language = choice === 'system' ? firstSpoken(navigator.languages) : choice
  await loadLanguage(language)
  // Another one may have been chosen meanwhile.
  if (chosen.get() !== choice) return
  await speak(language)
  document.documentElement.lang = language
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
