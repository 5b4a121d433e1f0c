import { isLoopbackBind } from './loopback.js'

interface Reached {
  readonly host: string
  readonly token: string | null
  readonly mode: 'local' | 'server'
  readonly publicUrl: URL | null
}

/** Returns the startup warning when other machines can reach the service, else null. */
export const bindWarning = ({ host, token, mode, publicUrl }: Reached): string | null => {
  if (isLoopbackBind(host)) return null
  if (mode === 'server')
    return publicUrl?.protocol === 'https:'
      ? null
      : `warning: ${host} is reachable from other machines, and logins travel in clear; set SVC_PUBLIC_URL to an https address`
  const advice = token === null ? 'set DASHBOARD_TOKEN, or leave DASHBOARD_HOST unset' : 'clients need the token'
  return `warning: ${host} is reachable from other machines; ${advice}`
}
