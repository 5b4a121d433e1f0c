import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import { rebuilding } from '../db.js'
import type { ExportJob, ExportPiece } from './export-worker.js'

const ENTRY = import.meta.url.endsWith('.ts') ? './export-worker.dev.mjs' : './export-worker.js'

// What it allocates lives for one row: a small nursery keeps the process small.
const MEMORY = { maxYoungGenerationSizeMb: 8 }
/** Pieces that are made before they are asked for. */
const AHEAD = 2

export interface Exporter {
  /** The bundle of what may be seen, as the bytes of its JSON, made as they are read. */
  readonly bundle: (visibility: Visibility, now: Instant) => AsyncGenerator<Uint8Array>
  readonly close: () => Promise<void>
}

/** Exports from a thread of its own each: a history of a million events keeps it busy for a minute. */
export const openExporter = (database: string, liveness: boolean, ready: () => boolean): Exporter => {
  const running = new Set<Worker>()
  async function* piecesOf(visibility: Visibility, now: Instant): AsyncGenerator<Uint8Array> {
    const workerData: ExportJob = { database, visibility, now, liveness }
    const worker = new Worker(new URL(ENTRY, import.meta.url), { workerData, resourceLimits: MEMORY })
    worker.unref()
    running.add(worker)
    const pieces = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[ExportPiece]>
    try {
      for (let i = 0; i < AHEAD; i++) worker.postMessage('next')
      for await (const [piece] of pieces) {
        if (piece === null) return
        worker.postMessage('next')
        yield piece
      }
      throw new Error('the thread that exports has ended')
    } finally {
      running.delete(worker)
      await worker.terminate()
    }
  }
  return {
    bundle: (visibility, now) => {
      if (!ready()) throw rebuilding()
      return piecesOf(visibility, now)
    },
    close: async () => {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}
