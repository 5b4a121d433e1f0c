import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Agents, agentsOf } from '../../support/browser/agents.js'
import type { RunningServer } from '../program.js'
import { type ServicePlaces, startService } from '../service.js'

/** The resources of a scene: folders, a browser and whether the run is quick. */
export interface Backstage {
  readonly quick: boolean
  readonly folder: () => string
  readonly browser: Browser
  /** Requests of any page to hosts other than its service. */
  readonly foreign: string[]
}

/** A service with its own folders, agents that send it hooks, and browser windows. */
export interface Theatre {
  readonly places: ServicePlaces
  readonly service: RunningServer
  readonly agents: Agents
  readonly open: (path?: string, options?: BrowserContextOptions & { readonly at?: string }) => Promise<Page>
}

interface Setting {
  readonly env?: Readonly<Record<string, string>>
  /** Runs before the service starts. */
  readonly before?: (places: ServicePlaces) => unknown
}

export const newPlaces = ({ folder }: Pick<Backstage, 'folder'>): ServicePlaces => ({
  dataDir: folder(),
  claudeHome: folder(),
  codexHome: folder(),
})

/** Runs `play` with its own service. */
export const withTheatre = async <A>(
  backstage: Backstage,
  { env = {}, before }: Setting,
  play: (theatre: Theatre) => Promise<A>,
): Promise<A> => {
  const places = newPlaces(backstage)
  await before?.(places)
  const service = await startService(places, { SVC_LIVENESS: '0', ...env })
  const pages: Page[] = []
  try {
    return await play({
      places,
      service,
      agents: agentsOf(() => service.url),
      open: async (path = '/', { at = service.url, ...options } = {}) => {
        const page = await openPage(backstage, options)
        pages.push(page)
        await page.goto(at + path)
        return page
      },
    })
  } finally {
    for (const page of pages) await page.context().close()
    await service.stop()
  }
}

/** Opens a window that records every request to a foreign host. */
export const openPage = async ({ browser, foreign }: Backstage, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') foreign.push(request.url())
  })
  return page
}

// Runs first in every page. Records long tasks and the first paint of each selector.
const WATCH = `(() => {
  const long = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) long.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  const firsts = new Map()
  const shown = (selector) => new Promise((done) => firsts.set(selector, done))
  const look = () => {
    for (const [selector, done] of firsts) {
      if (document.querySelector(selector) === null) continue
      firsts.delete(selector)
      requestAnimationFrame(() => setTimeout(() => done(performance.now())))
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  globalThis.bench = { long, shown: (selector) => { const first = shown(selector); look(); return first } }
})()`

export interface Watch {
  readonly long: readonly { readonly startTime: number; readonly duration: number }[]
}

/** Returns the milliseconds from the navigation until an element that matches was painted. */
export const shownAfter = async (page: Page, url: string, selector: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate<number>(`bench.shown(${JSON.stringify(selector)})`)
}

/**
 * Returns the milliseconds from a key press or a click until a condition of the page is true and painted. It must be
 * false before. NaN after ten seconds.
 */
export const answeredAfter = async (page: Page, act: () => Promise<void>, condition: string): Promise<number> => {
  // Start to watch before the input.
  await page.evaluate(`void (bench.answered = new Promise((done) => {
    let begun
    const begin = () => { begun ??= performance.now() }
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, begin, { capture: true })
    const end = performance.now() + 10000
    const look = () => {
      const now = performance.now()
      if (begun !== undefined && (${condition})) done(now - begun)
      else if (now > end) done(NaN)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }))`)
  await act()
  return page.evaluate<number>('bench.answered')
}

/** Waits until an expression in the page has a value and returns it. */
export const until = <A>(page: Page, expression: string): Promise<A> =>
  page.evaluate<A>(`new Promise((done) => {
    const look = () => {
      const value = ${expression}
      if (value) done(value)
      else requestAnimationFrame(look)
    }
    look()
  })`)
