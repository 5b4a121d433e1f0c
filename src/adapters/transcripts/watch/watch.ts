import { Worker } from 'node:worker_threads'
import type { TranscriptWatch, TranscriptWatchParts } from '../../../commands/ports/transcript-watch.js'
import { stampOf } from '../../../domain/transcript/stamp.js'
import type { FromWatcher, ToWatcher, WatchStart } from './messages.js'

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './watch-worker.dev.mjs' : './watch-worker.js',
  import.meta.url,
)

// Each allocation lives for one file: a small young generation costs no time and keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 4 }
/** Milliseconds before a crashed thread is restarted, so that it does not restart in a tight loop. */
const RESTART_MS = 5000

/** Watches the agents' transcripts from a separate thread, and restarts it after a crash. */
export const watchTranscripts = (parts: TranscriptWatchParts, program: URL = WORKER): TranscriptWatch => {
  let closed = false
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined

  const take = (message: FromWatcher): void => {
    if (message.kind === 'degraded') return parts.onDegraded(message.reason)
    if (message.kind === 'companions') {
      for (const file of message.files) if (!closed) parts.onCompanion?.(file)
      return undefined
    }
    for (const file of message.files) if (!closed && !parts.isKnown(file)) parts.onChanged(file)
    return undefined
  }
  const start = async (): Promise<void> => {
    const known = new Map([...(await parts.known())].map(([path, stamp]) => [path, stampOf(stamp)]))
    if (closed) return
    const workerData: WatchStart = { roots: parts.roots, known }
    const started = new Worker(program, { workerData, resourceLimits: MEMORY })
    worker = started
    let reason = ''
    started.on('message', take)
    started.on('error', (error) => {
      reason = error.message
    })
    started.on('exit', () => {
      worker = null
      if (closed) return
      again(reason)
    })
    started.unref()
  }
  const again = (reason: string): void => {
    parts.onEnded(reason)
    timer = setTimeout(begin, RESTART_MS)
    timer.unref()
  }
  const begin = (): void => {
    start().catch((error: unknown) => {
      if (!closed) again(String(error))
    })
  }
  begin()
  return {
    missed: (path) => worker?.postMessage({ kind: 'missed', path } satisfies ToWatcher),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await worker?.terminate()
    },
  }
}
