import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { newestPageQuery } from '../api/queries.js'
import { queries } from '../api/query-client.js'
import type { Namespace } from '../i18n/namespaces.js'
import { withWords } from '../lazy/with-words.js'
import { activitySearch } from '../pages/activity/search.js'
import { alertsSearch } from '../pages/alerts/search.js'
import { configSearch } from '../pages/config/search.js'
import { filesSearch } from '../pages/files/search.js'
import { laneSearch } from '../pages/lane/search.js'
import { lanesSearch } from '../pages/lanes/search.js'
import { NowPage } from '../pages/now/page.js'
import { nowSearch } from '../pages/now/search.js'
import { projectSearch } from '../pages/project/search.js'
import { searchSearch } from '../pages/search/search.js'
import { sessionSearch } from '../pages/session/search.js'
import { sessionsSearch } from '../pages/sessions/search.js'
import { sessionQuery } from '../rows/queries.js'
import { insightsRoutes } from './insights-routes.js'
import { oldAddresses } from './old-addresses.js'
import { PageError } from './page-error.js'
import { rootRoute } from './root-route.js'
import { settingsRoutes } from './settings-routes.js'

const now = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: NowPage,
  validateSearch: (given: Record<string, unknown>) => nowSearch(given),
})

/** A page that loads with its translations when it is opened. */
const page = <const P extends string, M extends Readonly<Record<N, () => React.ReactNode>>, N extends string, S>(
  path: P,
  words: Namespace,
  load: () => Promise<M>,
  name: N,
  validateSearch: (given: Record<string, unknown>) => S,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(withWords(words, load), name),
    validateSearch,
  })

const lanes = page(
  '/lanes',
  'lanes',
  () => import('../pages/lanes/page.js'),
  'LanesPage',
  (given: Record<string, unknown>) => lanesSearch(given),
)

const lane = page('/lanes/$lane', 'lanes', () => import('../pages/lane/page.js'), 'LanePage', laneSearch)

const race = createRoute({
  getParentRoute: () => rootRoute,
  path: '/races/$race',
  component: lazyRouteComponent(
    withWords(
      'race',
      withWords('lanes', () => import('../pages/race/page.js')),
    ),
    'RacePage',
  ),
})

const sessions = page(
  '/sessions',
  'sessions',
  () => import('../pages/sessions/page.js'),
  'SessionsPage',
  sessionsSearch,
)

const project = page(
  '/projects/$name',
  'project',
  () => import('../pages/project/page.js'),
  'ProjectPage',
  projectSearch,
)

const files = page('/files', 'files', () => import('../pages/files/page.js'), 'FilesPage', filesSearch)

const config = page('/config', 'config', () => import('../pages/config/page.js'), 'ConfigPage', configSearch)

const session = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions/$id',
  component: lazyRouteComponent(
    withWords(
      'session',
      withWords('calls', () => import('../pages/session/page.js')),
    ),
    'SessionPage',
  ),
  validateSearch: sessionSearch,
  loaderDeps: ({ search: { tab, agent, line } }) => ({ tab, agent, line }),
  // Prefetched while the page loads; nothing waits for it here.
  loader: ({ params: { id }, deps: { tab, agent, line } }) => {
    void queries.prefetchQuery(sessionQuery(id))
    if (tab === undefined && line === undefined) void queries.prefetchQuery(newestPageQuery(id, agent))
  },
})

const activity = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  component: lazyRouteComponent(
    withWords(
      'activity',
      withWords('calls', () => import('../pages/activity/page.js')),
    ),
    'ActivityPage',
  ),
  validateSearch: activitySearch,
})

const search = page('/search', 'search', () => import('../pages/search/page.js'), 'SearchPage', searchSearch)

const alerts = page('/alerts', 'alerts', () => import('../pages/alerts/page.js'), 'AlertsPage', alertsSearch)

/** Every address of the dashboard. All pages but the first load on demand. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    now,
    lanes,
    lane,
    race,
    sessions,
    session,
    project,
    files,
    config,
    search,
    activity,
    insightsRoutes,
    alerts,
    settingsRoutes,
    ...oldAddresses,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
