import type { CDPSession, Page } from 'playwright-core'
import { setTimeout } from 'node:timers/promises'
import type { Filled, FillPlan } from '../../fill.js'
import type { LoadPlan, LoadResult } from '../../load.js'
import { runScript } from '../../program.js'
import { median, quantile } from '../../quantile.js'
import { statsOf } from '../../service.js'
import { atMost, type Figure } from '../figure.js'
import { openAlone } from '../lone-tab.js'
import type { Scene } from '../scene.js'
import { answeredAfter, type Theatre, withTheatre } from '../theatre.js'

const GOAL = 8
const QUIET_MS = 500

/** Returns the milliseconds until the rows are shown and no long task follows. */
const interactive = async (page: Page, url: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate<number>(`(async () => {
    const shown = await bench.shown('[data-row]')
    await new Promise((done) => setTimeout(done, ${QUIET_MS}))
    const ends = bench.long.filter(({ startTime }) => startTime < shown + ${QUIET_MS}).map((one) => one.startTime + one.duration)
    return Math.max(shown, ...ends)
  })()`)
}

const routeChanges = async (page: Page, rounds: number): Promise<readonly number[]> => {
  const stops = [
    ['Sessions', 'a[data-session]'],
    ['Activity', '[data-call]'],
    ['Now', '[data-row][data-session]'],
  ] as const
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, shows] of stops) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}`) })
      times.push(await answeredAfter(page, () => link.click(), `document.querySelector('${shows}') !== null`))
    }
  }
  return times
}

const metricOf = async (cdp: CDPSession, wanted: string): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}

const heapOf = async (cdp: CDPSession): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await metricOf(cdp, 'JSHeapUsedSize')) / 1e6
}

/** Seconds of hooks before and after the measured ones. */
const LEAD_S = 2

/** Returns the share of one core that a tab uses while twenty agents send five events a second each. */
const busy = async ({ service }: Theatre, folder: string, seconds: number): Promise<number> => {
  const tab = await openAlone(`${service.url}/`, folder)
  try {
    while ((await statsOf(service)).ws_connections === 0) await setTimeout(50)
    await setTimeout(QUIET_MS)
    const plan: LoadPlan = {
      url: service.url,
      connections: 4,
      hooks: (seconds + 2 * LEAD_S) * 100,
      sessions: 20,
      seed: 77,
      warmUp: 0,
      perSecond: 100,
    }
    const { total_events: events } = await statsOf(service)
    const load = runScript<LoadResult>('load.ts', JSON.stringify(plan))
    while ((await statsOf(service)).total_events < events + LEAD_S * 100) await setTimeout(50)
    const [before, startedAt] = [await tab.processorSeconds(), performance.now()]
    await setTimeout(seconds * 1000)
    const taken = (await tab.processorSeconds()) - before
    const share = (taken / ((performance.now() - startedAt) / 1000)) * 100
    await load
    return share
  } finally {
    await tab.close()
  }
}

/** Measures many sessions on one page with a large history over a long time. */
export const crowd: Scene = {
  name: 'crowd',
  figures: (backstage): Promise<readonly Figure[]> => {
    const { quick } = backstage
    const [events, sessions, replayed] = quick ? [20_000, 200, 2000] : [500_000, 1000, 180_000]
    const before = async ({ dataDir }: { readonly dataDir: string }): Promise<void> => {
      const plan: FillPlan = { dataDir, events, seed: 1 }
      await runScript<Filled>('fill.ts', JSON.stringify(plan))
    }
    return withTheatre(backstage, { before }, async (theatre) => {
      const { agents, open, service } = theatre
      for (let index = 0; index < sessions; index += 1) {
        if (index % 20 === 0) await agents.asking(`Question ${index}`, `make target-${index}`)
        else await agents.working(`Task ${index}`)
      }
      const page = await open('/favicon.svg')
      const times: number[] = []
      for (let round = 0; round < (quick ? 3 : 7); round += 1) times.push(await interactive(page, `${service.url}/`))
      await page.goto(`${service.url}/`)
      await page.locator('[data-row]').first().waitFor()
      await routeChanges(page, 1)
      const changes = await routeChanges(page, quick ? 3 : 10)

      // No other page renders during the measurement.
      await page.goto(`${service.url}/favicon.svg`)
      const load = await busy(theatre, backstage.folder(), quick ? 5 : 8)
      await page.goto(`${service.url}/`)
      await page.locator('[data-row]').first().waitFor()
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Performance.enable')
      const plan: LoadPlan = {
        url: service.url,
        connections: 8,
        hooks: replayed,
        sessions: Math.ceil(replayed / 28),
        seed: 9,
        warmUp: 0,
        perSecond: 1000,
      }
      await runScript<LoadResult>('load.ts', JSON.stringify(plan))
      await setTimeout(2000)
      const heap = await heapOf(cdp)
      const size = `${sessions.toLocaleString('en')} sessions, ${events.toLocaleString('en')} events`
      return [
        atMost(GOAL, `Now interactive, ${size}, median of ${times.length}`, median(times), 1000, 'ms'),
        atMost(GOAL, `route change, p95 of ${changes.length}`, quantile(changes, 0.95), 200, 'ms'),
        atMost(GOAL, 'processor time of the tab at 20 agents x 5/s, % of a core', load, 15, '%', 1),
        atMost(GOAL, `heap of the tab after ${replayed.toLocaleString('en')} further events`, heap, 80, 'MB', 1),
      ]
    })
  },
}
