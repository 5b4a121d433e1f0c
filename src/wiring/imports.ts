import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { bundles } from '../adapters/import/bundles.js'
import { historyFacts } from '../adapters/import/history-facts.js'
import { importPlaces } from '../adapters/import/places.js'
import { uploads } from '../adapters/import/uploads.js'
import { sqlitePartlyTaken } from '../adapters/sqlite/partly-taken.js'
import { alertCommands } from '../commands/alerts/alerts.js'
import { importHistory, type HistoryParts, type ImportProgress } from '../commands/ingest/history.js'
import { throttled } from '../commands/ingest/progress.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Serial } from '../commands/kernel/serial.js'
import { bundleImport } from '../commands/maintenance/bundle/import.js'
import { importCommands } from '../commands/maintenance/imports.js'
import type { TranscriptArchive, TranscriptRoots } from '../commands/ports/transcripts.js'
import type { PricingCommands } from '../commands/pricing/pricing.js'
import { keepCopy } from '../commands/reactors/archive.js'
import type { ServiceJournal } from '../commands/service/journal.js'
import type { Db } from '../projections/sql.js'

interface ImportingParts extends HistoryParts {
  readonly runner: CommandRunner
  readonly journal: ServiceJournal
  readonly db: Db
  readonly homes: TranscriptRoots & { readonly claude: string; readonly codex: string }
  readonly serial: Serial
  readonly archive: TranscriptArchive
  readonly pricing: PricingCommands
  /** The folder for uploads. */
  readonly uploads: string
  readonly onProgress: (progress: ImportProgress) => void
  readonly complain: (line: string) => void
}

/** Opens the imports of history, at startup and on request. */
export const openImporting = (parts: ImportingParts) => {
  const { homes, serial, clock, parser, cursors, nextId, archive } = parts
  // Remove the files of an import that was killed.
  rmSync(parts.uploads, { recursive: true, force: true })
  let state: ImportProgress | null = null
  const onProgress = throttled((progress) => {
    state = progress
    parts.onProgress(progress)
  }, clock.now)
  const importing = importHistory(parts)
  let last: ImportProgress | null = null
  let reading = 0
  const tell = (progress: ImportProgress): void => {
    last = progress
    onProgress(progress)
  }
  const read: typeof importing = async (roots, source, _onProgress, manner) => {
    reading += 1
    try {
      return await importing(roots, source, tell, manner)
    } catch (error) {
      if (last !== null)
        tell({ ...last, phase: 'error', error: error instanceof Error ? error.message : String(error) })
      throw error
    } finally {
      reading -= 1
    }
  }
  let first: Promise<unknown> = Promise.resolve()
  return {
    /** Whether history is being imported, or is still to be imported. */
    isImporting: (): boolean => state?.phase !== 'complete' && state?.phase !== 'error',
    /** Whether an import is running. */
    isReading: (): boolean => reading > 0,
    /** Imports the default history once the tables can be read. Requested imports wait until it finishes. */
    start: (ready: Promise<void>): Promise<ImportProgress> => {
      const imported = ready.then(() => read(homes, 'default', onProgress))
      first = imported.catch(() => undefined)
      const failed = (error: unknown): void => {
        if (parts.stop?.aborted !== true) parts.complain(`the history could not be imported: ${String(error)}`)
      }
      // Without tables the import did not start; the failed rebuild is reported elsewhere.
      ready.then(
        () => imported.catch(failed),
        () => undefined,
      )
      return imported
    },
    services: {
      importState: () => state,
      imports: importCommands({
        read,
        onProgress,
        roots: homes,
        places: importPlaces,
        uploads: uploads({ folder: parts.uploads, nextId, archive, cursors }),
        keep: keepCopy(parts),
        serial,
        first: () => first,
      }),
      bundles: bundleImport({
        ...parts,
        alerts: alertCommands(parts.runner, randomUUID),
        bundles: bundles(parts.uploads, nextId),
        partly: sqlitePartlyTaken(parts.db),
        onProgress,
        first: () => first,
      }),
      historyFacts: historyFacts(homes, parser),
    },
  }
}
