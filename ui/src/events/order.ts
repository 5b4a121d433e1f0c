import type { EventRow } from '../api/types.js'

/** Returns the key of an event: its id, or its content if it has none. */
export const keyOf = (event: EventRow): string =>
  event.id === null ? `${event.created_at} ${event.session_id} ${event.event_type}` : String(event.id)

/** The order of the service: newest first, then the one that was stored last. */
const newestFirst = (a: EventRow, b: EventRow): number =>
  a.created_at === b.created_at ? (b.id ?? 0) - (a.id ?? 0) : a.created_at < b.created_at ? 1 : -1

/** Merges two lists in the order of the service, each event once. Returns `known` itself if nothing is new. */
export function merged(known: readonly EventRow[], more: readonly EventRow[]): readonly EventRow[] {
  const keys = new Set(known.map(keyOf))
  const fresh = more.filter((event) => !keys.has(keyOf(event)))
  return fresh.length === 0 ? known : [...known, ...fresh].toSorted(newestFirst)
}
