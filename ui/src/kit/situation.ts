import type { Situation } from '../api/types.js'
import { t } from '../i18n/i18n.js'

/** Returns the text of a situation. The service derives situations; the dashboard never does. */
export const situationWords = (situation: Situation): string => t(`situation.${situation}`)
