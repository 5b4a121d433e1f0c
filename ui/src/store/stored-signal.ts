import { createSignal, type Signal } from './signal.js'

/** Creates a signal that this browser keeps. `parse` returns the initial value, and gets null if none is stored. */
export function createStoredSignal<T extends string | number>(
  key: string,
  parse: (stored: string | null) => T,
): Signal<T> {
  const signal = createSignal(parse(read(key)))
  return {
    ...signal,
    set: (value) => {
      signal.set(value)
      try {
        localStorage.setItem(key, String(value))
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
