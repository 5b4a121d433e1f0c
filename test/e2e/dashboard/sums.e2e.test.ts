import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = randomUUID()
const ENDED = randomUUID()
const SAYS = 'Models without a price (not in totals): nobodys-model'

const signs = (page: Page, within: string) => page.locator(within).getByTitle(SAYS)

inChromium('Usage totals', () => {
  const stage = useStage({
    before: (places) => {
      for (const session of [SESSION, ENDED]) {
        const transcript = transcriptOf(places, session)
        const timestamp = new Date().toISOString()
        transcript.line({ type: 'user', timestamp, message: { role: 'user', content: 'Use the new model' } })
        const usage = { input_tokens: 3, output_tokens: 20, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
        const message = {
          id: `msg_${session}`,
          role: 'assistant',
          model: 'nobodys-model',
          content: [text('Done.')],
          usage,
        }
        transcript.line({ type: 'assistant', timestamp, message })
      }
    },
  })

  it('show on Now that a model has no price and link to Pricing', async () => {
    await stage.agents.hook('UserPromptSubmit', SESSION, { prompt: 'Use it again' })
    await stage.agents.hook('UserPromptSubmit', ENDED, { prompt: 'Once more' })
    await stage.agents.hook('SessionEnd', ENDED)
    const page = await stage.open(`/?at=${SESSION}`)
    for (const place of ['[data-gauge="today"]', '[data-peek]']) await signs(page, place).waitFor()
    // Without the panel beside it, the row has the figure too.
    await page.keyboard.press('Escape')
    await signs(page, `[data-row][data-session="${SESSION}"]`).waitFor()
    await signs(page, '#group-done').click()
    await page.waitForURL('**/settings/pricing')
  })

  it('show it in the session list and on the session page', async () => {
    const page = await stage.open('/sessions')
    await signs(page, 'a[data-session]').first().waitFor()
    await page.goto(`${stage.url()}/sessions/${SESSION}`)
    await signs(page, '[data-part="session-head"]').waitFor()
  })

  it('are lower bounds where they include output tokens', async () => {
    const page = await stage.open(`/sessions/${SESSION}`)
    const tokens = page.locator('[data-fact="tokens"] b')
    await tokens.waitFor()
    expect(await tokens.innerText()).toBe('≥ 23')
    expect(await tokens.locator('span').getAttribute('title')).toBe('at least 23 tokens')
    await page.goto(`${stage.url()}/?at=${SESSION}`)
    await page.locator('[data-peek]', { hasText: '≥ 23' }).waitFor()
  })
})
