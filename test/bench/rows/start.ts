import { setTimeout } from 'node:timers/promises'
import type { LoadPlan } from '../load.js'
import { memory, runScript } from '../program.js'
import { median } from '../quantile.js'
import { limitRow, type Measurement } from '../row.js'
import { infoOf, isHealthy, type ServicePlaces, startService } from '../service.js'

/** Milliseconds without a request, after which the threads that nobody needs have stopped. */
const IDLE_MS = 100_000

/** Returns the memory of a service that nobody uses, in MB. */
const idleMemory = async (places: ServicePlaces, quick: boolean): Promise<number> => {
  const service = await startService(places)
  try {
    await setTimeout(quick ? 1000 : IDLE_MS)
    return memory(service.pid)
  } finally {
    await service.stop()
  }
}

/** Measures from the process start to the first healthy response, with a large database, and the memory of idle services. */
export const startRow: Measurement = {
  name: 'start',
  rows: async ({ quick, folder }) => {
    const empty = await idleMemory({ dataDir: folder(), claudeHome: folder(), codexHome: folder() }, quick)
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
    const database = `database of ${(size / 1e9).toFixed(2)} GB`
    return [
      limitRow(`start to healthy, ${database}`, median(times), 0.5, 's', 2),
      limitRow('memory idle, empty', empty, 100, 'MB', 0),
      limitRow(`memory idle, ${database}`, await idleMemory(places, quick), 180, 'MB', 0),
    ]
  },
}
