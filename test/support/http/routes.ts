import { contract, type Route } from '../../../src/http/contract/index.js'

/** The routes of the contract, each under its first prefix: what is mounted at others has the same declaration and handler. */
export type OwnRoute = Exclude<Route, `${string} /api/workspaces${string}`>

export const OWN_ROUTES = (Object.keys(contract) as Route[]).filter(
  (key): key is OwnRoute => !key.includes(' /api/workspaces'),
)
