import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

const FONTS = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.woff2'))
  .map(({ name, initiatorType }) => [name, initiatorType])`

inChromium('The fonts of the dashboard', () => {
  const stage = useStage()

  it('are preloaded by the page, each of them once', async () => {
    const page = await stage.open()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    const fonts = await page.evaluate<readonly (readonly [string, string])[]>(FONTS)
    expect(fonts.map(([, by]) => by)).toEqual(['link', 'link'])
    expect(new Set(fonts.map(([name]) => name)).size).toBe(2)
  })
})
