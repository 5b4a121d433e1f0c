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

const cost = createRoute({
  getParentRoute: () => insights,
  path: 'cost',
  component: lazyRouteComponent(
    withWords('insights', () => import('../pages/insights/cost/tab.js')),
    'CostTab',
  ),
})

const activity = createRoute({
  getParentRoute: () => insights,
  path: 'activity',
  component: lazyRouteComponent(
    withWords('insights', () => import('../pages/insights/activity/tab.js')),
    'ActivityTab',
  ),
})

const tools = createRoute({
  getParentRoute: () => insights,
  path: 'tools',
  component: lazyRouteComponent(
    withWords('insights', () => import('../pages/insights/tools/tab.js')),
    'ToolsTab',
  ),
})

const agents = createRoute({
  getParentRoute: () => insights,
  path: 'agents',
  component: lazyRouteComponent(
    withWords('insights', () => import('../pages/insights/agents/tab.js')),
    'AgentsTab',
  ),
})

const errors = createRoute({
  getParentRoute: () => insights,
  path: 'errors',
  component: lazyRouteComponent(
    withWords('insights', () => import('../pages/insights/errors/tab.js')),
    'ErrorsTab',
  ),
})

/** The addresses of Insights, one for each tab. */
export const insightsRoutes = insights.addChildren([start, cost, activity, tools, agents, errors])
