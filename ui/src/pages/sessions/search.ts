import { SESSION_STATUSES, type SessionStatus } from '../../../../src/domain/session/status.js'
import { type Provider, PROVIDERS } from '../../api/tools.js'
import { textOf } from '../../events/search.js'

export interface SessionsSearch {
  readonly q?: string
  readonly status?: SessionStatus
  readonly provider?: Provider
  readonly model?: string
  readonly cwd?: string
  readonly source?: string
}

const TEXTS = ['q', 'model', 'cwd', 'source'] as const

/** The filters of the page live in its address: they survive a reload and can be sent to someone. */
export function sessionsSearch(given: Record<string, unknown>): SessionsSearch {
  const texts = TEXTS.map((name) => [name, textOf(given[name])] as const)
  const status = SESSION_STATUSES.find((known) => known === given['status'])
  const provider = PROVIDERS.find((known) => known === given['provider'])
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
    ...(status === undefined ? {} : { status }),
    ...(provider === undefined ? {} : { provider }),
  }
}
