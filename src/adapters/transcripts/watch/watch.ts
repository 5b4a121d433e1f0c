import type { TranscriptWatch, TranscriptWatchParts } from '../../../commands/ports/transcript-watch.js'
import { stampOf } from '../../../domain/transcript/stamp.js'
import { programBeside } from '../../threads/program.js'
import { Thread } from '../../threads/worker.js'
import type { WatchProtocol, WatchStart } from './messages.js'

// Each allocation lives for one file: a small young generation costs no time and keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 4 }

/** Watches the agents' transcripts from a separate thread. */
export const watchTranscripts = (
  { roots, known, isKnown, onChanged, onCompanion, onDegraded, complain }: TranscriptWatchParts,
  program: URL = programBeside(import.meta.url, 'watch-worker'),
): TranscriptWatch => {
  let closed = false
  const onReport = (report: WatchProtocol['reports']): void => {
    if (report.kind === 'degraded') return onDegraded(report.reason)
    if (report.kind === 'companions') {
      for (const file of report.files) if (!closed) onCompanion?.(file)
      return undefined
    }
    for (const file of report.files) if (!closed && !isKnown(file)) onChanged(file)
    return undefined
  }
  const thread = new Thread<WatchProtocol>({
    name: 'the transcript watcher',
    program,
    memory: MEMORY,
    data: async (): Promise<WatchStart> => ({
      roots,
      known: new Map([...(await known())].map(([path, stamp]) => [path, stampOf(stamp)])),
    }),
    whenCrashed: 'fail',
    complain,
    onReport,
  })
  thread.start()
  return {
    missed: (path) => thread.tell(path),
    close: () => {
      closed = true
      return thread.close()
    },
  }
}
