import type { LoadPlan } from '../load.js'
import { runScript } from '../program.js'
import { median } from '../quantile.js'
import { limitRow, type Measurement } from '../row.js'
import { infoOf, isHealthy, startService } from '../service.js'

/** Measures from the process start to the first healthy response, with a large database. */
export const startRow: Measurement = {
  name: 'start',
  rows: async ({ quick, folder }) => {
    const places = { dataDir: folder(), claudeHome: folder(), codexHome: folder() }
    const wanted = quick ? 2e7 : 1e9
    let size = 0
    const filled = await startService(places)
    try {
      for (let seed = 1; size < wanted; seed++) {
        const plan: LoadPlan = { url: filled.url, connections: 64, hooks: 200_000, sessions: 1500, seed, warmUp: 0 }
        await runScript('load.ts', JSON.stringify(quick ? { ...plan, hooks: 10_000 } : plan))
        size = (await infoOf(filled)).db.size
      }
    } finally {
      await filled.stop()
    }
    const times: number[] = []
    for (let round = 0; round < (quick ? 2 : 7); round++) {
      const startedAt = performance.now()
      const service = await startService(places)
      if (await isHealthy(service)) times.push((performance.now() - startedAt) / 1000)
      await service.stop()
    }
    return [limitRow(`start to healthy, database of ${(size / 1e9).toFixed(2)} GB`, median(times), 0.5, 's', 2)]
  },
}
