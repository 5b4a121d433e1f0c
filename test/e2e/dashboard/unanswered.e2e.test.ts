import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

const DOWN = 'The service does not answer. Start it with "switchyard start"'

inChromium('A page whose questions are not answered', () => {
  const stage = useStage()

  /** The page, of which some requests reach nobody. */
  const openWithout = async (asked: string, path: string): Promise<Page> => {
    const page = await stage.open('/theme.js')
    await page.route(asked, (route) => route.abort())
    await page.goto(stage.url() + path)
    return page
  }

  it.each(['/', '/sessions', '/activity', '/settings/hooks'])(
    'says at %s that it waits, and what to do when it waited in vain',
    async (path) => {
      const page = await openWithout('**/api/**', path)
      await page.getByText('Waiting for the service to answer').waitFor()
      await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
      await page.unroute('**/api/**')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText(DOWN).waitFor({ state: 'detached' })
    },
  )

  it('says so on a quiet Now, too, of which only the sums are missing', async () => {
    const page = await openWithout('**/api/stats*', '/')
    await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
  })

  it('says so where only the kinds of webhooks are missing', async () => {
    const page = await openWithout('**/api/webhooks/providers*', '/config/webhooks')
    await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
  })
})
