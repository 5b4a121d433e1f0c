import type { ImportProgress } from './history.js'

const PROGRESS_MS = 150

/** At most one report per interval; the first and the last always. */
export const throttled = (report: (progress: ImportProgress) => void, now: () => number) => {
  let at = 0
  return (progress: ImportProgress): void => {
    const time = now()
    if (progress.phase === 'parse' && progress.processed > 0 && time - at < PROGRESS_MS) return
    at = time
    report(progress)
  }
}
