import { systemClock } from '../adapters/clock.js'
import { announcedServer } from '../adapters/agent-cli/server-file.js'
import { systemProcesses } from '../adapters/process/processes.js'
import type { Config } from '../config.js'
import type { Params } from '../http/contract/endpoint.js'
import type { Route, RouteAnswer, RouteBody, RouteQuery } from '../http/contract/index.js'
import { Failure } from './exit.js'

/** The content of a file, as the body of a request. */
export class Upload {
  constructor(
    readonly type: string,
    readonly bytes: Uint8Array,
  ) {}
}

/** Calls a route of the running service. Throws a `Failure` with a readable message when it cannot answer or refuses. */
export type Ask = <K extends Route>(
  route: K,
  params: Params<K>,
  query?: RouteQuery<K>,
  body?: RouteBody<K> | Upload,
) => Promise<RouteAnswer<K>>

/** The service refused a request. `error` is what it answered, such as its `code`. */
export class Refused extends Failure {
  constructor(
    message: string,
    readonly error: Readonly<Record<string, unknown>>,
  ) {
    super(message)
  }
}

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
export const askService = ({ dataDir, token }: Pick<Config, 'dataDir' | 'token'>, patienceMs = PATIENCE_MS): Ask => {
  const { isAlive } = systemProcesses(systemClock())
  return async (route, params, query, body) => {
    const [method = '', path = ''] = route.split(' ')
    const address = announcedServer(dataDir, isAlive)
    if (address === null) throw new Failure(NOT_RUNNING)
    const answer = await fetch(urlOf(address, path, params, query ?? {}), {
      method,
      headers: {
        ...(token === null ? {} : { 'x-dashboard-token': token }),
        ...(body === undefined ? {} : { 'content-type': body instanceof Upload ? body.type : 'application/json' }),
      },
      body: body === undefined ? null : body instanceof Upload ? body.bytes : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => {
      throw new Failure(`Switchyard at ${address} does not respond: restart it`)
    })
    const answered: unknown = await answer.json().catch(() => null)
    // Some routes declare a response with status 409, such as that of a lock that is held.
    if (answer.ok || (answer.status === 409 && !isRefusal(answered))) return answered as RouteAnswer<typeof route>
    throw new Refused(refusalOf(answer.status, answered), isRefusal(answered) ? (answered.error ?? {}) : {})
  }
}

const isRefusal = (
  body: unknown,
): body is { readonly error: ({ readonly message?: string } & Readonly<Record<string, unknown>>) | null } =>
  typeof body === 'object' && body !== null && 'error' in body

const refusalOf = (status: number, body: unknown): string => {
  if (status === 401) return 'Switchyard requires a token: set DASHBOARD_TOKEN for this command'
  const message = isRefusal(body) ? body.error?.message : undefined
  return message ?? `Switchyard responded with status ${status}`
}
