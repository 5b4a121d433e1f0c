import type { EventRow } from '../api/types.js'

type Listener = (event: EventRow) => void
const listeners = new Set<Listener>()

/** Calls back for every event as it happens. */
export const onEvent = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called only by the live socket. */
export const tellEvent = (event: EventRow): void => {
  for (const listener of listeners) listener(event)
}

type Read = () => void
const readers = new Set<Read>()

/** Calls back when messages may have been missed, or many rows changed without a message for each: re-read what is shown. */
export const onGap = (reader: Read): (() => void) => {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Called only by the live socket. */
export const tellGap = (): void => {
  for (const reader of readers) reader()
}
