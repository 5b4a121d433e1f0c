import { lastPart } from '../../format/format.js'
import { t } from '../../i18n/i18n.js'

/** Returns the name of a project: the last part of its path. */
export const projectName = (cwd: string | null): string => (cwd === null ? t('insights:project.none') : lastPart(cwd))
