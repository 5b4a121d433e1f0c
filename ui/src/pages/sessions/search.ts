import { type Provider, PROVIDERS } from '../../api/tools.js'
import type { SessionStatus } from '../../api/types.js'
import { textOf } from '../../events/search.js'

export interface SessionsSearch {
  readonly q?: string
  readonly status?: SessionStatus
  readonly provider?: Provider
  readonly model?: string
  readonly cwd?: string
  readonly source?: string
}

/** The words of the contract, in the order of the filter. */
export const STATUSES: readonly SessionStatus[] = ['active', 'completed', 'error', 'abandoned']

const TEXTS = ['q', 'model', 'cwd', 'source'] as const

/** The filters of the page live in its address: they survive a reload and can be sent to someone. */
export function sessionsSearch(given: Record<string, unknown>): SessionsSearch {
  const texts = TEXTS.map((name) => [name, textOf(given[name])] as const)
  const status = STATUSES.find((known) => known === given['status'])
  const provider = PROVIDERS.find((known) => known === given['provider'])
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
    ...(status === undefined ? {} : { status }),
    ...(provider === undefined ? {} : { provider }),
  }
}
