import { dayOf } from '../../../domain/time.js'
import { quotaOf } from '../../../projections/queries/quota.js'
import { globalStats } from '../../../projections/queries/stats.js'
import type { Services } from '../../services.js'
import type { Outbox } from '../rooms.js'

type FigureServices = Pick<Services, 'db' | 'book' | 'clock' | 'connections' | 'statusReadings'>

/** Returns the announcers of figures over all rows: each group of readers gets the figures of the rows that it may see. */
export const figureAnnouncers = ({ db, book, clock, connections, statusReadings }: FigureServices) => ({
  stats: ({ readers }: Outbox): void => {
    for (const { visibility, send } of readers) {
      const today = dayOf(clock.now(), 0)
      const figures = globalStats(db, visibility, book(), { sources: [], providers: [] }, today)
      send('stats_update', { ...figures, ws_connections: connections(visibility) })
    }
  },
  quota: ({ readers }: Outbox): void => {
    for (const { visibility, send } of readers) {
      send('quota_updated', quotaOf(db, visibility, book(), statusReadings.all, clock.now()))
    }
  },
})
