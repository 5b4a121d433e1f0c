import type { Config } from '../config.js'
import { isLoopbackBind } from '../http/access/loopback.js'

/** Returns the startup warning when other machines can reach the service, else null. */
export const bindWarning = ({ host, token }: Pick<Config, 'host' | 'token'>): string | null => {
  if (isLoopbackBind(host)) return null
  const advice = token === null ? 'set DASHBOARD_TOKEN, or leave DASHBOARD_HOST unset' : 'clients need the token'
  return `warning: ${host} is reachable from other machines; ${advice}`
}
