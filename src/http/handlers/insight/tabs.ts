import type { Visibility } from '../../../domain/access/visibility.js'
import type { TabQuery } from '../../../projections/queries/insights/tab-query.js'
import { directoriesOf } from '../../../projections/queries/project-directories.js'
import type { insightTabs } from '../../contract/insight/tabs.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const insightTabHandlers = ({ db, side, clock }: Services): Handlers<keyof typeof insightTabs> => {
  const inProjects = (visibility: Visibility, query: TabQuery): TabQuery => ({
    ...query,
    cwd: directoriesOf(db, visibility, query.cwd),
  })
  return {
    'GET /api/insights/cost': async ({ query }, { visibility }) => ({
      status: 200,
      json: await side.costTab(visibility, inProjects(visibility, query), clock.now()),
    }),
    'GET /api/insights/activity': async ({ query }, { visibility }) => ({
      status: 200,
      json: await side.activityTab(visibility, inProjects(visibility, query), clock.now()),
    }),
    'GET /api/insights/tools': async ({ query }, { visibility }) => ({
      status: 200,
      json: await side.toolsTab(visibility, inProjects(visibility, query), clock.now()),
    }),
    'GET /api/insights/agents': async ({ query }, { visibility }) => ({
      status: 200,
      json: await side.agentsTab(visibility, inProjects(visibility, query), clock.now()),
    }),
    'GET /api/insights/errors': async ({ query }, { visibility }) => ({
      status: 200,
      json: await side.errorsTab(visibility, inProjects(visibility, query), clock.now()),
    }),
  }
}
