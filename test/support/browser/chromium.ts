import { type Browser, chromium } from 'playwright-core'

export const CHROMIUM = '/usr/bin/chromium'
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

/** Launches a browser. Headless Chromium hides its scrollbars by default; `hasScrollbars` keeps them, with their width. */
export const launchQuietly = ({ hasScrollbars = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [...QUIETLY, `--disable-features=${[...PLAYWRIGHT, ...UNSEEN].join(',')}`],
    ...(hasScrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
  })

let launched: Promise<Browser> | undefined

/**
 * Returns the browser of this worker, launched on first use and again after a crash. All test files share it, because a
 * launch takes more than a second of CPU time; contexts isolate the tests. The browser ends with the worker.
 */
export const sharedBrowser = async (): Promise<Browser> => {
  const running = await launched?.catch(() => undefined)
  if (running?.isConnected() !== true) launched = launchQuietly()
  return launched as Promise<Browser>
}
