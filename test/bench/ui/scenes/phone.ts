import { scrollsSideways } from '../../../support/browser/faults.js'
import { exactly, type Figure, none } from '../figure.js'
import { populated } from '../populated.js'
import type { Scene } from '../scene.js'

const GOAL = 7
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/**
 * Controls that are too small to tap. Each must have a large enough box or a large enough hit area around its centre.
 * Links in running text are exempt, because they are as high as their line.
 */
const SMALL = `[...document.querySelectorAll('button, a, select, input, summary, [role=tab]')].flatMap((one) => {
  const isHit = () => {
    one.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = one.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return [[0, -21], [0, 21], [-21, 0], [21, 0]].every(([dx, dy]) => one.contains(document.elementFromPoint(x + dx, y + dy)))
  }
  if (one.closest('[data-prose], p') !== null) return []
  const target = one.matches('input') ? one.closest('label') ?? one : one
  const { width, height, bottom } = target.getBoundingClientRect()
  const isSeen = width > 1 && height > 1 && bottom > 0 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  return isSeen && Math.min(width, height) < 43.5 && !isHit() ? [\`\${one.className || one.textContent} \${Math.round(width)}x\${Math.round(height)}\`] : []
})`

/** Measures the pages on a phone. */
export const phone: Scene = {
  name: 'phone',
  figures: (backstage): Promise<readonly Figure[]> =>
    populated(backstage, async ({ open }, routes) => {
      const [sideways, small]: [string[], string[]] = [[], []]
      const page = await open('/', PHONE)
      for (const { path, shows } of routes) {
        await page.goto(new URL(path, page.url()).href)
        await page.locator(shows).first().waitFor()
        if (await scrollsSideways(page)) sideways.push(path)
        small.push(...(await page.evaluate<readonly string[]>(SMALL)).map((target) => `${path} ${target}`))
      }
      await page.goto(new URL('/', page.url()).href)
      const row = page.locator('[data-row="need"]').first()
      await row.waitFor()
      const readable = (await row.innerText()).includes('npm publish')
      await row.tap()
      await page.locator('[data-situation]').getByText('npm publish').waitFor()
      return [
        none(GOAL, 'pages that scroll sideways at 390x844', sideways),
        none(GOAL, 'targets smaller than 44 px', small),
        exactly(GOAL, 'taps until the question can be read', readable ? 0 : 1, 0),
      ]
    }),
}
