import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('the frame of every page', () => {
  const stage = useStage()

  it.each([
    ['/config/pricing', '/settings/pricing'],
    ['/config/alerts', '/alerts'],
    ['/config/webhooks', '/alerts'],
    ['/config/sources', '/settings/machines'],
    ['/settings', '/settings/preferences'],
  ])('redirects %s to %s with its search', async (from, to) => {
    const page = await stage.open(`${from}?from=mail`)
    await page.waitForURL(`**${to}?from=mail`)
  })

  it.each([
    ['/sessions', 'Sessions · Switchyard'],
    ['/lanes', 'Lanes · Switchyard'],
    ['/alerts', 'Alerts · Switchyard'],
    ['/settings/pricing', 'Pricing · Switchyard'],
    ['/nowhere', 'Page not found · Switchyard'],
    ['/sessions/unknown', 'Session not found · Switchyard'],
  ])('names %s in the title of the tab and in the heading', async (path, title) => {
    const page = await stage.open(path)
    await expect.poll(() => page.title()).toBe(title)
    await page.getByRole('heading', { level: 1, name: title.replace(' · Switchyard', ''), exact: true }).waitFor()
  })

  it('opens the pages of the rail with g and a letter', async () => {
    const page = await stage.open('/sessions')
    await page.getByText('Live', { exact: true }).waitFor()
    for (const [key, path] of [
      ['l', '/lanes'],
      ['f', '/search'],
      ['b', '/alerts'],
      ['c', '/config'],
      [',', '/settings/preferences'],
      ['n', '/'],
    ] as const) {
      const pressed = async (): Promise<string> => {
        // A field that has the focus keeps its letters.
        await page.evaluate('document.activeElement?.blur()')
        await page.keyboard.press('g')
        await page.keyboard.press(key)
        return new URL(page.url()).pathname
      }
      await expect.poll(pressed).toBe(path)
    }
  })

  it('lists the shortcuts, filters them and returns the focus', async () => {
    const page = await stage.open('/alerts')
    const add = page.getByRole('button').first()
    await add.focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('searchbox').fill('mute')
    expect(await help.getByRole('term').allTextContents()).toEqual(['Mute or unmute'])
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await expect.poll(() => add.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
  })

  it('has every page in the bar of a phone or behind More', async () => {
    const page = await stage.open('/', { viewport: { width: 390, height: 844 } })
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(['Now', 'Lanes', 'Sessions', 'Search'])
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Alerts' }).click()
    await page.waitForURL('**/alerts')
  })
})
