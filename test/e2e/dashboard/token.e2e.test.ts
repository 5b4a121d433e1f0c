import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('a dashboard with a token', () => {
  const stage = useStage({ env: { DASHBOARD_TOKEN: 'open sesame' } })

  it('asks for the token, rejects a wrong one and opens with the right one', async () => {
    const page = await stage.open()
    await page.getByRole('heading', { name: 'This dashboard is locked' }).waitFor()
    await page.getByLabel('Token').fill('guess')
    await page.getByRole('button', { name: 'Open the dashboard' }).click()
    await page.getByText('Wrong token.').waitFor()
    await page.getByLabel('Token').fill('open sesame')
    await page.getByRole('button', { name: 'Open the dashboard' }).click()
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
  })

  it('reads the token from the URL and removes it from there', async () => {
    const page = await stage.open('/?token=open%20sesame')
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor()
    expect(page.url()).not.toContain('token')
  })
})
