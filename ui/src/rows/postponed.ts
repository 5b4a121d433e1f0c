import { createSignal } from '../store/signal.js'

const postponed = createSignal<ReadonlySet<string>>(new Set())

/** Keeps which sessions the user decides later. The same ones change nothing. */
export function setPostponed(ids: readonly string[]): void {
  const before = postponed.get()
  if (ids.length !== before.size || ids.some((id) => !before.has(id))) postponed.set(new Set(ids))
}

/** The sessions that the user decides later. */
export const postponements = { get: postponed.get, subscribe: postponed.subscribe } as const
