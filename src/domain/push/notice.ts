import type { Note } from '../session/mark.js'
import type { Situation } from '../session/status.js'
import { type Instant, MINUTE } from '../time.js'
import type { NotifySettings } from './settings.js'
import type { Notice } from './subscription.js'

/** What a notification about a session is about; each can be turned on and off. */
export type NoticeKind = Exclude<keyof NotifySettings, 'quiet'>

/** A turn shorter than this is not worth a notification. */
const LONG_TURN = 2 * MINUTE

/** The situation of a session, as it was last seen. */
export interface SeenSituation {
  readonly situation: Situation
  readonly since: Instant
  /** When the turn started that runs, or waits for the user; null if none does. */
  readonly turnSince: Instant | null
}

/**
 * Returns what a session is in now. A question does not end the turn that it interrupts.
 * @param before how the session was last seen; undefined if it was not
 */
export const seenNow = (
  before: SeenSituation | undefined,
  { situation, since }: Pick<SeenSituation, 'situation' | 'since'>,
): SeenSituation => {
  const isOpen = situation === 'working' || situation === 'needs_you'
  return { situation, since, turnSince: isOpen ? (before?.turnSince ?? since) : null }
}

/**
 * Returns what a browser is notified of when a session got from one situation into another; null for nothing.
 * @param started when the service started: what happened before is not news
 */
export const noticeKind = (
  before: SeenSituation | undefined,
  now: SeenSituation,
  started: Instant,
): NoticeKind | null => {
  const isNew = before === undefined ? now.since >= started : before.situation !== now.situation
  if (now.situation === 'needs_you')
    return isNew || before?.since !== now.since ? whenNew(now, started, 'needs_me') : null
  if (!isNew) return null
  if (now.situation === 'failed') return 'failed'
  if (now.situation !== 'your_turn' && now.situation !== 'done') return null
  const from = before?.turnSince ?? null
  return from !== null && now.since - from > LONG_TURN ? 'finished' : null
}

const whenNew = (now: SeenSituation, started: Instant, kind: NoticeKind): NoticeKind | null =>
  now.since >= started ? kind : null

const TITLES: Readonly<Record<NoticeKind, string>> = {
  needs_me: 'needs you',
  failed: 'failed',
  finished: 'finished',
}

/** Returns the notification about a session. A later one about the same session replaces it. */
export const sessionNotice = (
  kind: NoticeKind,
  { id, name, headline }: { readonly id: string; readonly name: string; readonly headline: Note | null },
): Notice => {
  const said = headline === null ? '' : [headline.tool, headline.text].filter(Boolean).join(' ')
  return {
    title: `${name} ${TITLES[kind]}`,
    body: said,
    url: `/sessions/${encodeURIComponent(id)}`,
    tag: `session/${id}`,
  }
}
