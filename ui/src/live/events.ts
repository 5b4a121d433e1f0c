import type { EventRow } from '../api/types.js'

type Listener = (event: EventRow) => void
const listeners = new Set<Listener>()

/** Calls back for every event as it happens; for pages that follow a conversation. */
export const onEvent = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Told by the live socket alone. */
export const tellEvent = (event: EventRow): void => {
  for (const listener of listeners) listener(event)
}

type Read = () => void
const readers = new Set<Read>()

/** Calls back when something may have been missed, or changed without a word for each event: read anew what is shown. */
export const onGap = (reader: Read): (() => void) => {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Told by the live socket alone. */
export const tellGap = (): void => {
  for (const reader of readers) reader()
}
