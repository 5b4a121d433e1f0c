import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
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

/** Every address of the dashboard. Pages that are not the first one load when they are headed for. */
export const router = createRouter({
  routeTree: root.addChildren([now, sessions, session]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
