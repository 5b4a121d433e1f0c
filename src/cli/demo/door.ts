import type { Instant } from '../../domain/time.js'
import type { Hook } from './beat.js'

/** Sends hooks and status line data to the service over its normal API. */
export interface Door {
  readonly hook: (hook: Hook, at: Instant) => Promise<void>
  readonly status: (status: Readonly<Record<string, unknown>>) => Promise<void>
}

export const doorOf = (url: string, complain: (line: string) => void): Door => {
  let delivered = 0
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<void> => {
    const answer = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) complain(`demo: ${path} returned status ${answer.status}: ${await answer.text()}`)
  }
  return {
    hook: ({ provider, body }, at) => {
      delivered += 1
      const headers = { 'x-svc-delivery': `demo-${String(delivered).padStart(8, '0')}`, 'x-svc-at': String(at) }
      return post(provider === 'codex' ? '/api/hooks/codex' : '/api/hooks', body, headers)
    },
    status: (status) => post('/api/statusline', status, {}),
  }
}
