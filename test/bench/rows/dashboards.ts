import type { LoadPlan, LoadResult } from '../load.js'
import { runScript, type RunningServer } from '../program.js'
import { limitRow, type Measurement } from '../row.js'
import { caughtUp, startService } from '../service.js'

const AGGREGATES = [
  '/api/stats',
  '/api/sessions?limit=50',
  '/api/events?limit=50',
  '/api/analytics',
  '/api/pricing/cost',
]
const DASHBOARDS = 3
const POLL_MS = 1000

/** Polls all aggregates, like a dashboard without a WebSocket. */
const poll = async ({ url }: RunningServer, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const startedAt = performance.now()
    for (const path of AGGREGATES) await (await fetch(new URL(path, url))).arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, POLL_MS - (performance.now() - startedAt))))
  }
}

/** Measures hooks at a typical rate while three dashboards poll. */
export const dashboardsRow: Measurement = {
  name: 'dashboards',
  rows: async ({ quick, fills }) => {
    const events = quick ? 100_000 : 1_000_000
    const places = await fills.get(events)
    const service = await startService(places)
    try {
      await caughtUp(service, places)
      let over = false
      const polling = Array.from({ length: DASHBOARDS }, () => poll(service, () => over))
      const plan: LoadPlan = {
        url: service.url,
        connections: 3,
        hooks: quick ? 300 : 1800,
        sessions: 60,
        seed: 7,
        warmUp: 30,
        perSecond: 30,
      }
      const { p99 } = await runScript<LoadResult>('load.ts', JSON.stringify(plan))
      over = true
      await Promise.all(polling)
      const what = `hook p99, 30/s, ${DASHBOARDS} dashboards poll ${AGGREGATES.length} aggregates, ${events.toLocaleString('en')} events`
      return [limitRow(what, p99, 20, 'ms')]
    } finally {
      await service.stop()
    }
  },
}
