import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

export interface Display {
  readonly theme: Theme
  readonly density: Density
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

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
let display: Display = {
  theme: THEMES.find((theme) => theme === stored('switchyard.theme')) ?? 'system',
  density: stored('switchyard.density') === 'compact' ? 'compact' : 'comfortable',
}

function show(): void {
  const dark = display.theme === 'dark' || (display.theme === 'system' && systemIsDark.matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  document.documentElement.dataset['density'] = display.density
}

systemIsDark.addEventListener('change', show)

/** Changes theme or density for this browser, at once and for the next visit. */
export function setDisplay(change: Partial<Display>): void {
  display = { ...display, ...change }
  store('switchyard.theme', display.theme)
  store('switchyard.density', display.density)
  show()
  for (const listener of listeners) listener()
}

export const toggleDensity = (): void =>
  setDisplay({ density: display.density === 'compact' ? 'comfortable' : 'compact' })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDisplay = (): Display => useSyncExternalStore(subscribe, () => display)
