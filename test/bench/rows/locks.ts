import type { LockPlan, LockResult } from '../lock-load.js'
import { runScript } from '../program.js'
import { median } from '../quantile.js'
import type { Measurement, Row } from '../row.js'
import { startService } from '../service.js'

const CLIENTS = 64
/** Requests a second. */
const FLOOR = 3000

/** Measures how fast 64 clients acquire and release named locks. The script fails if a lock has two holders. */
export const lockRows: Measurement = {
  name: 'locks',
  rows: async ({ quick, folder }) => {
    const service = await startService({ dataDir: folder(), claudeHome: folder(), codexHome: folder() })
    const load = (plan: Omit<LockPlan, 'url' | 'connections'>): Promise<LockResult> =>
      runScript('lock-load.ts', JSON.stringify({ ...plan, url: service.url, connections: CLIENTS }))
    const rowOf = async (locks: number, what: string): Promise<Row> => {
      await load({ locks, seconds: 1 })
      const rates: number[] = []
      let acquired = 0
      for (let round = 0; round < (quick ? 1 : 3); round++) {
        const result = await load({ locks, seconds: quick ? 2 : 10 })
        rates.push(result.perSecond)
        acquired += result.acquired
      }
      const rate = median(rates)
      const measured = `${rate.toFixed(0)}/s, ${acquired.toLocaleString('en')} acquired`
      return { what, floor: `>= ${FLOOR}/s`, measured, ratio: null, holds: rate >= FLOOR }
    }
    try {
      return [
        await rowOf(1, `acquire and release, ${CLIENTS} clients, one lock`),
        await rowOf(CLIENTS, '  as many locks as clients'),
      ]
    } finally {
      await service.stop()
    }
  },
}
