import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { withWords } from '../i18n/with-words.js'
import { rootRoute } from './root-route.js'

const config = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config',
  component: lazyRouteComponent(
    withWords('config', () => import('../pages/config/page.js')),
    'ConfigPage',
  ),
})

const start = createRoute({
  getParentRoute: () => config,
  path: '/',
  beforeLoad: () => redirect({ to: '/config/pricing', replace: true, throw: true }),
})

const pricing = createRoute({
  getParentRoute: () => config,
  path: 'pricing',
  component: lazyRouteComponent(
    withWords('config', () => import('../pages/config/pricing/section.js')),
    'PricingSection',
  ),
})

const alerts = createRoute({
  getParentRoute: () => config,
  path: 'alerts',
  component: lazyRouteComponent(
    withWords('config', () => import('../pages/config/alerts/section.js')),
    'AlertsSection',
  ),
})

const webhooks = createRoute({
  getParentRoute: () => config,
  path: 'webhooks',
  component: lazyRouteComponent(
    withWords('config', () => import('../pages/config/webhooks/section.js')),
    'WebhooksSection',
  ),
})

const sources = createRoute({
  getParentRoute: () => config,
  path: 'sources',
  component: lazyRouteComponent(
    withWords('config', () => import('../pages/config/sources/section.js')),
    'SourcesSection',
  ),
})

/** The addresses of Config, one for each section. */
export const configRoutes = config.addChildren([start, pricing, alerts, webhooks, sources])
