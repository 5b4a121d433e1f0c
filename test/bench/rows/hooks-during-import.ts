import type { LoadPlan, LoadResult } from '../load.js'
import { runScript } from '../program.js'
import { limitRow, type Measurement } from '../row.js'
import { isImporting, startService } from '../service.js'

/** Hooks at a lively pace while a large history is imported, round by round for as long as the import takes. */
export const hooksDuringImport: Measurement = {
  name: 'hooks-during-import',
  rows: async ({ quick, folder, histories }) => {
    const { claudeHome, manifest } = histories.get(quick ? 'medium' : 'million')
    const service = await startService({ dataDir: folder(), claudeHome, codexHome: folder() })
    const rounds: LoadResult[] = []
    try {
      for (let seed = 1; await isImporting(service); seed++) {
        const hooks = quick ? 200 : 800
        const plan: LoadPlan = {
          url: service.url,
          connections: 8,
          hooks,
          sessions: 60,
          seed,
          warmUp: 0,
          perSecond: 200,
        }
        const result = await runScript<LoadResult>('load.ts', JSON.stringify(plan))
        // A round that outlived the import says little about it.
        if (seed === 1 || (await isImporting(service))) rounds.push(result)
      }
    } finally {
      await service.stop()
    }
    const worst = Math.max(...rounds.map((round) => round.p99))
    const lines = manifest.lines.toLocaleString('en')
    return [limitRow(`hook p99 while ${lines} lines are imported (worst of ${rounds.length} rounds)`, worst, 25, 'ms')]
  },
}
