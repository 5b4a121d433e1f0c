import { useSyncExternalStore } from 'react'
import { createSignal } from '../live/signal.js'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

export interface Display {
  readonly theme: Theme
  readonly density: Density
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const store = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

// The keys are read before the first paint by public/theme.js too.
const display = createSignal<Display>({
  theme: THEMES.find((theme) => theme === stored('switchyard.theme')) ?? 'system',
  density: stored('switchyard.density') === 'compact' ? 'compact' : 'comfortable',
})

function show(): void {
  const { theme, density } = display.get()
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark.matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  document.documentElement.dataset['density'] = density
}

systemIsDark.addEventListener('change', show)

/** Changes theme or density for this browser, at once and for the next visit. */
export function setDisplay(change: Partial<Display>): void {
  const chosen = { ...display.get(), ...change }
  store('switchyard.theme', chosen.theme)
  store('switchyard.density', chosen.density)
  display.set(chosen)
  show()
}

/** Comfortable rows become compact ones and back. */
export const toggleDensity = (): void =>
  setDisplay({ density: display.get().density === 'compact' ? 'comfortable' : 'compact' })

/** How the reader wants the page to look. */
export const useDisplay = (): Display => useSyncExternalStore(display.subscribe, display.get)
