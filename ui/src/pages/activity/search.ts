import { type CallsSearch, callsSearch } from '../../calls/search.js'
import { type EventsSearch, eventsSearch, textOf, textsOf } from '../../events/search.js'

export interface ActivitySearch extends EventsSearch, CallsSearch {
  /** Only one session. */
  readonly session?: string
  /** Only sessions in these directories, and of these agent CLIs. */
  readonly cwd?: readonly string[]
  readonly cli?: readonly string[]
  /** Events instead of calls. */
  readonly raw?: true
}

/** Reads the filters of the page from its address. */
export function activitySearch(given: Record<string, unknown>): ActivitySearch {
  const session = textOf(given['session'])
  const [cwd, cli] = [textsOf(given['cwd']), textsOf(given['cli'])]
  return {
    ...eventsSearch(given),
    ...callsSearch(given),
    ...(session === undefined ? {} : { session }),
    ...(cwd.length === 0 ? {} : { cwd }),
    ...(cli.length === 0 ? {} : { cli }),
    ...(given['raw'] === true ? { raw: true } : {}),
  }
}

/** Whether an address asks for events: some of its filters only exist for them. */
export const isRawSearch = ({ raw, kind, event, to }: EventsSearch & { readonly raw?: true }): boolean =>
  raw === true || kind !== undefined || event !== undefined || to !== undefined
