import type { RunningServer } from '../program.js'
import { limitRow, type Measurement } from '../row.js'
import { caughtUp, startService } from '../service.js'

const SEARCHES = ['zqxjkvbpyg', 'project-11/', 'permission', 'e', 'src']
const ROUNDS = 4

/** Returns the longest response time of a cheap request while `work` runs. */
const longestWait = async ({ url }: RunningServer, work: () => Promise<void>): Promise<number> => {
  let over = false
  const working = work().finally(() => {
    over = true
  })
  let longest = 0
  while (!over) {
    const startedAt = performance.now()
    await (await fetch(new URL('/api/health', url))).arrayBuffer()
    longest = Math.max(longest, performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await working
  return longest
}

/** Measures whether a search blocks other requests. */
export const searchingRow: Measurement = {
  name: 'searching',
  rows: async ({ quick, fills }) => {
    const events = quick ? 100_000 : 1_000_000
    const places = await fills.get(events)
    const service = await startService(places)
    try {
      await caughtUp(service, places)
      const longest = await longestWait(service, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          for (const q of SEARCHES) {
            // A different `from` in each round, because the service caches searches.
            const asked = `/api/events?q=${encodeURIComponent(q)}&from=2026-01-0${round + 1}`
            await (await fetch(new URL(asked, service.url))).arrayBuffer()
          }
        }
      })
      return [
        limitRow(`longest answer of others during searches, ${events.toLocaleString('en')} events`, longest, 20, 'ms'),
      ]
    } finally {
      await service.stop()
    }
  },
}
