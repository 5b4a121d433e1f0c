import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import { programBeside } from '../../threads/program.js'
import { Thread } from '../../threads/worker.js'
import { rebuilding } from '../db.js'
import type { ExportJob, ExportProtocol } from './export-worker.js'

// Each allocation lives for one row, so a small young generation keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 8 }

export interface Exporter {
  /** Streams the bundle of what `visibility` permits, as bytes of JSON, made while they are read. */
  readonly bundle: (visibility: Visibility, now: Instant) => AsyncGenerator<Uint8Array>
  readonly close: () => Promise<void>
}

/** Returns the exporter. Each export has its own thread: a history of a million events takes a minute. */
export const openExporter = (database: string, liveness: boolean, ready: () => boolean): Exporter => {
  const running = new Set<Thread<ExportProtocol>>()
  async function* piecesOf(visibility: Visibility, now: Instant): AsyncGenerator<Uint8Array> {
    const thread = new Thread<ExportProtocol>({
      name: 'the export thread',
      program: programBeside(import.meta.url, 'export-worker'),
      memory: MEMORY,
      data: (): ExportJob => ({ database, visibility, now, liveness }),
      // Half a bundle has been sent: the client must see that it breaks off.
      whenCrashed: 'fail',
      complain: () => undefined,
    })
    running.add(thread)
    try {
      yield* thread.stream('bundle', [])
    } finally {
      running.delete(thread)
      await thread.close()
    }
  }
  return {
    bundle: (visibility, now) => {
      if (!ready()) throw rebuilding()
      return piecesOf(visibility, now)
    },
    close: async () => {
      await Promise.all([...running].map((thread) => thread.close()))
    },
  }
}
