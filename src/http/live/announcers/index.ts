import { activeSessionsIn } from '../../../projections/queries/watched-sessions.js'
import type { Services } from '../../services.js'
import type { Announcers } from '../announcer.js'
import { announceConfig, diskAnnouncer, hostLoginAnnouncers } from './agent-config.js'
import { alertAnnouncers } from './alerts.js'
import { figureAnnouncers } from './figures.js'
import { poolAnnouncers } from './pool.js'
import { rowAnnouncers } from './rows.js'
import { announceBulkChange, announceClone, announceImport, announceUpdate, priceAnnouncer } from './service.js'
import { sourceAnnouncers } from './sources.js'
import { announceMove, userAnnouncers } from './users.js'

/** Returns the announcers of all kinds. A missing one is a compile error. */
export const announcersOf = (services: Services, ready: () => boolean): Announcers => {
  const figures = figureAnnouncers(services)
  const rows = rowAnnouncers(services)
  const sources = sourceAnnouncers(services.db, (id) => services.remote.sync.live(id))
  return {
    rows,
    state: { prices: priceAnnouncer(services.db), bulk: announceBulkChange, figures: figures.stats },
    events: {
      ...alertAnnouncers(services.db),
      ...sources.events,
      ...userAnnouncers,
      ...poolAnnouncers,
      // Its sessions belong to another project now.
      'worktree-found': ({ data }, { readers }) => {
        for (const reader of readers) {
          const streams = activeSessionsIn(services.db, reader.visibility, data.worktree)
          rows.session(new Map(streams.map((stream) => [stream, 'updated'])), reader)
        }
      },
      'config-changed': announceConfig,
      ...hostLoginAnnouncers,
      'limits-reported': (_, out) => (ready() ? figures.quota(out) : undefined),
    },
    signals: {
      'import-progress': announceImport,
      'clone-progress': announceClone,
      'lane-moved': announceMove,
      'lane-watched': (lane, { readers }) => {
        for (const reader of readers) rows.lane(new Map([[lane, 'updated']]), reader)
      },
      'config-on-disk': diskAnnouncer(services.db),
      'update-status': announceUpdate,
      'source-sync': sources.sync,
      pipelines: (_, out) => announceBulkChange(out),
      rebuilt: (_, out) => announceBulkChange(out),
      // A status line may report before all tables can be read.
      quota: (_, out) => (ready() ? figures.quota(out) : undefined),
    },
  }
}
