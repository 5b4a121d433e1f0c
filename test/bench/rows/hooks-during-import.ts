import { setTimeout } from 'node:timers/promises'
import type { LoadPlan, LoadResult } from '../load.js'
import { runScriptBeside } from '../program.js'
import { limitRow, type Measurement } from '../row.js'
import { imported, startService } from '../service.js'

/** The measurement includes this time after the import, because the service then starts to watch the files. */
const AFTERWARDS_MS = 4000

/** Measures hooks at a high rate during the import of a large history. */
export const hooksDuringImport: Measurement = {
  name: 'hooks-during-import',
  rows: async ({ quick, folder, histories }) => {
    const { claudeHome, manifest } = histories.get(quick ? 'medium' : 'million')
    const service = await startService({ dataDir: folder(), claudeHome, codexHome: folder() })
    const plan: LoadPlan = {
      url: service.url,
      connections: 8,
      sessions: quick ? 300 : 1500,
      seed: 1,
      warmUp: 80,
      perSecond: 200,
    }
    const toItsEnd = async (): Promise<void> => {
      await imported(service)
      await setTimeout(AFTERWARDS_MS)
    }
    try {
      const { hooks, p99, max } = await runScriptBeside<LoadResult>(toItsEnd, 'load.ts', JSON.stringify(plan))
      const lines = manifest.lines.toLocaleString('en')
      const what = `hook p99 while ${lines} lines are imported (${hooks} hooks, longest ${max.toFixed(0)} ms)`
      return [limitRow(what, p99, 25, 'ms')]
    } finally {
      await service.stop()
    }
  },
}
