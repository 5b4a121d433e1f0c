import type { ImportProgress } from './history.js'

const PROGRESS_MS = 150

/** An import before anything is known of what it will read. */
export const importBegun = (importId: string, source: ImportProgress['source']): ImportProgress => ({
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

/** At most one report per interval; the first and the last always. */
export const throttled = (report: (progress: ImportProgress) => void, now: () => number) => {
  let at = 0
  return (progress: ImportProgress): void => {
    const time = now()
    if (progress.phase === 'parse' && progress.bytes_processed > 0 && time - at < PROGRESS_MS) return
    at = time
    report(progress)
  }
}
