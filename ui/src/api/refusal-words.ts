import type { RejectionCode } from '../../../src/domain/rejection.js'
import { t } from '../i18n/i18n.js'

/** Refusals that are one sentence whatever was sent. All others are told in the service's own words. */
const FIXED = [
  'INVALID_HOST',
  'INVALID_PORT',
  'INVALID_IDENTITY_FILE',
  'INVALID_REMOTE_HOME',
  'INVALID_JSON',
  'NO_JSONL',
] as const satisfies readonly RejectionCode[]

/** What a refusal says in the reader's language, where its code alone tells it. */
export function refusalWords(code: string | undefined): string | undefined {
  const known = FIXED.find((fixed) => fixed === code)
  return known === undefined ? undefined : t(`refusal.${known}`)
}
