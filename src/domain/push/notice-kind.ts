// Imports nothing, because the dashboard decides by the same rules while a page is open.

/** What a notification about a session is about; each can be turned on and off. */
export type NoticeKind = 'needs_me' | 'failed' | 'finished'

/** A turn shorter than this is not worth a notification. */
const LONG_TURN_MS = 120_000

/** The situation of a session, as it was last seen. */
export interface SeenSituation {
  readonly situation: string
  /** Milliseconds since the epoch, as all times here. */
  readonly since: number
  /** When the current turn started, which runs or waits for the user; null if there is none. */
  readonly turnSince: number | null
}

/**
 * Returns the situation of a session now. A question does not end the turn that it interrupts.
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
 * Returns the kind of notice when a session goes from one situation to another; null for none.
 * @param started when the service started: what happened before is not news
 */
export const noticeKind = (
  before: SeenSituation | undefined,
  now: SeenSituation,
  started: number,
): NoticeKind | null => {
  const isNew = before === undefined ? now.since >= started : before.situation !== now.situation
  if (now.situation === 'needs_you')
    return isNew || before?.since !== now.since ? whenNew(now, started, 'needs_me') : null
  if (!isNew) return null
  if (now.situation === 'failed') return 'failed'
  if (now.situation !== 'your_turn' && now.situation !== 'done') return null
  const from = before?.turnSince ?? null
  return from !== null && now.since - from > LONG_TURN_MS ? 'finished' : null
}

const whenNew = (now: SeenSituation, started: number, kind: NoticeKind): NoticeKind | null =>
  now.since >= started ? kind : null
