import { type CallsSearch, callsSearch } from '../../calls/search.js'
import { type EventsSearch, eventsSearch, textOf } from '../../events/search.js'

export const TABS = ['timeline', 'files', 'agents', 'cost', 'events'] as const
/** The conversation is shown when no tab is named. */
export type Tab = (typeof TABS)[number]

export interface SessionSearch extends EventsSearch, CallsSearch {
  readonly tab?: Tab
  /** The transcript that is read; the main one by default. */
  readonly agent?: string
  /** The line of the transcript to show; the newest by default. */
  readonly line?: number
  /** The text to find in the conversation. */
  readonly find?: string
  /** The visible part of the timeline. */
  readonly zoom?: string
  /** The changed file to show; all by default. */
  readonly path?: string
  /** Events instead of calls. */
  readonly raw?: true
}

/** Reads what is open on the page from its address. Each tab has its own parameters. */
export function sessionSearch(given: Record<string, unknown>): SessionSearch {
  const tab = TABS.find((known) => known === given['tab'])
  if (tab === 'events')
    return { tab, ...eventsSearch(given), ...callsSearch(given), ...(given['raw'] === true ? { raw: true } : {}) }
  if (tab === 'timeline') {
    const zoom = textOf(given['zoom'])
    return { tab, ...(zoom === undefined ? {} : { zoom }) }
  }
  if (tab === 'files') {
    const path = textOf(given['path'])
    return { tab, ...(path === undefined ? {} : { path }) }
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
