import type { ImportProgress } from './history.js'

const PROGRESS_MS = 150

/** Returns the progress of an import that has just started. */
export const importBegun = (importId: string, source: ImportProgress['source'], owner: string): ImportProgress => ({
  owner,
  importId,
  phase: 'start',
  source,
  processed: 0,
  total: 0,
  bytes_processed: 0,
  bytes_total: 0,
  current: null,
  error: null,
  counters: {},
})

/** Limits reports to one per interval. The first and the last are always sent. */
export const throttled = (report: (progress: ImportProgress) => void, now: () => number) => {
  let at = 0
  return (progress: ImportProgress): void => {
    const time = now()
    if (progress.phase === 'parse' && progress.bytes_processed > 0 && time - at < PROGRESS_MS) return
    at = time
    report(progress)
  }
}
