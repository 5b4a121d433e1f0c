import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { activitySearch } from '../pages/activity/search.js'
import { insightsSearch } from '../pages/insights/search.js'
import { NowPage } from '../pages/now/page.js'
import { sessionSearch } from '../pages/session/search.js'
import { sessionsSearch } from '../pages/sessions/search.js'
import { NotFound } from './not-found.js'
import { PageError } from './page-error.js'
import { Shell } from './shell.js'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const now = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: NowPage,
  validateSearch: ({ at }: Record<string, unknown>): { at?: string } => (typeof at === 'string' ? { at } : {}),
})

const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  component: lazyRouteComponent(() => import('../pages/sessions/page.js'), 'SessionsPage'),
  validateSearch: sessionsSearch,
})

const session = createRoute({
  getParentRoute: () => root,
  path: '/sessions/$id',
  component: lazyRouteComponent(() => import('../pages/session/page.js'), 'SessionPage'),
  validateSearch: sessionSearch,
})

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  component: lazyRouteComponent(() => import('../pages/activity/page.js'), 'ActivityPage'),
  validateSearch: activitySearch,
})

const insights = createRoute({
  getParentRoute: () => root,
  path: '/insights',
  component: lazyRouteComponent(() => import('../pages/insights/page.js'), 'InsightsPage'),
  validateSearch: insightsSearch,
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/page.js'), 'SettingsPage'),
})

/** Every address of the dashboard. Pages that are not the first one load when they are headed for. */
export const router = createRouter({
  routeTree: root.addChildren([now, sessions, session, activity, insights, settings]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
