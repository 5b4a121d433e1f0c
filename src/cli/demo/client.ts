import type { Hook } from './beat.js'
import type { Instant } from '../../domain/time.js'

type Body = Readonly<Record<string, unknown>>

/** Sends requests of the demo to the service over its normal API. */
export interface Client {
  /** @param run the run of a lane that the agent is in */
  readonly hook: (hook: Hook, at: Instant, run?: string) => Promise<void>
  readonly status: (status: Body) => Promise<void>
  readonly send: (method: 'POST' | 'PATCH', path: string, body: Body) => Promise<void>
  /** Sends a request that may be refused. */
  readonly ask: <A>(
    method: 'GET' | 'POST',
    path: string,
    body?: Body,
  ) => Promise<{ readonly status: number; readonly json: A }>
}

export const clientOf = (url: string, complain: (line: string) => void): Client => {
  let delivered = 0
  const send = async (
    method: string,
    path: string,
    body: Body,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) complain(`demo: ${path} returned status ${answer.status}: ${await answer.text()}`)
  }
  return {
    hook: ({ provider, body }, at, run) => {
      delivered += 1
      const headers = {
        'x-svc-delivery': `demo-${String(delivered).padStart(8, '0')}`,
        'x-svc-at': String(at),
        ...(run === undefined ? {} : { 'x-svc-run': run }),
      }
      return send('POST', provider === 'codex' ? '/api/hooks/codex' : '/api/hooks', body, headers)
    },
    status: (status) => send('POST', '/api/statusline', status),
    send: (method, path, body) => send(method, path, body),
    ask: async (method, path, body) => {
      const answer = await fetch(new URL(path, url), {
        method,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      return { status: answer.status, json: (await answer.json()) as never }
    },
  }
}
