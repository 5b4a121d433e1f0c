import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Namespace } from '../i18n/namespaces.js'
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

/** A section of Settings, which is loaded with its translations when it is opened. */
const section = <const P extends string, M extends Readonly<Record<N, () => React.ReactNode>>, N extends string>(
  path: P,
  words: Namespace,
  load: () => Promise<M>,
  name: N,
) =>
  createRoute({
    getParentRoute: () => settings,
    path,
    component: lazyRouteComponent(withWords(words, load), name),
  })

/** The addresses of Settings, one for each section. */
export const settingsRoutes = settings.addChildren([
  start,
  section('account', 'team', () => import('../pages/team/account/section.js'), 'AccountSection'),
  section('preferences', 'settings', () => import('../pages/settings/preferences/section.js'), 'PreferencesSection'),
  section('users', 'team', () => import('../pages/team/users/section.js'), 'UsersSection'),
  section('users/$user', 'team', () => import('../pages/team/user/section.js'), 'UserSection'),
  section('audit', 'team', () => import('../pages/team/audit/section.js'), 'AuditSection'),
  section('hooks', 'settings', () => import('../pages/settings/hooks/section.js'), 'HooksSection'),
  section('pricing', 'settings', () => import('../pages/settings/pricing/section.js'), 'PricingSection'),
  section('data', 'settings', () => import('../pages/settings/data/section.js'), 'DataSection'),
  section('import', 'settings', () => import('../pages/settings/import/section.js'), 'ImportSection'),
  section('machines', 'settings', () => import('../pages/settings/machines/section.js'), 'MachinesSection'),
  section('about', 'settings', () => import('../pages/settings/about/section.js'), 'AboutSection'),
])
