import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { focusedName, tabTo } from '../../support/browser/keyboard.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { text, transcriptOf } from '../../support/browser/transcript.js'

const DAY_MS = 86_400_000
const SESSION = randomUUID()

// Nothing here touches the mouse: each task starts at the first Tab stop of a page, or with a shortcut.
inChromium('with the keyboard only', () => {
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, SESSION)
      const timestamp = new Date(Date.now() - DAY_MS).toISOString()
      transcript.line({ type: 'user', timestamp, message: { role: 'user', content: 'Where do hedgehogs sleep?' } })
      transcript.line({
        type: 'assistant',
        timestamp,
        message: {
          id: 'm',
          role: 'assistant',
          model: 'claude-opus-4-5',
          content: [text('Under the leaves.')],
          usage: { input_tokens: 1_000_000, output_tokens: 20 },
        },
      })
    },
  })
  let asking = ''
  beforeAll(async () => {
    await stage.agents.working('Paint the shop')
    asking = await stage.agents.asking('Publish the shop', 'npm publish')
  })
  const get = async <A>(path: string): Promise<A> => (await (await fetch(stage.url() + path)).json()) as A
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' })
  const focusIs = (page: Page, name: string) => expect.poll(() => focusedName(page)).toBe(name)

  it('finds who waits from any page and opens it', async () => {
    const page = await stage.open('/settings/about')
    await page.getByRole('heading', { name: 'About' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).locator('[data-count="need"]').waitFor()
    await page.keyboard.press('n')
    await page.waitForURL(`**/?at=${asking}`)
    await page.locator('[aria-current] >> text=Publish the shop').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sessions/${asking}*`)
  })

  it('finds something that was said', async () => {
    const page = await stage.open('/activity')
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('hedgehogs')
    await page.getByText('1 match in 1 session').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-hit]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sessions/${SESSION}?line=*`)
    await page.getByText('Under the leaves.').waitFor()
  })

  it("reads yesterday's cost by model", async () => {
    const page = await stage.open()
    await page
      .getByRole('link', { name: /Publish the shop/ })
      .first()
      .waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.waitForURL('**/insights/cost')
    await page.getByRole('radio', { name: 'Yesterday' }).waitFor()
    await tabTo(page, '30 days')
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL('**/insights/cost?period=7d')
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL('**/insights/cost?period=yesterday')
    await page
      .getByRole('region', { name: /By model/ })
      .getByText('Opus 4.5')
      .first()
      .waitFor()
    await focusIs(page, 'Yesterday')
  })

  it('changes a price and resets it', async () => {
    const input = async () =>
      (await get<RouteAnswer<'GET /api/pricing'>>('/api/pricing')).pricing.find(
        ({ model_pattern }) => model_pattern === 'claude-haiku-4-5%',
      )?.input_per_mtok
    const page = await stage.open('/settings/pricing')
    await page.getByRole('row', { name: /Claude Haiku 4.5/ }).waitFor()
    await tabTo(page, 'Filter models')
    await page.keyboard.type('haiku-4-5')
    await tabTo(page, 'Edit claude-haiku-4-5%')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await focusIs(page, 'Input')
    // Esc leaves the form without a change, and the focus goes back to the row.
    await page.keyboard.press('Escape')
    await closed(page)
    await focusIs(page, 'Edit claude-haiku-4-5%')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await focusIs(page, 'Input')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await closed(page)
    expect(await input()).toBe(9)
    await tabTo(page, 'Reset claude-haiku-4-5%', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(input).toBe(1)
    await focusIs(page, 'Edit claude-haiku-4-5%')
  })

  it('asks before all prices are reset, and Esc keeps them', async () => {
    await fetch(`${stage.url()}/api/pricing`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model_pattern: 'house%', display_name: 'House', input_per_mtok: 2 }),
    })
    const page = await stage.open('/settings/pricing')
    await page.getByRole('button', { name: 'Reset all' }).waitFor()
    await tabTo(page, 'Filter models')
    await page.keyboard.type('house')
    await tabTo(page, 'Reset all')
    await page.keyboard.press('Enter')
    await focusIs(page, 'Cancel')
    await page.keyboard.press('Escape')
    await focusIs(page, 'Reset all')
    await tabTo(page, 'Delete house%', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('No matches').waitFor()
  })

  it('adds an alert rule and deletes it', async () => {
    const rules = async () => (await get<RouteAnswer<'GET /api/alerts/rules'>>('/api/alerts/rules')).rules
    // An attempt before this one may have left its rule.
    for (const { id } of await rules()) await fetch(`${stage.url()}/api/alerts/rules/${id}`, { method: 'DELETE' })
    const page = await stage.open('/alerts')
    await page.getByText('No alert rules yet.').waitFor()
    await tabTo(page, 'New rule')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('By keyboard')
    await tabTo(page, 'Event')
    // The radio buttons of the triggers come before the field of the same name.
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    // Esc closes the list of events, and not the form.
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+a')
    await page.keyboard.type('StopFailure')
    await tabTo(page, 'Add rule')
    await page.keyboard.press('Enter')
    await closed(page)
    expect(await rules()).toMatchObject([{ name: 'By keyboard', config: { event_type: 'StopFailure' } }])
    await focusIs(page, 'New rule')

    await tabTo(page, 'Edit By keyboard')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await tabTo(page, 'Delete rule')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: /^Delete/ })
    await question.waitFor()
    await focusIs(page, 'Cancel')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await focusIs(page, 'Delete rule')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Delete rule')
    await page.keyboard.press('Enter')
    await page.locator('[data-rule]').waitFor({ state: 'detached' })
    expect(await rules()).toEqual([])
    // The next control after the deleted row, instead of the start of the page.
    await expect.poll(() => focusedName(page)).toMatch(/Permission requested/)
  })

  it('adds a webhook and deletes it', async () => {
    const targets = async () => (await get<RouteAnswer<'GET /api/webhooks'>>('/api/webhooks')).targets
    const page = await stage.open('/alerts')
    await page.getByRole('button', { name: 'Add webhook' }).waitFor()
    await tabTo(page, 'Add webhook')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await tabTo(page, 'Name')
    await page.keyboard.type('Chat')
    await page.keyboard.press('Tab')
    // The kinds as a list: one key opens it, Esc closes only it.
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await tabTo(page, 'Address')
    await page.keyboard.type('https://chat.invalid/hook')
    await page.keyboard.press('Enter')
    await closed(page)
    expect(await targets()).toMatchObject([{ name: 'Chat', type: 'slack' }])
    await expect.poll(() => focusedName(page)).not.toBe('')

    await tabTo(page, 'More actions for Chat')
    await page.keyboard.press('Enter')
    await focusIs(page, 'Edit')
    await page.keyboard.press('End')
    await focusIs(page, 'Delete webhook')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await focusIs(page, 'Cancel')
    await page.keyboard.press('Escape')
    await closed(page)
    await focusIs(page, 'More actions for Chat')
    await page.keyboard.press('Enter')
    await focusIs(page, 'Edit')
    await page.keyboard.press('End')
    await focusIs(page, 'Delete webhook')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await focusIs(page, 'Cancel')
    await tabTo(page, 'Delete webhook')
    await page.keyboard.press('Enter')
    await page.locator('[data-webhook]').waitFor({ state: 'detached' })
    expect(await targets()).toEqual([])
    await expect.poll(() => focusedName(page)).not.toBe('')
  })

  it('exports a conversation and the figures of Insights', async () => {
    const page = await stage.open(`/sessions/${SESSION}`)
    await page.getByText('Under the leaves.').waitFor()
    await tabTo(page, 'Export')
    await page.keyboard.press('Enter')
    await focusIs(page, 'Copy as Markdown')
    await page.keyboard.press('ArrowDown')
    await focusIs(page, 'Download Markdown')
    const [markdown] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(markdown.suggestedFilename()).toMatch(/\.md$/)
    await focusIs(page, 'Export')

    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('region', { name: /By model/ }).waitFor()
    await tabTo(page, /^CSV/)
    const [sheet] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(sheet.suggestedFilename()).toMatch(/\.csv$/)
  })

  it('previews what a clean-up would delete, and Esc returns to the button', async () => {
    const page = await stage.open('/settings/data')
    await page.getByText('Delete all', { exact: false }).first().waitFor()
    await tabTo(page, /^Preview Delete all/)
    await page.keyboard.press('Enter')
    await focusIs(page, 'Cancel')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toMatch(/^Preview Delete all/)
  })
})
