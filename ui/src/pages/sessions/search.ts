import type { Provider, SessionStatus } from '../../api/types.js'

export interface SessionsSearch {
  readonly q?: string
  readonly status?: SessionStatus
  readonly provider?: Provider
}

/** The words of the contract, in the order of the filter. */
export const STATUSES: readonly SessionStatus[] = ['active', 'completed', 'error', 'abandoned']
export const PROVIDERS: readonly Provider[] = ['claude', 'codex']

/** The filters of the page live in its address: they survive a reload and can be sent to someone. */
export function sessionsSearch({ q, status, provider }: Record<string, unknown>): SessionsSearch {
  // The router reads ?q=42 as a number.
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  const knownStatus = STATUSES.find((known) => known === status)
  const knownProvider = PROVIDERS.find((known) => known === provider)
  return {
    ...(text === '' ? {} : { q: text }),
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(knownProvider === undefined ? {} : { provider: knownProvider }),
  }
}
