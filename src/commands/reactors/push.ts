import { systemVisibility } from '../../domain/access/system-visibility.js'
import { isQuiet } from '../../domain/push/settings.js'
import type { Committed } from '../../events/commit.js'
import { isAlert } from '../../events/kinds.js'
import { sessionOfStream } from '../../events/streams.js'
import { ownerOfRule } from '../../projections/queries/alerts.js'
import { pushSubscriptions } from '../../projections/queries/push.js'
import type { Reader } from '../../projections/sql.js'
import type { OwnerReach } from '../access/owner-reach.js'
import { reporting } from '../kernel/reporting.js'
import type { Clock } from '../ports/clock.js'
import type { Fork } from '../ports/machine.js'
import type { PushCommands } from '../push/push.js'

interface PushAlertParts {
  readonly db: Reader
  readonly clock: Clock
  readonly push: Pick<PushCommands, 'sendTo'>
  readonly fork: Fork
  readonly reachOf: OwnerReach
  readonly onError: (error: unknown) => void
}

/** Returns a subscriber that pushes alerts to the browsers of their owner. No retry: a device that misses one finds it in the dashboard. None is sent in quiet hours. */
export const pushAlerts =
  ({ db, clock, push, fork, reachOf, onError }: PushAlertParts) =>
  ({ events }: Committed): void => {
    const awake = (owner: string) =>
      pushSubscriptions(db, reachOf(owner)).flatMap(({ id, notify }) =>
        isQuiet(notify.quiet, clock.now()) ? [] : [id],
      )
    for (const event of events) {
      // An imported alert was given in the past, perhaps by another service.
      if (!isAlert(event) || event.via === 'import') continue
      const { rule, ruleName, message } = event.data
      const owner = ownerOfRule(db, systemVisibility, rule)
      if (owner === undefined) continue
      const session = sessionOfStream(event.streamName)
      const body = message.startsWith(`${ruleName}: `) ? message.slice(ruleName.length + 2) : message
      const notice = {
        title: ruleName,
        body,
        url: session === undefined ? '/alerts' : `/sessions/${encodeURIComponent(session)}`,
        tag: `${rule}/${session ?? ''}`,
      }
      fork(reporting(onError)(push.sendTo(awake(owner), notice)))
    }
  }
