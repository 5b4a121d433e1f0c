import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

export const CHROMIUM = '/usr/bin/chromium'
// The same engine without the windows of a browser: a test takes a quarter less processor time.
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
// A page of a test lives for seconds: optimizing its code costs more than it saves.
const UNOPTIMIZED = '--js-flags=--no-turbofan --no-maglev'
// Disable updates, first-run pages and other background activity.
export const QUIETLY: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

// Chromium preloads two pages for the address bar, which is invisible here: one renderer for each window and a third of
// the cost to open a window.
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
// Only the last `--disable-features` counts, so repeat the features that Playwright disables on Linux.
const PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

interface Launch {
  /** Headless Chromium hides its scrollbars by default; this keeps them, with their width. */
  readonly hasScrollbars?: boolean
  readonly program?: string
  readonly flags?: readonly string[]
}

/** Launches a browser. */
export const launchQuietly = ({
  hasScrollbars = false,
  program = CHROMIUM,
  flags = [],
}: Launch = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
    args: [...QUIETLY, ...flags, `--disable-features=${[...PLAYWRIGHT, ...UNSEEN].join(',')}`],
    ...(hasScrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
  })

const launched = new Map<string, Promise<Browser>>()

/**
 * Returns the browser of this worker, launched on first use and again after a crash. All test files share it, because a
 * launch takes more than a second of CPU time; contexts isolate the tests. The browser ends with the worker.
 * @param isWhole whether the test needs what only the whole browser has, such as notifications
 */
export const sharedBrowser = async (isWhole: boolean): Promise<Browser> => {
  const program = !isWhole && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM
  const running = await launched.get(program)?.catch(() => undefined)
  if (running?.isConnected() === true) return running
  const browser = launchQuietly({ program, flags: [UNOPTIMIZED] })
  launched.set(program, browser)
  return browser
}
