import type { ImportProgress } from '../api/types.js'
import { count, percent } from '../format/format.js'
import { t } from '../i18n/i18n.js'

/** `Reading your history: 2.3K of 7K files, 34%`. */
export function importWords(progress: ImportProgress): string {
  if (progress.phase === 'error') {
    return t('import.stopped', { reason: progress.error ?? t('import.unknown') })
  }
  if (progress.total === 0) return t('import.looking')
  // Files can grow while they are read.
  const share = percent(Math.min(progress.bytes_processed, progress.bytes_total), progress.bytes_total)
  return t('import.reading', { done: count(progress.processed), total: count(progress.total), share })
}
