/** Which events are shown. It is stored in the address of the page. */
export interface EventsSearch {
  readonly kind?: string
  readonly tool?: readonly string[]
  readonly q?: string
  /** The open event, and the end of the list: later events are not shown. */
  readonly event?: number
  readonly to?: string
}

// The router reads values of digits as numbers.
export const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

/** Reads one value or a list of them. */
export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== undefined)

/** Reads the filters of an event list from an address. */
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
