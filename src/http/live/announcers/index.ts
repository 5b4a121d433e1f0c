import type { Services } from '../../services.js'
import type { Announcers } from '../announcer.js'
import { alertAnnouncers } from './alerts.js'
import { figureAnnouncers } from './figures.js'
import { rowAnnouncers } from './rows.js'
import { serviceAnnouncers } from './service.js'
import { sourceAnnouncers } from './sources.js'

/** Returns the announcers of all kinds. A missing one is a compile error. */
export const announcersOf = (services: Services, ready: () => boolean): Announcers => {
  const figures = figureAnnouncers(services)
  const service = serviceAnnouncers(services.db)
  const sources = sourceAnnouncers(services.db, (id) => services.remote.sync.live(id))
  return {
    rows: rowAnnouncers(services),
    state: { prices: service.prices, bulk: service.reread, figures: figures.stats },
    events: { ...alertAnnouncers(services.db), ...sources.events },
    signals: {
      'import-progress': service.importProgress,
      'update-status': service.updateStatus,
      rebuilt: (_, out) => service.reread(out),
      'source-sync': sources.sync,
      quota: (_, out) => (ready() ? figures.quota(out) : undefined),
    },
  }
}
