import { useSyncExternalStore } from 'react'
import { setClock } from '../format/format.js'
import { sayAgain } from '../i18n/i18n.js'
import { createSignal } from '../store/signal.js'

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  contrast: ['system', 'more'],
  motion: ['system', 'reduced'],
  clock: ['24', '12'],
} as const

type Choices = typeof CHOICES
/** How the dashboard looks. The first value of each setting is the default. */
type Display = { readonly [K in keyof Choices]: Choices[K][number] }

const NAMES = Object.keys(CHOICES) as (keyof Choices)[]
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const systemWantsContrast = matchMedia('(prefers-contrast: more)')
const systemWantsCalm = matchMedia('(prefers-reduced-motion: reduce)')

// The keys are read before the first paint by public/theme.js too.
const keyOf = (name: keyof Choices): string => `switchyard.${name}`

const stored = (name: keyof Choices): string | null => {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

const store = (name: keyof Choices, value: string): void => {
  try {
    localStorage.setItem(keyOf(name), value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Reads a stored choice. What means nothing here is the default. */
export const displayIn = <K extends keyof Choices>(name: K, value: string | null): Choices[K][number] => {
  const values: readonly Choices[K][number][] = CHOICES[name]
  const [preset] = CHOICES[name]
  return values.find((one) => one === value) ?? preset
}

const held = <K extends keyof Choices>(name: K): Choices[K][number] => displayIn(name, stored(name))

/** How the dashboard looks in this browser. */
export const display = createSignal<Display>({
  theme: held('theme'),
  density: held('density'),
  contrast: held('contrast'),
  motion: held('motion'),
  clock: held('clock'),
})

function show(): void {
  const { theme, density, contrast, motion, clock } = display.get()
  const { dataset } = document.documentElement
  dataset['theme'] = theme === 'dark' || (theme === 'system' && systemIsDark.matches) ? 'dark' : 'light'
  dataset['density'] = density
  dataset['contrast'] = contrast === 'more' || systemWantsContrast.matches ? 'more' : 'normal'
  dataset['motion'] = motion === 'reduced' || systemWantsCalm.matches ? 'reduced' : 'full'
  if (setClock(clock)) sayAgain()
}

setClock(display.get().clock)
for (const wish of [systemIsDark, systemWantsContrast, systemWantsCalm]) wish.addEventListener('change', show)

/** Changes how the dashboard looks in this browser, at once and for the next visit. */
export function setDisplay(change: Partial<Display>): void {
  const chosen = { ...display.get(), ...change }
  for (const name of NAMES) store(name, chosen[name])
  display.set(chosen)
  show()
}

/** Comfortable rows become compact ones and back. */
export const toggleDensity = (): void =>
  setDisplay({ density: display.get().density === 'compact' ? 'comfortable' : 'compact' })

/** Switches between the light and the dark theme. */
export const toggleTheme = (): void =>
  setDisplay({ theme: document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark' })

/** The current display settings. */
export const useDisplay = (): Display => useSyncExternalStore(display.subscribe, display.get)
