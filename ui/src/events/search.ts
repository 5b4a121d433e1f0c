/** Which events are shown; it lives in the address of the page that shows them. */
export interface EventsSearch {
  readonly kind?: string
  readonly tool?: string
  readonly q?: string
  /** The event that is opened, and the end of the list: the events after it are not shown. */
  readonly event?: number
  readonly to?: string
}

// The router reads values of digits as numbers.
export const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

/** The filters of an event list, as far as they make sense. */
export function eventsSearch({ kind, tool, q, event, to }: Record<string, unknown>): EventsSearch {
  const texts = Object.entries({ kind: textOf(kind), tool: textOf(tool), q: textOf(q) })
  return {
    ...Object.fromEntries(texts.filter(([, value]) => value !== undefined)),
    ...(typeof event === 'number' && Number.isSafeInteger(event) ? { event } : {}),
    ...(typeof to === 'string' && !Number.isNaN(Date.parse(to)) ? { to } : {}),
  }
}
