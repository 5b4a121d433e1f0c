import type { Situation } from '../api/types.js'
import { t } from '../i18n/i18n.js'

/** The words for a session's situation. The service decides which one holds; nothing here derives it again. */
export const situationWords = (situation: Situation): string => t(`situation.${situation}`)
