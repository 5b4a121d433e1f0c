import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import { rebuilding } from '../db.js'
import type { ExportJob, ExportPiece } from './export-worker.js'

const ENTRY = import.meta.url.endsWith('.ts') ? './export-worker.dev.mjs' : './export-worker.js'

// Each allocation lives for one row, so a small young generation keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 8 }
/** Pieces that are made in advance. */
const AHEAD = 2

export interface Exporter {
  /** Streams the bundle of what `visibility` permits, as bytes of JSON, made while they are read. */
  readonly bundle: (visibility: Visibility, now: Instant) => AsyncGenerator<Uint8Array>
  readonly close: () => Promise<void>
}

/** Returns the exporter. Each export has its own thread: a history of a million events takes a minute. */
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
      throw new Error('the export worker stopped')
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
