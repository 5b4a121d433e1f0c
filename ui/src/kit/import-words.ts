import type { ImportProgress } from '../api/types.js'
import { count, percent } from '../format/format.js'

/** `Reading your history: 2.3K of 7K files, 34%`. */
export function importWords(progress: ImportProgress): string {
  if (progress.phase === 'error') {
    return `The history import stopped: ${progress.error ?? 'unknown reason'}. Run "switchyard import" to try again.`
  }
  if (progress.total === 0) return 'Looking for your history'
  const share = percent(progress.bytes_processed, progress.bytes_total)
  return `Reading your history: ${count(progress.processed)} of ${count(progress.total)} files, ${share}`
}
