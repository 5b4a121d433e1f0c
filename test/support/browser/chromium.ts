import { type Browser, chromium } from 'playwright-core'

export const CHROMIUM = '/usr/bin/chromium'
// A browser that keeps to itself: no updates, no first-run pages, nothing but what the test opens.
export const QUIETLY: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

// Two pages of the browser's own lie ready under every address bar that nobody sees: a renderer for each window, and a
// third of what it takes to open one.
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
// Only the last `--disable-features` counts, so what Playwright turns off on Linux is named again.
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

export const launchQuietly = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [...QUIETLY, `--disable-features=${[...PLAYWRIGHT, ...UNSEEN].join(',')}`],
  })

let launched: Promise<Browser> | undefined

/**
 * Returns the browser of this worker, launched at the first use and again after a crash. All test files share it: a launch
 * takes more than a second of CPU time. What a test sees is separated by contexts. It ends with the worker.
 */
export const sharedBrowser = async (): Promise<Browser> => {
  const running = await launched?.catch(() => undefined)
  if (running?.isConnected() !== true) launched = launchQuietly()
  return launched as Promise<Browser>
}
