import type { Browser, BrowserContext, Page } from 'playwright-core'

/** The size that a window has unless a test asks for another. */
export const WINDOW = { width: 1280, height: 800 }

const PAGE_EVENTS = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const
const CONTEXT_EVENTS = ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response'] as const

interface Kept {
  readonly context: BrowserContext
  readonly page: Page
  isTaken: boolean
}

const kept = new WeakMap<Browser, Kept>()

/**
 * Returns a window that earlier tests may have used, in the state of a new one; undefined while a test has it. The program of the
 * pages is loaded and compiled in it already, which is two thirds of what a new window costs.
 */
export const takeWindow = async (browser: Browser): Promise<Page | undefined> => {
  let window = kept.get(browser)
  if (window?.isTaken === true) return undefined
  if (window === undefined || window.page.isClosed()) {
    const context = await browser.newContext({ viewport: WINDOW })
    const page = await context.newPage()
    // Nothing takes these back: the next test would run with them.
    const refuse = (): never => {
      throw new Error('this lasts as long as the window: open one with openApart')
    }
    page.addInitScript = refuse
    page.routeWebSocket = refuse
    context.addInitScript = refuse
    context.newCDPSession = refuse
    window = { context, page, isTaken: false }
    kept.set(browser, window)
  }
  window.isTaken = true
  return window.page
}

/** Makes the window as new as it was, for the next test. If that fails, the next test gets another. */
export const giveBack = async (browser: Browser): Promise<void> => {
  const window = kept.get(browser)
  if (window?.isTaken !== true) return
  try {
    await cleared(window)
    window.isTaken = false
  } catch {
    kept.delete(browser)
    await window.context.close().catch(() => undefined)
  }
}

const cleared = async ({ context, page }: Kept): Promise<void> => {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const name of PAGE_EVENTS) page.removeAllListeners(name)
  for (const name of CONTEXT_EVENTS) context.removeAllListeners(name)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearPermissions()
  await context.setOffline(false)
  // A page that is left may still store something, so what is stored goes once no page of the service is open.
  const { origin } = new URL(page.url())
  if (origin !== 'null') {
    await page.goto(`${origin}/favicon.svg`)
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  }
  await context.clearCookies()
  await page.mouse.move(-10, -10)
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
  await page.setViewportSize(WINDOW)
}
