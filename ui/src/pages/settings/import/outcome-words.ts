import type { Failure } from '../../../api/failure.js'
import { t } from '../../../i18n/i18n.js'
import { isRecord } from '../../../kit/tool-argument.js'

export interface RejectedFile {
  readonly name: string
  readonly reason: string
}

/** The result of an import, in sessions. */
export interface Outcome {
  readonly imported: number
  readonly backfilled: number
  readonly skipped: number
  readonly errors: number
  readonly rejected_files?: readonly RejectedFile[]
}

const isRejectedFile = (value: unknown): value is RejectedFile =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['reason'] === 'string'

/** The files that a refusal names. */
export const rejectedIn = ({ details }: Failure): readonly RejectedFile[] => {
  const files = details['rejected_files']
  return Array.isArray(files) ? files.filter(isRejectedFile) : []
}

/** `3 sessions are new, 1 was completed, 40 were known.` */
export function outcomeWords({ imported, backfilled, skipped, errors }: Outcome): string {
  const known = [
    backfilled > 0 && t('settings:import.outcome.completed', { count: backfilled }),
    skipped > 0 && t('settings:import.outcome.known', { count: skipped }),
  ].filter((part) => part !== false)
  const fresh =
    imported === 0 ? t('settings:import.outcome.none') : t('settings:import.outcome.new', { count: imported })
  const parts = [fresh, ...known].join(', ')
  if (errors === 0) return t('settings:import.outcome.all', { parts })
  return t('settings:import.outcome.allUnread', {
    parts,
    unread: t('settings:import.outcome.unread', { count: errors }),
  })
}
