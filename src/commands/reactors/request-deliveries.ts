import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideDeliveries } from '../../domain/webhooks/decide.js'
import type { Tx } from '../../events/commit.js'
import type { FiredAlert } from '../../events/kinds.js'
import { ownerOfRule } from '../../projections/queries/alerts.js'
import { countDue, targetsOfRule } from '../../projections/queries/webhooks.js'
import type { Reader } from '../../projections/sql.js'
import { stamped } from '../kernel/run.js'
import type { OwnerReach } from '../access/owner-reach.js'
import type { Clock } from '../ports/clock.js'

/**
 * Returns a function that requests the delivery of an alert to the targets of its owner, in the alert's own transaction, so that none is
 * lost.
 */
export const requestDeliveries =
  (db: Reader, clock: Clock, reachOf: OwnerReach) =>
  (tx: Tx, { position: alert, streamName, data }: FiredAlert): void => {
    const owner = ownerOfRule(db, systemVisibility, data.rule)
    if (owner === undefined) return
    const targets = targetsOfRule(db, reachOf(owner), data.rule)
    if (targets.length === 0) return
    const events = decideDeliveries({ targets, due: countDue(db, systemVisibility) }, { alert })
    for (const event of events) tx.append(streamName, stamped(event, SYSTEM, clock.now()))
  }
