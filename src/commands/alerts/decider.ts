import { systemVisibility } from '../../domain/access/system-visibility.js'
import { seesEverything, type Visibility } from '../../domain/access/visibility.js'
import { decideAlert, decideAlertRule, decideAlerts, type KnownAlert } from '../../domain/alerts/decide.js'
import { ALERTS_STREAM, alertRuleStream } from '../../events/streams.js'
import { alertRule as ruleOf, openAlerts } from '../../projections/queries/alerts.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const loadAlert = (db: Reader, id: number): KnownAlert => {
  const row = db.get<{ acknowledged_at: number | null }>('select acknowledged_at from p_alert where id = ?', id)
  return row === undefined ? undefined : { id, acknowledged: row.acknowledged_at !== null }
}

/** Commands about an alert rule, by its id. */
export const alertRule = defineDecider({
  stream: alertRuleStream,
  load: (db: Reader, id: string) => ruleOf(db, systemVisibility, id),
  decide: decideAlertRule,
})

/** The acknowledgement of an alert, by its id. */
export const alert = defineDecider({
  stream: (_id: number) => ALERTS_STREAM,
  load: loadAlert,
  decide: decideAlert,
})

/** The acknowledgement of all alerts that a user sees. */
export const allAlerts = defineDecider({
  stream: (_visibility: Visibility) => ALERTS_STREAM,
  load: (db: Reader, visibility: Visibility) => ({
    ids: openAlerts(db, visibility),
    everybodys: seesEverything(visibility),
  }),
  decide: decideAlerts,
})
