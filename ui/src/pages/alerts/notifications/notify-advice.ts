import { advice, Failure } from '../../../api/failure.js'
import { t } from '../../../i18n/i18n.js'
import { NotAllowed } from '../../../push/subscription.js'

/** Returns what to do when this browser cannot be notified. */
export function notifyAdvice(error: Error | null): string {
  if (error instanceof NotAllowed) return t('alerts:notify.notAllowed')
  if (error instanceof Failure) return advice(error)
  return t('alerts:notify.openPageOnly')
}
