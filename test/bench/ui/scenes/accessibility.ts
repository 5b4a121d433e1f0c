import { graveFaults } from '../../../support/browser/faults.js'
import { exactly, type Figure, none } from '../figure.js'
import { populated } from '../populated.js'
import type { Scene } from '../scene.js'

const GOAL = 6

/** Measures the accessibility of every page. */
export const accessibility: Scene = {
  name: 'accessibility',
  figures: (backstage): Promise<readonly Figure[]> =>
    populated(backstage, async ({ agents, open }, routes) => {
      const faults: string[] = []
      for (const width of backstage.quick ? [1280] : [1280, 390]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await open('/', { viewport: { width, height: 844 }, colorScheme })
          for (const { path, shows } of routes) {
            await page.goto(new URL(path, page.url()).href)
            await page.locator(shows).first().waitFor()
            faults.push(...(await graveFaults(page)).map((fault) => `${path} ${width} ${colorScheme}: ${fault}`))
          }
          await page.close()
        }
      }
      const still = await open('/', { reducedMotion: 'reduce' })
      await still.locator('[data-row="need"]').first().waitFor()
      const moving = await still.evaluate<readonly string[]>(
        `document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 0.01).map((one) => one.animationName ?? 'transition')`,
      )
      const live = still.locator('[aria-live="polite"]')
      const before = await live.allTextContents()
      await agents.asking('One more question', 'make announce')
      await still.locator('[data-row="need"]', { hasText: 'make announce' }).waitFor()
      const heard = (await live.allTextContents()).filter((said) => said !== '' && !before.includes(said))
      return [
        none(GOAL, `serious or critical faults (axe), ${routes.length} routes`, faults),
        none(GOAL, 'animations with reduced motion', moving),
        exactly(GOAL, 'a new question is announced, times', heard.length, 1),
      ]
    }),
}
