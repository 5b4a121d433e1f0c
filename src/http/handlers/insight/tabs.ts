import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import type { TabQuery } from '../../../projections/queries/insights/tab-query.js'
import { directoriesOf } from '../../../projections/queries/project-directories.js'
import type { insightTabs } from '../../contract/insight/tabs.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

type ReadTab<Tab> = (visibility: Visibility, query: TabQuery, now: Instant) => Promise<Tab>

export const insightTabHandlers = ({ db, side, clock }: Services): Handlers<keyof typeof insightTabs> => {
  const tab =
    <Tab>(read: ReadTab<Tab>) =>
    async ({ query }: { readonly query: TabQuery }, { reads }: { readonly reads: Visibility }) => {
      const inProjects = { ...query, cwd: directoriesOf(db, reads, query.cwd) }
      return { status: 200 as const, json: await read(reads, inProjects, clock.now()) }
    }
  return {
    'GET /api/insights/cost': tab((...asked) => side.costTab(...asked)),
    'GET /api/insights/activity': tab((...asked) => side.activityTab(...asked)),
    'GET /api/insights/tools': tab((...asked) => side.toolsTab(...asked)),
    'GET /api/insights/agents': tab((...asked) => side.agentsTab(...asked)),
    'GET /api/insights/errors': tab((...asked) => side.errorsTab(...asked)),
  }
}
