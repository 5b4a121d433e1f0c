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

export const launchQuietly = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: [...QUIETLY] })
