import { type EventsSearch, eventsSearch, textOf } from '../../events/search.js'

interface ActivitySearch extends EventsSearch {
  /** Only the events of one session. */
  readonly session?: string
}

/** The filters of the page live in its address. */
export function activitySearch(given: Record<string, unknown>): ActivitySearch {
  const session = textOf(given['session'])
  return { ...eventsSearch(given), ...(session === undefined ? {} : { session }) }
}
