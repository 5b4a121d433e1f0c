import type { LoadPlan, LoadResult } from '../load.js'
import { runScript } from '../program.js'
import { median } from '../quantile.js'
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
          warmUp: 80,
          perSecond: 200,
        }
        // The round that outlives the import counts too: what begins at its end is a part of it.
        rounds.push(await runScript<LoadResult>('load.ts', JSON.stringify(plan)))
      }
    } finally {
      await service.stop()
    }
    const p99s = rounds.map((round) => round.p99)
    const lines = manifest.lines.toLocaleString('en')
    return [
      limitRow(
        `hook p99 while ${lines} lines are imported (worst of ${rounds.length} rounds, median ${median(p99s).toFixed(0)} ms)`,
        Math.max(...p99s),
        25,
        'ms',
      ),
    ]
  },
}
