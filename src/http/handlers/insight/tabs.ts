import type { insightTabs } from '../../contract/insight/tabs.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const insightTabHandlers = ({ side, clock }: Services): Handlers<keyof typeof insightTabs> => ({
  'GET /api/insights/cost': async ({ query }, { visibility }) => ({
    status: 200,
    json: await side.costTab(visibility, query, clock.now()),
  }),
  'GET /api/insights/activity': async ({ query }, { visibility }) => ({
    status: 200,
    json: await side.activityTab(visibility, query, clock.now()),
  }),
  'GET /api/insights/tools': async ({ query }, { visibility }) => ({
    status: 200,
    json: await side.toolsTab(visibility, query, clock.now()),
  }),
  'GET /api/insights/agents': async ({ query }, { visibility }) => ({
    status: 200,
    json: await side.agentsTab(visibility, query, clock.now()),
  }),
  'GET /api/insights/errors': async ({ query }, { visibility }) => ({
    status: 200,
    json: await side.errorsTab(visibility, query, clock.now()),
  }),
})
