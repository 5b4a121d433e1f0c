import { systemClock } from '../adapters/clock.js'
import { announcedServer } from '../adapters/agent-cli/server-file.js'
import { systemProcesses } from '../adapters/process/processes.js'
import type { Config } from '../config.js'
import type { Params } from '../http/contract/endpoint.js'
import type { Route, RouteAnswer, RouteBody, RouteQuery } from '../http/contract/index.js'
import { Failure } from './exit.js'

/** Calls a route of the running service. Throws a `Failure` with a readable message when it cannot answer or refuses. */
export type Ask = <K extends Route>(
  route: K,
  params: Params<K>,
  query?: RouteQuery<K>,
  body?: RouteBody<K>,
) => Promise<RouteAnswer<K>>

const PATIENCE_MS = 10_000
const NOT_RUNNING = 'Switchyard is not running on this machine: start it with "switchyard start"'

const urlOf = (address: string, path: string, params: Readonly<Record<string, string>>, query: object): URL => {
  const named = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = new URL(`http://${address}${named}`)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

/**
 * Returns a client of the data directory's service. It looks up the address for every request, because the service may be
 * restarted in between.
 */
export const askService = ({ dataDir, token }: Pick<Config, 'dataDir' | 'token'>): Ask => {
  const { isAlive } = systemProcesses(systemClock())
  return async (route, params, query, body) => {
    const [method = '', path = ''] = route.split(' ')
    const address = announcedServer(dataDir, isAlive)
    if (address === null) throw new Failure(NOT_RUNNING)
    const answer = await fetch(urlOf(address, path, params, query ?? {}), {
      method,
      headers: {
        ...(token === null ? {} : { 'x-dashboard-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => {
      throw new Failure(`Switchyard at ${address} does not respond: restart it`)
    })
    if (answer.ok) return (await answer.json()) as RouteAnswer<typeof route>
    throw new Failure(await refusalOf(answer))
  }
}

const refusalOf = async (answer: Response): Promise<string> => {
  if (answer.status === 401) return 'Switchyard requires a token: set DASHBOARD_TOKEN for this command'
  const body = (await answer.json().catch(() => ({}))) as { readonly error?: { readonly message?: string } }
  return body.error?.message ?? `Switchyard responded with status ${answer.status}`
}
