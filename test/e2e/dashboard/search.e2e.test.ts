import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = randomUUID()
const OTHER = randomUUID()
const TITLED = randomUUID()

inChromium('the search across conversations', () => {
  const stage = useStage({
    before: (places) => {
      const one = transcriptOf(places, SESSION)
      one.user('Repair the fence')
      for (let turn = 0; turn < 300; turn += 1)
        one.assistant(text(turn % 60 === 3 ? `A hedgehog lives there ${turn}` : `Plank ${turn}`))
      const later = { timestamp: '2026-11-20T12:00:00.000Z', message: { role: 'user', content: 'Paint the hedgehog' } }
      transcriptOf(places, OTHER).line({ type: 'user', ...later })
    },
  })

  it('groups the hits by session and lists the others on demand', async () => {
    const page = await stage.open('/search')
    await page.getByRole('searchbox').fill('hedgehog')
    await page.waitForURL('**/search?q=hedgehog')
    await page.getByText('6 matches in 2 sessions').waitFor()
    const hits = page.locator('[data-hit]')
    await expect.poll(() => hits.count()).toBe(4)
    await page.getByRole('button', { name: 'Show 2 more in this session' }).click()
    await expect.poll(() => hits.count()).toBe(6)
    expect(new Set(await hits.locator('mark').allTextContents())).toEqual(new Set(['hedgehog']))
  })

  it('lists sessions whose titles match, also without a matching line', async () => {
    await stage.agents.working('Émigré badgers of the south', TITLED)
    const page = await stage.open('/search?q=emigre%20badg')
    const row = page.getByRole('region', { name: 'Sessions with this title' }).getByRole('link')
    await row.filter({ hasText: 'Émigré badgers' }).click()
    await page.waitForURL(`**/sessions/${TITLED}`)
  })

  it('sorts by the number of matches, and keeps that in the URL', async () => {
    const page = await stage.open('/search?q=hedgehog')
    const sessions = page.getByRole('group').getByRole('heading', { level: 2 })
    await page.getByText('6 matches in 2 sessions').waitFor()
    await expect.poll(() => sessions.first().textContent()).toContain('Paint the hedgehog')
    await page.getByRole('combobox', { name: 'Sort' }).click()
    await page.getByRole('option', { name: 'Most matches' }).click()
    await page.waitForURL('**/search?q=hedgehog&sort=matches')
    await expect.poll(() => sessions.first().textContent()).toContain('Repair the fence')
    await page.reload()
    await page.getByText('6 matches in 2 sessions').waitFor()
    await expect.poll(() => sessions.first().textContent()).toContain('Repair the fence')
  })

  it('finds something said and opens it with the keyboard only', async () => {
    const page = await stage.open('/search')
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('hedgehog lives from:agent ')
    await page.getByRole('button', { name: 'Remove from:agent' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-hit]:focus').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toContain('from:agent')
    await page.getByRole('complementary', { name: 'Preview' }).getByText('Plank').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sessions/${SESSION}?line=*`)
    await page.locator('[data-sought]', { hasText: 'A hedgehog lives there' }).waitFor()
  })

  it('leaves the field on the first Esc and clears the search on the second', async () => {
    const page = await stage.open('/search?q=hedgehog')
    await page.getByText('6 matches in 2 sessions').waitFor()
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).searchParams.get('q')).toBe('hedgehog')
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.pathname === '/search' && !url.searchParams.has('q'))
    await page.getByText('Operators').waitFor()
  })

  it('offers to remove the filters when nothing matches', async () => {
    const page = await stage.open('/search?q=hedgehog%20project:nowhere')
    await page.getByRole('heading', { name: 'No matches' }).waitFor()
    await page.getByRole('button', { name: 'Remove project:nowhere' }).last().click()
    await page.getByText('6 matches in 2 sessions').waitFor()
  })

  it('says on the n key that nobody waits', async () => {
    const page = await stage.open('/search?q=hedgehog')
    await page.getByText('6 matches in 2 sessions').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.getByRole('status').filter({ hasText: 'No agent is waiting for you' }).waitFor()
  })

  it('is available in the palette', async () => {
    const page = await stage.open('/sessions')
    await page.locator('a[data-session]').nth(1).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search pages/ }).fill('hedgehog lives')
    await page
      .getByRole('option', { name: /hedgehog lives there/ })
      .first()
      .click()
    await page.waitForURL(`**/sessions/${SESSION}?line=*`)
  })
})
