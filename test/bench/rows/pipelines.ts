import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import type { StagePlan } from '../fill-stages.js'
import { runScript } from '../program.js'
import { quantile } from '../quantile.js'
import { limitRow, type Measurement } from '../row.js'
import { getJson, startService } from '../service.js'

type Statistics = RouteAnswer<'GET /api/lanes/pipeline-stats'>

const NODES = ['plan', 'build', 'test', 'review', 'fix', 'document', 'release', 'watch']
const LANES = 200

/** Measures the statistics of a pipeline that many lanes went through often. */
export const pipelineRows: Measurement = {
  name: 'pipelines',
  rows: async ({ quick, folder }) => {
    const events = quick ? 50_000 : 1_000_000
    const places = { dataDir: folder(), claudeHome: folder(), codexHome: folder() }
    const plan: StagePlan = { dataDir: places.dataDir, lanes: LANES, events, pipeline: 'shop', nodes: NODES }
    await runScript('fill-stages.ts', JSON.stringify(plan))
    const templates = folder()
    const nodes = NODES.map((id) => ({ id, label: id }))
    writeFileSync(join(templates, 'shop.json'), JSON.stringify({ name: 'Shop', nodes }))
    const service = await startService(places, { DASHBOARD_PIPELINES_DIR: templates })
    try {
      const timesOf = async (path: string): Promise<number[]> => {
        const times: number[] = []
        for (let n = 0; n < (quick ? 50 : 500); n++) {
          const startedAt = performance.now()
          await getJson(service, path)
          times.push(performance.now() - startedAt)
        }
        return times
      }
      const { pipelines } = await getJson<Statistics>(service, '/api/lanes/pipeline-stats')
      const runs = pipelines.find(({ id }) => id === 'shop')?.runs ?? 0
      if (runs < events / 100) throw new Error(`the statistics have ${runs} runs of ${events} events`)
      const all = await timesOf('/api/lanes/pipeline-stats')
      const one = await timesOf('/api/lanes/pipeline-stats?lane=7')
      const size = `${events.toLocaleString('en')} events of ${LANES} lanes`
      return [
        limitRow(`GET /api/lanes/pipeline-stats p95, ${size}`, quantile(all, 0.95), 15, 'ms'),
        limitRow('  of one lane p95', quantile(one, 0.95), 15, 'ms'),
      ]
    } finally {
      await service.stop()
    }
  },
}
