/**
 * Saves screenshots of every page of a running service and of every layer over it, in both themes, at the width of a laptop and of a
 * phone. What has no rows to open it from is listed and left out.
 *
 *   npm run gallery -- --url http://127.0.0.1:4820 --out <folder> [--only <text of a path or layer>]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { pagesOf } from '../../support/browser/addresses.js'
import { launchQuietly } from '../../support/browser/chromium.js'
import { type Layer, layersOf, type Subjects } from '../../support/browser/layers.js'

const SIZES = { laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const
const THEMES = ['light', 'dark'] as const
/** A page that shows nothing new for this long is complete. */
const STILL_MS = 400
const PATIENCE_MS = 3000

const {
  url = '',
  out = '',
  only = '',
} = parseArgs({
  options: { url: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
}).values
if (url === '' || out === '') {
  console.error('Usage: npm run gallery -- --url http://127.0.0.1:4820 --out <folder> [--only <text>]')
  process.exit(2)
}

const read = async <A>(path: string): Promise<A> => (await (await fetch(new URL(path, url))).json()) as A

/** Chooses the session with the most cost and a lane, if there are any. */
const subjectsOf = async (): Promise<Subjects & { readonly project: string | undefined }> => {
  const { sessions } = await read<{ sessions: { id: string; project: string | null }[] }>(
    '/api/sessions?limit=1&sort_by=price&sort_desc=true',
  )
  const { lanes } = await read<{ lanes: { id: number }[] }>('/api/lanes')
  const [session] = sessions
  return { session: session?.id, lane: lanes[0]?.id.toString(), project: session?.project?.split('/').at(-1) }
}

const nameOf = (text: string): string => text.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'now'

/** Waits until the page has not changed for a while. */
const settled = (page: Page): Promise<void> =>
  page.evaluate<void>(`new Promise((done) => {
    let timer = setTimeout(done, ${STILL_MS})
    new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, ${STILL_MS}) })
      .observe(document, { childList: true, subtree: true })
    setTimeout(done, ${PATIENCE_MS})
  })`)

const photograph = async (page: Page, name: string): Promise<void> => {
  await settled(page)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(out, `${name}.${colorScheme}.png`) })
  }
}

const photographLayer = async (page: Page, name: string, { open, shown, inside = {} }: Layer): Promise<void> => {
  try {
    await open()
    await shown.first().waitFor()
  } catch {
    console.log(`absent: ${name}`)
    return
  }
  await photograph(page, name)
  for (const [over, layer] of Object.entries(inside)) await photographLayer(page, `${name}-${nameOf(over)}`, layer)
  await page.keyboard.press('Escape')
  await shown.first().waitFor({ state: 'hidden' })
}

const windowOf = async (browser: Browser, size: keyof typeof SIZES): Promise<Page> => {
  const context = await browser.newContext({ viewport: SIZES[size], hasTouch: size === 'phone' })
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

const browser = await launchQuietly()
try {
  mkdirSync(out, { recursive: true })
  const subjects = await subjectsOf()
  for (const size of ['laptop', 'phone'] as const) {
    const page = await windowOf(browser, size)
    for (const path of pagesOf(subjects)) {
      const name = `${size}-${nameOf(path)}`
      if (!name.includes(only)) continue
      await page.goto(new URL(path, url).href)
      await photograph(page, name)
    }
    for (const [path, layers] of layersOf(subjects)) {
      for (const [layer, opened] of Object.entries(layers(page))) {
        const name = `${size}-${nameOf(path)}-${nameOf(layer)}`
        if (!name.includes(only)) continue
        await page.goto(new URL(path, url).href)
        await settled(page)
        await photographLayer(page, name, opened)
      }
    }
  }
} finally {
  await browser.close()
}
