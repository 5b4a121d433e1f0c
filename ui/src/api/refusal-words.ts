import type { RejectionCode } from '../../../src/domain/rejection.js'
import { t } from '../i18n/i18n.js'

/** Refusals that always have the same text. All others are shown in the words of the service. */
const FIXED = [
  'EREAUTH',
  'EBADLOGIN',
  'INVALID_HOST',
  'INVALID_PORT',
  'INVALID_IDENTITY_FILE',
  'INVALID_REMOTE_HOME',
  'INVALID_JSON',
  'NO_JSONL',
] as const satisfies readonly RejectionCode[]

/** Returns the text of a refusal in the language of the user, if its code has one. */
export function refusalWords(code: string | undefined): string | undefined {
  const known = FIXED.find((fixed) => fixed === code)
  return known === undefined ? undefined : t(`refusal.${known}`)
}
