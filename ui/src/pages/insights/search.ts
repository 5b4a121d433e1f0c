import { type Provider, PROVIDERS } from '../../api/tools.js'
import { textOf } from '../../events/search.js'

export const SPANS = [7, 30, 90] as const
export type Span = (typeof SPANS)[number] | 'all'
/** What the days are divided by. */
export const PARTS = ['model', 'project'] as const
export type Part = (typeof PARTS)[number]
export const MEASURES = ['cost', 'tokens'] as const
export type Measure = (typeof MEASURES)[number]

export interface InsightsSearch {
  readonly days?: Span
  readonly by?: Part
  readonly measure?: Measure
  readonly provider?: Provider
  readonly source?: string
}

/** What is chosen anew; undefined takes a choice back. */
export type InsightsChange = { readonly [K in keyof InsightsSearch]?: unknown }

/** What is looked at, and how it is drawn; what is so unless told is not in the address: 30 days, cost, by model. */
export function insightsSearch(given: Record<string, unknown>): InsightsSearch {
  const days = given['days'] === 'all' ? 'all' : SPANS.find((known) => known === given['days'])
  const provider = PROVIDERS.find((known) => known === given['provider'])
  const source = textOf(given['source'])
  return {
    ...(days === undefined || days === 30 ? {} : { days }),
    ...(given['by'] === 'project' ? { by: 'project' } : {}),
    ...(given['measure'] === 'tokens' ? { measure: 'tokens' } : {}),
    ...(provider === undefined ? {} : { provider }),
    ...(source === undefined ? {} : { source }),
  }
}
