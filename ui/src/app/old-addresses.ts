import { createRoute, redirect } from '@tanstack/react-router'
import { rootRoute } from './root-route.js'

/** Where the sections of the earlier page "Config" are now, so that bookmarks and old notifications still work. */
const MOVED = [
  ['/config/pricing', '/settings/pricing'],
  ['/config/alerts', '/alerts'],
  ['/config/webhooks', '/alerts'],
  ['/config/sources', '/settings/machines'],
] as const

/** Redirects from old addresses, with their search and hash. */
export const oldAddresses = MOVED.map(([from, to]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: from,
    beforeLoad: ({ location: { search, hash } }) =>
      redirect({ to, search: () => search, hash, replace: true, throw: true }),
  }),
)
