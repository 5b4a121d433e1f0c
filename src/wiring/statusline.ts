import { sqliteReadings } from '../adapters/sqlite/readings.js'
import type { Clock } from '../commands/ports/clock.js'
import { StatusReadings } from '../commands/statusline.js'
import { localPrincipal, visibilityOf } from '../domain/access/visibility.js'
import type { Committer } from '../events/commit.js'
import type { LiveSocket } from '../http/ws.js'
import type { Prices } from '../projections/pricing/price-book.js'
import { quotaOf } from '../projections/queries/quota.js'
import type { Db } from '../projections/sql.js'

interface StatuslineParts {
  readonly db: Db
  readonly prices: Prices
  readonly committer: Committer
  readonly clock: Clock
  readonly socket: LiveSocket
  /** Whether the tables can be read. */
  readonly projector: { readonly ready: boolean }
}

/** Opens the status line readings, which are stored and announced on the socket when they change. */
export const openStatusline = ({
  db,
  prices,
  committer,
  clock,
  socket,
  projector,
}: StatuslineParts): StatusReadings => {
  const everything = visibilityOf(localPrincipal)
  const readings: StatusReadings = new StatusReadings({
    store: sqliteReadings(db),
    committed: committer.committed,
    clock,
    onNews: () => {
      if (!socket.isWanted || !projector.ready) return
      socket.send('quota_updated', quotaOf(db, everything, prices.book, readings.all, clock.now()))
    },
  })
  return readings
}
