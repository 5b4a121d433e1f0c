import { alertById } from '../../../projections/queries/alerts.js'
import type { Reader } from '../../../projections/sql.js'
import type { Announcers } from '../announcer.js'
import { everyone } from '../audience.js'
import type { Outbox } from '../rooms.js'

/** Returns the announcers of alerts that fired or were acknowledged. */
export const alertAnnouncers = (db: Reader) => {
  const send = (type: 'alert_triggered' | 'alert_updated', id: number, { readers }: Outbox): void => {
    for (const reader of readers) {
      const alert = alertById(db, reader.visibility, id)
      if (alert !== undefined) reader.send(type, alert)
    }
  }
  return {
    'alert-fired': ({ position }, out) => send('alert_triggered', position, out),
    'alert-acknowledged': ({ data }, out) => send('alert_updated', data.alert, out),
    'alerts-acknowledged': (_, out) => out.send('alert_updated', { acked_all: true }, everyone),
  } satisfies Announcers['events']
}
