import type { LoadPlan, LoadResult } from '../load.js'
import { runScript, type RunningServer, startSpike } from '../program.js'
import { median } from '../quantile.js'
import { type Bench, limitRow, type Measurement, ratioRow, type Row } from '../row.js'
import { openViewer, startService } from '../service.js'

const load = (server: RunningServer, connections: number, hooks: number, seed: number): Promise<LoadResult> => {
  const plan: LoadPlan = { url: server.url, connections, hooks, sessions: 400, seed, warmUp: 1000 }
  return runScript('load.ts', JSON.stringify(plan))
}

const rate = (results: readonly LoadResult[]): number => median(results.map((result) => result.perSecond))

interface Floor {
  readonly connections: number
  readonly share: number
  /** Milliseconds. */
  readonly p99: number | null
}

const floors: readonly Floor[] = [
  { connections: 1, share: 0.65, p99: null },
  { connections: 8, share: 0.6, p99: 6 },
  { connections: 64, share: 0.6, p99: 20 },
]

const rowsOf = async ({ quick, folder }: Bench, { connections, share, p99 }: Floor): Promise<readonly Row[]> => {
  const hooks = (connections === 1 ? 6000 : 24_000) / (quick ? 4 : 1)
  const spike = await startSpike(folder())
  const service = await startService({ dataDir: folder(), claudeHome: folder(), codexHome: folder() })
  const viewer = await openViewer(service)
  const ofSpike: LoadResult[] = []
  const ofService: LoadResult[] = []
  try {
    // Alternate both servers, so that other load on the machine affects both. Each round has its own sessions.
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      ofSpike.push(await load(spike, connections, hooks, round + 1))
      ofService.push(await load(service, connections, hooks, round + 1))
    }
  } finally {
    viewer.close()
    await spike.stop()
    await service.stop()
  }
  const clients = connections === 1 ? '1 client' : `${connections} clients`
  const measured = `${rate(ofService).toFixed(0)}/s of ${rate(ofSpike).toFixed(0)}/s`
  const speed = ratioRow(`durable hooks, ${clients}`, measured, rate(ofService) / rate(ofSpike), { min: share })
  if (p99 === null) return [speed]
  return [speed, limitRow(`  p99, ${clients}`, median(ofService.map((result) => result.p99)), p99, 'ms')]
}

/** Compares durable hooks over HTTP with the bare server, with an open dashboard. */
export const hookRows: Measurement = {
  name: 'hooks',
  rows: async (bench) => {
    const rows: Row[] = []
    for (const floor of floors) rows.push(...(await rowsOf(bench, floor)))
    return rows
  },
}
