/** Which events are shown; it lives in the address of the page that shows them. */
export interface EventsSearch {
  readonly kind?: string
  readonly tool?: readonly string[]
  readonly q?: string
  /** The event that is opened, and the end of the list: the events after it are not shown. */
  readonly event?: number
  readonly to?: string
}

// The router reads values of digits as numbers.
export const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

/** Reads one value or a list of them. */
export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== undefined)

/** The filters of an event list, as far as they make sense. */
export function eventsSearch({ kind, tool, q, event, to }: Record<string, unknown>): EventsSearch {
  const texts = Object.entries({ kind: textOf(kind), q: textOf(q) })
  const tools = textsOf(tool)
  return {
    ...Object.fromEntries(texts.filter(([, value]) => value !== undefined)),
    ...(tools.length === 0 ? {} : { tool: tools }),
    ...(typeof event === 'number' && Number.isSafeInteger(event) ? { event } : {}),
    ...(typeof to === 'string' && !Number.isNaN(Date.parse(to)) ? { to } : {}),
  }
}
