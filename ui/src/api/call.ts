import type { Params } from '../../../src/http/contract/endpoint.js'
import type { Route, RouteAnswer, RouteBody, RouteQuery } from '../../../src/http/contract/index.js'
import { address } from './address.js'
import { Failure } from './failure.js'
import { currentToken, tokenWasRefused } from './token.js'

type Input<K extends Route> = {
  readonly query?: RouteQuery<K>
  readonly body?: RouteBody<K>
  readonly signal?: AbortSignal
} & (keyof Params<K> extends never ? { readonly params?: never } : { readonly params: Params<K> })

/** Calls a route of the service by its name in the contract: `call('GET /api/sessions', { query: { limit: 50 } })`. */
export async function call<K extends Route>(
  route: K,
  ...[input]: keyof Params<K> extends never ? [Input<K>?] : [Input<K>]
): Promise<RouteAnswer<K>> {
  const [method = 'GET', path = ''] = route.split(' ')
  const response = await request(address(path, input?.params ?? {}, input?.query ?? {}), {
    method,
    ...(input?.signal ? { signal: input.signal } : {}),
    ...(input?.body === undefined
      ? {}
      : { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }),
  })
  // The service validates what it sends against the same contract.
  const answer: RouteAnswer<K> = await response.json()
  return answer
}

/** A picture of a transcript. An `<img src>` could not carry the token, so it is fetched and shown as a blob. */
export const fetchImage = async (src: string, signal: AbortSignal): Promise<Blob> =>
  (await request(src, { signal })).blob()

async function request(url: string, init: RequestInit): Promise<Response> {
  const token = currentToken()
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('x-dashboard-token', token)
  const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error
    throw new Failure(0, undefined, 'The service does not answer.')
  })
  if (response.ok) return response
  if (response.status === 401) tokenWasRefused()
  throw await refusal(response)
}

interface Envelope {
  readonly error?: { readonly code?: string; readonly message?: string; readonly field?: string }
}

async function refusal(response: Response): Promise<Failure> {
  const { error } = parseEnvelope(await response.text())
  return new Failure(response.status, error?.code, error?.message ?? `Answer ${response.status}.`, error?.field)
}

function parseEnvelope(text: string): Envelope {
  try {
    const envelope: Envelope | null = JSON.parse(text)
    return envelope ?? {}
  } catch {
    // A proxy in between answers in HTML: the status says enough.
    return {}
  }
}
