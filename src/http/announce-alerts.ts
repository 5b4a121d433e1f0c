import { localPrincipal, visibilityOf } from '../domain/access/visibility.js'
import type { Committed } from '../events/commit.js'
import { alertById } from '../projections/queries/alerts.js'
import type { Reader } from '../projections/sql.js'
import type { LiveSocket } from './ws.js'

/** Returns a subscriber that announces alerts on the socket when they are given and acknowledged. */
export const alertAnnouncer = (db: Reader, socket: LiveSocket) => {
  const everything = visibilityOf(localPrincipal)
  const tell = (type: 'alert_triggered' | 'alert_updated', id: number): void => {
    const alert = alertById(db, everything, id)
    if (alert !== undefined) socket.send(type, alert)
  }
  return ({ events }: Committed): void => {
    const told = events.filter(({ type }) => TELLING.has(type))
    if (told.length === 0) return
    if (!socket.isWanted) return socket.forget()
    for (const { type, position, data } of told) {
      if (type === 'alert-fired') tell('alert_triggered', position)
      else if (type === 'alert-acknowledged') tell('alert_updated', data.alert)
      else socket.send('alert_updated', { acked_all: true })
    }
  }
}

const TELLING = new Set(['alert-fired', 'alert-acknowledged', 'alerts-acknowledged'])
