import type { Params } from '../../../src/http/contract/endpoint.js'
import type { Route, RouteAnswer, RouteBody, RouteQuery } from '../../../src/http/contract/index.js'
import { t } from '../i18n/i18n.js'
import { address } from './address.js'
import { Failure } from './failure.js'
import { withRows } from './own-rows.js'
import { loginIsNeeded, wasSignedIn } from './login.js'
import { currentToken, tokenWasRefused } from './token.js'

type Input<K extends Route> = {
  readonly query?: RouteQuery<K>
  /** The rows of everybody, whatever the user chose for lists. */
  readonly ofAll?: true
  readonly body?: RouteBody<K>
  readonly signal?: AbortSignal
  /** The password of the user, where the service asks for it again. */
  readonly currentPassword?: string | undefined
} & (keyof Params<K> extends never ? { readonly params?: never } : { readonly params: Params<K> })

/** Calls a route of the service by its name in the contract: `call('GET /api/sessions', { query: { limit: 50 } })`. */
export async function call<K extends Route>(
  route: K,
  ...[input]: keyof Params<K> extends never ? [Input<K>?] : [Input<K>]
): Promise<RouteAnswer<K>> {
  const [method = 'GET', path = ''] = route.split(' ')
  const password = input?.currentPassword === undefined ? {} : { currentPassword: input.currentPassword }
  const body =
    input?.body === undefined && !('currentPassword' in password) ? undefined : { ...input?.body, ...password }
  const asked = input?.query ?? {}
  // A row that is asked for by its id may be anybody's.
  const query = method === 'GET' && input?.params === undefined && input?.ofAll === undefined ? withRows(asked) : asked
  const response = await request(address(path, input?.params ?? {}, query), {
    method,
    ...(input?.signal ? { signal: input.signal } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  // The service validates what it sends against the same contract.
  const answer: RouteAnswer<K> = await response.json()
  return answer
}

/** Fetches a file or a picture to show as a blob: an `<img src>` cannot send the token. */
export const fetchBlob = async (src: string, signal: AbortSignal): Promise<Blob> =>
  (await request(src, { signal })).blob()

/** Sends the picture of the user, as the file is. */
export async function putAvatar(image: Blob): Promise<void> {
  await request('/api/me/avatar', { method: 'PUT', body: image, headers: { 'content-type': image.type } })
}

/** Fetches a conversation as Markdown. */
export async function fetchConversation(id: string, agent: string | undefined, toolOutput: boolean): Promise<Blob> {
  const query = { agent_id: agent, tool_output: toolOutput ? '1' : undefined }
  return (await request(address('/api/sessions/:id/conversation.md', { id }, query), {})).blob()
}

/** Fetches the export bundle, and reports the bytes read so far. */
export async function fetchBundle(onRead: (bytes: number) => void): Promise<Blob> {
  const { body, headers } = await request('/api/settings/export', {})
  const parts: Uint8Array<ArrayBuffer>[] = []
  let read = 0
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    parts.push(piece.value)
    read += piece.value.length
    onRead(read)
  }
  return new Blob(parts, { type: headers.get('content-type') ?? 'application/json' })
}

async function request(url: string, init: RequestInit): Promise<Response> {
  const token = currentToken()
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('x-dashboard-token', token)
  const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error
    throw new Failure(0, undefined, t('failure.silent'))
  })
  if (response.ok) {
    if (!url.startsWith('/api/auth/')) wasSignedIn()
    return response
  }
  const failure = refusal(response.status, await response.text())
  if (failure.code === 'EUNAUTHORIZED') tokenWasRefused()
  else if (failure.code === 'EAUTH') loginIsNeeded()
  throw failure
}

interface Envelope {
  readonly error?: { readonly code?: string; readonly message?: string; readonly field?: string }
}

/** Returns the failure for a refused request. */
export function refusal(status: number, text: string): Failure {
  const { error } = parseEnvelope(text)
  return new Failure(status, error?.code, error?.message ?? t('failure.answer', { status }), error?.field, { ...error })
}

function parseEnvelope(text: string): Envelope {
  try {
    const envelope: Envelope | null = JSON.parse(text)
    return envelope ?? {}
  } catch {
    // A proxy may answer in HTML: the status is enough.
    return {}
  }
}
