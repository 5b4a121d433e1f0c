import { systemVisibility } from '../../domain/access/system-visibility.js'
import { sees } from '../../domain/access/visibility.js'
import { noticeKind, seenNow, type SeenSituation } from '../../domain/push/notice-kind.js'
import { sessionNotice } from '../../domain/push/notice.js'
import { isQuiet } from '../../domain/push/settings.js'
import type { Instant } from '../../domain/time.js'
import type { Committed } from '../../events/commit.js'
import { isPushEvent } from '../../events/push.js'
import { pushSubscriptions } from '../../projections/queries/push.js'
import { situationsOf, type SessionSituation } from '../../projections/queries/watched-sessions.js'
import type { Reader } from '../../projections/sql.js'
import type { OwnerReach } from '../access/owner-reach.js'
import { reporting } from '../kernel/reporting.js'
import type { Clock } from '../ports/clock.js'
import type { Fork } from '../ports/machine.js'
import type { PushCommands } from '../push/push.js'

interface SessionNoticeParts {
  readonly db: Reader
  readonly clock: Clock
  readonly push: Pick<PushCommands, 'sendTo'>
  readonly fork: Fork
  readonly reachOf: OwnerReach
  /** Whether the tables can be read. */
  readonly ready: () => boolean
  /** Runs work after the responses of the current commit. */
  readonly later: (work: () => void) => void
  readonly onError: (error: unknown) => void
}

/**
 * Returns a subscriber that notifies browsers when a session needs the user, fails or finishes, as each browser has set. It needs
 * no alert rule. Nothing is read while no browser is subscribed, and never more than the sessions that a commit changed.
 */
export const notifyOfSessions = ({ db, clock, push, fork, reachOf, ready, later, onError }: SessionNoticeParts) => {
  const started = clock.now()
  const seen = new Map<number, SeenSituation>()
  const changed = new Set<number>()
  let isWaiting = false
  let isAnybodySubscribed: boolean | null = null

  const notify = (session: SessionSituation, now: Instant): void => {
    const before = seen.get(session.stream)
    const current = seenNow(before, session)
    if (session.isOpen) seen.set(session.stream, current)
    else seen.delete(session.stream)
    const kind = noticeKind(before, current, started)
    if (kind === null) return
    const to = pushSubscriptions(db, systemVisibility).filter(
      ({ owner, notify: wanted }) => wanted[kind] && !isQuiet(wanted.quiet, now) && sees(reachOf(owner), session.owner),
    )
    if (to.length === 0) return
    for (const language of new Set(to.map(({ notify: wanted }) => wanted.language))) {
      const ids = to.filter(({ notify: wanted }) => wanted.language === language).map(({ id }) => id)
      fork(reporting(onError)(push.sendTo(ids, sessionNotice(kind, session, language))))
    }
  }

  const look = (): void => {
    isWaiting = false
    const streams = [...changed]
    changed.clear()
    try {
      for (const session of situationsOf(db, systemVisibility, streams)) notify(session, clock.now())
    } catch (error) {
      onError(error)
    }
  }

  return ({ events, touched, quiet }: Committed): void => {
    if (events.some(isPushEvent)) isAnybodySubscribed = null
    if (quiet || !ready()) return
    isAnybodySubscribed ??= pushSubscriptions(db, systemVisibility).length > 0
    if (!isAnybodySubscribed) return
    for (const rows of touched) for (const stream of rows.of('session').keys()) changed.add(stream)
    if (changed.size === 0 || isWaiting) return
    isWaiting = true
    later(look)
  }
}
