import { t } from '../i18n/i18n.js'
import { refusalWords } from './refusal-words.js'

/** A request that did not succeed. `status` 0 means that the service was not reached at all. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
    /** The member of the body that is wrong. */
    readonly field?: string,
    /** All members of the error in the response. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'Failure'
  }
}

/** Refusals that say themselves what is wrong. */
const SAID = new Set(['ESECRET', 'EREADONLY', 'EFOLDER', 'EFOREIGN', 'EUPGRADE', 'EPROVISION'])

/** Returns what went wrong and what to do next, in the language of the user. */
export function advice(error: unknown): string {
  if (!(error instanceof Failure)) return t('failure.page')
  if (error.status === 0) return t('failure.unreached')
  if (error.status === 401) return t('failure.token')
  if (error.code === 'EREAUTH') return refusalWords(error.code) ?? error.message
  if (error.code === 'EADMIN') return t('failure.admin')
  if (SAID.has(error.code ?? '')) return error.message
  if (error.status === 403) return t('failure.refused', { reason: error.message })
  if (error.status === 404) return t('failure.gone')
  if (error.status >= 500) return t('failure.service')
  return refusalWords(error.code) ?? error.message
}
