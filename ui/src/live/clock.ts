import { useSyncExternalStore } from 'react'
import { dateOf } from '../format/days.js'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tick of listeners) tick()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns a text that depends on the time: the component renders only when the text changes. */
export const useTimed = (text: (now: number) => string): string =>
  useSyncExternalStore(subscribe, () => text(Date.now()))

/** Returns the day of the user, such as `2026-11-02`, which changes at midnight. */
export const useToday = (): string => useTimed((now) => dateOf(now))
