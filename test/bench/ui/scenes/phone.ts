import { scrollsSideways, smallTargets } from '../../../support/browser/faults.js'
import { exactly, type Figure, none } from '../figure.js'
import { populated } from '../populated.js'
import type { Scene } from '../scene.js'

const GOAL = 7
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
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
        small.push(...(await smallTargets(page)).map((target) => `${path} ${target}`))
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
