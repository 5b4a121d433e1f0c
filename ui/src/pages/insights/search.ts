export const SPANS = [7, 30, 90] as const
export type Span = (typeof SPANS)[number] | 'all'

export interface InsightsSearch {
  readonly days?: Span
}

/** The span of time that is looked at; 30 days unless told. */
export function insightsSearch({ days }: Record<string, unknown>): InsightsSearch {
  const span = days === 'all' ? days : SPANS.find((known) => known === days)
  return span === undefined || span === 30 ? {} : { days: span }
}
