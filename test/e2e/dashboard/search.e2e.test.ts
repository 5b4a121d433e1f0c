import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = randomUUID()
const OTHER = randomUUID()

inChromium('the search across conversations', () => {
  const stage = useStage({
    before: (places) => {
      const one = transcriptOf(places, SESSION)
      one.user('Mend the fence')
      for (let turn = 0; turn < 300; turn += 1)
        one.assistant(text(turn === 3 ? 'A hedgehog lives there' : `Plank ${turn}`))
      transcriptOf(places, OTHER).user('Paint the hedgehog')
    },
  })

  it('lists the hits and links to their line with the match highlighted', async () => {
    const page = await stage.open('/search')
    await page.getByRole('searchbox').fill('hedgehog')
    await page.waitForURL('**/search?q=hedgehog')
    const hits = page.locator('.row.hit')
    await expect.poll(() => hits.count()).toBe(2)
    expect(new Set(await page.locator('mark').allTextContents())).toEqual(new Set(['hedgehog']))
    await hits.filter({ hasText: 'lives there' }).click()
    await page.waitForURL(`**/sessions/${SESSION}?line=*`)
    await page.locator('.msg.sought', { hasText: 'A hedgehog lives there' }).waitFor()
    await page.getByRole('search').getByText('1 of 1').waitFor()
    expect(await page.evaluate("CSS.highlights.get('found-here').size")).toBe(1)
  })

  it('shows an empty state without hits', async () => {
    const page = await stage.open('/search?q=unicorn')
    await page.getByText('Nobody said that.').waitFor()
  })

  it('is available in the palette', async () => {
    const page = await stage.open('/sessions')
    await page.locator('a[data-session]').nth(1).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search pages/ }).fill('hedgehog lives')
    await page.getByRole('option', { name: /hedgehog lives there/ }).click()
    await page.waitForURL(`**/sessions/${SESSION}?line=*`)
  })
})
