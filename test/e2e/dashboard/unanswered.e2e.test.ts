import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

const DOWN = 'The service is not responding. Start it with "switchyard start"'

inChromium('A page without responses from the service', () => {
  const stage = useStage()

  /** Opens a page on which the matching requests fail. */
  const openWithout = async (asked: string, path: string): Promise<Page> => {
    const page = await stage.open('/theme.js')
    await page.route(asked, (route) => route.abort())
    await page.goto(stage.url() + path)
    return page
  }

  it.each(['/', '/sessions', '/activity', '/settings/hooks'])(
    'shows at %s how to start the service and recovers when it is back',
    async (path) => {
      const page = await openWithout('**/api/**', path)
      await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
      await page.unroute('**/api/**')
      await page.getByText(DOWN).waitFor({ state: 'detached' })
    },
  )

  it.each(['/', '/sessions', '/activity', '/settings/hooks', '/alerts'])(
    'shows at %s that it waits for a response instead of an empty state',
    async (path) => {
      const page = await stage.open('/theme.js')
      // Never answered.
      await page.route('**/api/**', () => undefined)
      await page.goto(stage.url() + path)
      await page.getByText('Loading …').first().waitFor()
      expect(await page.getByText('None waits').count()).toBe(0)
    },
  )

  it('says that the service is unreachable, not that the data is old, on a page that was never live', async () => {
    const page = await stage.openApart('/theme.js')
    await page.route('**/api/**', (route) => route.abort())
    await page.routeWebSocket('**/ws*', (socket) => socket.close())
    await page.goto(`${stage.url()}/sessions`)
    await page.getByRole('status').getByText('The service is not responding.').waitFor()
    expect(await page.getByText('may be outdated').count()).toBe(0)
  })

  it('retries on a click', async () => {
    const page = await openWithout('**/api/**', '/sessions')
    await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(DOWN).waitFor({ state: 'detached' })
  })

  it('shows the error on Now when only the stats request fails', async () => {
    const page = await openWithout('**/api/stats*', '/')
    await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
  })

  it('shows the error when only the webhook providers request fails', async () => {
    const page = await openWithout('**/api/webhooks/providers*', '/alerts')
    await page.getByRole('alert').filter({ hasText: DOWN }).waitFor()
  })
})
