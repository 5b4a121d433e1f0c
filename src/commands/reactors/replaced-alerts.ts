import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { acknowledged } from '../../domain/alerts/decide.js'
import { isReplacing } from '../../domain/alerts/rule.js'
import type { Tx } from '../../events/commit.js'
import type { FiredAlert } from '../../events/kinds.js'
import { ALERTS_STREAM } from '../../events/streams.js'
import { openBefore } from '../../projections/queries/alerts.js'
import type { Reader } from '../../projections/sql.js'
import { stamped } from '../kernel/run.js'

/**
 * Acknowledges the open alerts that a new one replaces: those of the same rule about the same session, or of the same budget.
 * "100% reached" says all that "80% reached" said.
 */
export const acknowledgeReplaced = (tx: Tx, db: Reader, fired: FiredAlert): void => {
  if (!isReplacing(fired.data.ruleType)) return
  for (const event of acknowledged(openBefore(db, systemVisibility, fired))) {
    tx.append(ALERTS_STREAM, stamped(event, SYSTEM, fired.occurredAt))
  }
}
