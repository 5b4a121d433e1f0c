import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useToday } from '../../live/clock.js'
import { type DayRange, rangeOf } from './period.js'
import { insightsSearch, type InsightsSearch } from './search.js'

const route = getRouteApi('/insights')

/** A change of the address; undefined resets a choice. */
export type InsightsChange = { readonly [K in keyof InsightsSearch]?: unknown }

/** Returns the choices in the address, and functions to change them. */
export function useInsights(): {
  readonly search: InsightsSearch
  readonly range: DayRange
  readonly change: (change: InsightsChange) => void
  readonly showDays: (first: string, last: string) => void
} {
  const search = route.useSearch()
  const today = useToday()
  const navigate = useNavigate()
  const go = (change: InsightsChange, replace: boolean): void =>
    void navigate({ to: '.', search: insightsSearch({ ...search, ...change }), replace })
  return {
    search,
    range: rangeOf(search, today),
    change: (change) => go(change, true),
    // A step that the back button undoes.
    showDays: (from, to) => go({ period: undefined, from, to }, false),
  }
}
