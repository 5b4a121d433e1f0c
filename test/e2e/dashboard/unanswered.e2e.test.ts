import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
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
    'says at %s what to do when nobody is there, and goes on by itself when somebody is',
    async (path) => {
      const page = await openWithout('**/api/**', path)
      await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
      await page.unroute('**/api/**')
      await page.getByText(DOWN).waitFor({ state: 'detached' })
    },
  )

  it.each(['/', '/sessions', '/activity', '/settings/hooks', '/config/alerts'])(
    'says at %s that it waits where no answer comes, and not that there is nothing',
    async (path) => {
      const page = await stage.open('/theme.js')
      // Asked and never answered.
      await page.route('**/api/**', () => undefined)
      await page.goto(stage.url() + path)
      await page.getByText('Waiting for the service to answer').first().waitFor()
      expect(await page.getByText('None waits').count()).toBe(0)
    },
  )

  it('says over a page that never was live that nobody is there, and not that what it shows is old', async () => {
    const page = await stage.open('/theme.js')
    await page.route('**/api/**', (route) => route.abort())
    await page.routeWebSocket('**/ws*', (socket) => socket.close())
    await page.goto(`${stage.url()}/sessions`)
    await page.getByRole('status').getByText('The service is out of reach.').waitFor()
    expect(await page.getByText('may be old').count()).toBe(0)
  })

  it('tries again when it is told to', async () => {
    const page = await openWithout('**/api/**', '/sessions')
    await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(DOWN).waitFor({ state: 'detached' })
  })

  it('says so on a quiet Now, too, of which only the sums are missing', async () => {
    const page = await openWithout('**/api/stats*', '/')
    await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
  })

  it('says so where only the kinds of webhooks are missing', async () => {
    const page = await openWithout('**/api/webhooks/providers*', '/config/webhooks')
    await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
  })
})
