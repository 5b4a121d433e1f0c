import { existsSync } from 'node:fs'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { newPlaces, type Places, type ServiceProcess, startProcess } from '../process/service-process.js'
import { type Agents, agentsOf } from './agents.js'
import { CHROMIUM, sharedBrowser } from './chromium.js'
import { giveBack, takeWindow, WINDOW } from './kept-window.js'

/** Timeout for any element to appear on a busy machine. */
const PATIENCE_MS = 40_000

/** `describe` if Chromium is installed; otherwise skips the tests and logs one line. */
export const inChromium = (name: string, tests: () => void): void => {
  if (existsSync(CHROMIUM)) {
    describe(name, tests)
    return
  }
  process.stdout.write(`skipped, ${CHROMIUM} is not installed: ${name}\n`)
  describe.skip(name, tests)
}

/** The built service with its own folders, agents that send it hooks, and a browser. */
export interface Stage {
  readonly places: Places
  readonly agents: Agents
  readonly url: () => string
  readonly service: () => ServiceProcess
  /** Restarts the service on the same port and data directory. */
  readonly restart: () => Promise<void>
  /** Opens a window in the state of a new one, until the end of the test. */
  readonly open: (path?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens a window of its own, for a test that changes what lasts: scripts of its own, the network, permissions. */
  readonly openApart: (path?: string, options?: BrowserContextOptions) => Promise<Page>
}

interface Setting {
  /** Whether the test needs what only the whole browser has, such as notifications. */
  readonly isWhole?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Options of the `start` command. */
  readonly options?: readonly string[]
  /** Runs before the service starts. */
  readonly before?: (places: Places) => void
}

/** Sets up a stage for the tests of the surrounding block. */
export const useStage = ({ env = {}, options, before, isWhole = false }: Setting = {}): Stage => {
  const places = newPlaces()
  const settings = { ...places.env, SVC_LIVENESS: '0', ...env }
  let service: ServiceProcess | undefined
  const running = (): ServiceProcess => {
    if (service === undefined) throw new Error('the service is not running')
    return service
  }
  beforeAll(async () => {
    before?.(places)
    const launch = sharedBrowser(isWhole)
    service = await startProcess(settings, options)
    await launch
  })
  // A page that stays open keeps rendering live updates and slows down the other tests.
  const opened: BrowserContext[] = []
  afterEach(async () => {
    await Promise.all([giveBack(await sharedBrowser(isWhole)), ...opened.splice(0).map((context) => context.close())])
  })
  const openApart: Stage['openApart'] = async (path = '/', options = {}) => {
    const browser = await sharedBrowser(isWhole)
    const context = await browser.newContext({ viewport: WINDOW, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    opened.push(context)
    const page = await context.newPage()
    await page.goto(running().url + path)
    return page
  }
  afterAll(async () => {
    await service?.stop()
    places.remove()
  })
  return {
    places,
    agents: agentsOf(() => running().url),
    url: () => running().url,
    service: running,
    restart: async () => {
      service = await startProcess({ ...settings, DASHBOARD_PORT: new URL(running().url).port })
    },
    open: async (path = '/', options = {}) => {
      const { viewport, ...others } = options
      // Only the size can be changed later.
      const page = Object.keys(others).length > 0 ? undefined : await takeWindow(await sharedBrowser(isWhole))
      if (page === undefined) return openApart(path, options)
      page.setDefaultTimeout(PATIENCE_MS)
      if (viewport != null) await page.setViewportSize(viewport)
      await page.goto(running().url + path)
      return page
    },
    openApart,
  }
}
