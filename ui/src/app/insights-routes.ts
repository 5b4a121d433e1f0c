import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { withWords } from '../lazy/with-words.js'
import { insightsSearch } from '../pages/insights/search.js'
import { rootRoute } from './root-route.js'

const insights = createRoute({
  getParentRoute: () => rootRoute,
  path: '/insights',
  component: lazyRouteComponent(
    withWords('insights', () => import('../pages/insights/page.js')),
    'InsightsPage',
  ),
  validateSearch: insightsSearch,
})

const start = createRoute({
  getParentRoute: () => insights,
  path: '/',
  // The router keeps unknown parameters, so those of old addresses are removed here.
  beforeLoad: ({ search }) =>
    redirect({ to: '/insights/cost', search: insightsSearch({ ...search }), replace: true, throw: true }),
})

/** A tab of Insights, which is loaded when it is opened. */
const tab = <const P extends string, M extends Readonly<Record<N, () => React.ReactNode>>, N extends string>(
  path: P,
  load: () => Promise<M>,
  name: N,
) =>
  createRoute({
    getParentRoute: () => insights,
    path,
    component: lazyRouteComponent(withWords('insights', load), name),
  })

/** The addresses of Insights, one for each tab. */
export const insightsRoutes = insights.addChildren([
  start,
  tab('cost', () => import('../pages/insights/cost/tab.js'), 'CostTab'),
  tab('activity', () => import('../pages/insights/activity/tab.js'), 'ActivityTab'),
  tab('tools', () => import('../pages/insights/tools/tab.js'), 'ToolsTab'),
  tab('agents', () => import('../pages/insights/agents/tab.js'), 'AgentsTab'),
  tab('errors', () => import('../pages/insights/errors/tab.js'), 'ErrorsTab'),
])
