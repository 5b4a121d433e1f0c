import { type EventsSearch, eventsSearch, textOf } from '../../events/search.js'

export const TABS = ['timeline', 'agents', 'cost', 'events'] as const
/** The conversation is what is shown when no tab is named. */
export type Tab = (typeof TABS)[number]

export interface SessionSearch extends EventsSearch {
  readonly tab?: Tab
  /** The transcript that is read; the main one unless told. */
  readonly agent?: string
  /** The line of the transcript that is looked for; the newest unless told. */
  readonly line?: number
  /** Words that are looked for in the conversation. */
  readonly find?: string
  /** The visible part of the timeline. */
  readonly zoom?: string
}

/** What is open on the page lives in its address; each tab takes what is its own. */
export function sessionSearch(given: Record<string, unknown>): SessionSearch {
  const tab = TABS.find((known) => known === given['tab'])
  if (tab === 'events') return { tab, ...eventsSearch(given) }
  if (tab === 'timeline') {
    const zoom = textOf(given['zoom'])
    return { tab, ...(zoom === undefined ? {} : { zoom }) }
  }
  const agent = textOf(given['agent'])
  const line = given['line']
  const find = textOf(given['find'])
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(agent === undefined || agent === 'main' ? {} : { agent }),
    ...(tab !== undefined || find === undefined ? {} : { find }),
    ...(typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? { line } : {}),
  }
}
