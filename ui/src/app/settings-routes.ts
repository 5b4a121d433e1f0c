import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { withWords } from '../lazy/with-words.js'
import { rootRoute } from './root-route.js'

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(
    withWords('settings', () => import('../pages/settings/page.js')),
    'SettingsPage',
  ),
})

const start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ location: { search } }) =>
    redirect({ to: '/settings/preferences', search: () => search, replace: true, throw: true }),
})

const hooks = createRoute({
  getParentRoute: () => settings,
  path: 'hooks',
  component: lazyRouteComponent(
    withWords('settings', () => import('../pages/settings/hooks/section.js')),
    'HooksSection',
  ),
})

const imports = createRoute({
  getParentRoute: () => settings,
  path: 'import',
  component: lazyRouteComponent(
    withWords('settings', () => import('../pages/settings/import/section.js')),
    'ImportSection',
  ),
})

const data = createRoute({
  getParentRoute: () => settings,
  path: 'data',
  component: lazyRouteComponent(
    withWords('settings', () => import('../pages/settings/data/section.js')),
    'DataSection',
  ),
})

const preferences = createRoute({
  getParentRoute: () => settings,
  path: 'preferences',
  component: lazyRouteComponent(
    withWords('settings', () => import('../pages/settings/preferences/section.js')),
    'PreferencesSection',
  ),
})

const pricing = createRoute({
  getParentRoute: () => settings,
  path: 'pricing',
  component: lazyRouteComponent(
    withWords('settings', () => import('../pages/settings/pricing/section.js')),
    'PricingSection',
  ),
})

const machines = createRoute({
  getParentRoute: () => settings,
  path: 'machines',
  component: lazyRouteComponent(
    withWords('settings', () => import('../pages/settings/machines/section.js')),
    'MachinesSection',
  ),
})

const about = createRoute({
  getParentRoute: () => settings,
  path: 'about',
  component: lazyRouteComponent(
    withWords('settings', () => import('../pages/settings/about/section.js')),
    'AboutSection',
  ),
})

const account = createRoute({
  getParentRoute: () => settings,
  path: 'account',
  component: lazyRouteComponent(
    withWords('team', () => import('../pages/team/account/section.js')),
    'AccountSection',
  ),
})

const users = createRoute({
  getParentRoute: () => settings,
  path: 'users',
  component: lazyRouteComponent(
    withWords('team', () => import('../pages/team/users/section.js')),
    'UsersSection',
  ),
})

const user = createRoute({
  getParentRoute: () => settings,
  path: 'users/$user',
  component: lazyRouteComponent(
    withWords('team', () => import('../pages/team/user/section.js')),
    'UserSection',
  ),
})

const audit = createRoute({
  getParentRoute: () => settings,
  path: 'audit',
  component: lazyRouteComponent(
    withWords('team', () => import('../pages/team/audit/section.js')),
    'AuditSection',
  ),
})

/** The addresses of Settings, one for each section. */
export const settingsRoutes = settings.addChildren([
  start,
  account,
  preferences,
  users,
  user,
  audit,
  hooks,
  pricing,
  data,
  imports,
  machines,
  about,
])
