import { expect, it } from 'vitest'
import { choose } from '../../../support/browser/choose.js'
import { inChromium, useStage } from '../../../support/browser/stage.js'
import { text, transcriptOf } from '../../../support/browser/transcript.js'

interface Rules {
  readonly pricing: readonly { readonly model_pattern: string; readonly input_per_mtok: number }[]
}

inChromium('Pricing', () => {
  const stage = useStage()
  const ruleOf = async (pattern: string) => {
    const { pricing } = (await (await fetch(`${stage.url()}/api/pricing`)).json()) as Rules
    return pricing.find(({ model_pattern }) => model_pattern === pattern)
  }

  it('adds, validates, edits and deletes a rule', async () => {
    const page = await stage.open('/settings/pricing')
    await page.getByRole('button', { name: 'Add price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Model pattern').fill('house-model%')
    await dialog.getByLabel('Name', { exact: true }).fill('House model')
    const input = dialog.getByLabel('Input', { exact: true }).first()
    await input.fill('cheap')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog
      .locator('[data-field]', { has: page.getByLabel('Input', { exact: true }) })
      .getByRole('alert')
      .waitFor()
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    expect(await ruleOf('house-model%')).toBeUndefined()

    await input.fill('2.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await ruleOf('house-model%')).toMatchObject({ input_per_mtok: 2.5 })

    await page.getByRole('button', { name: 'Edit house-model%' }).click()
    await input.fill('3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await ruleOf('house-model%')).toMatchObject({ input_per_mtok: 3 })

    await page.getByRole('button', { name: 'Delete house-model%' }).click()
    await expect.poll(() => ruleOf('house-model%')).toBeUndefined()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => ruleOf('house-model%')).toMatchObject({ input_per_mtok: 3 })
    await page.getByRole('button', { name: 'Delete house-model%' }).click()
    await expect.poll(() => ruleOf('house-model%')).toBeUndefined()
  })

  it('marks an edited price, shows the new total and resets one row', async () => {
    const page = await stage.open('/settings/pricing')
    await page.getByRole('button', { name: 'Edit claude-haiku-4-5%' }).click()
    const dialog = page.getByRole('dialog')
    const input = dialog.getByLabel('Input', { exact: true }).first()
    expect(await input.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
    expect(await dialog.getByLabel('Fast input').inputValue()).toBe('')
    await input.fill('9')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/All-time cost is/).waitFor()
    const row = page.getByRole('row', { name: /Claude Haiku 4.5/ })
    await row.getByText('Edited').waitFor()
    expect(await row.locator('del').allTextContents()).toEqual(['1.00'])
    await page.getByRole('button', { name: 'Changed' }).click()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Edited' }).count()).toBe(1)
    await row.getByRole('button', { name: 'Reset claude-haiku-4-5%' }).click()
    await expect.poll(() => ruleOf('claude-haiku-4-5%')).toMatchObject({ input_per_mtok: 1 })
    await row.waitFor({ state: 'detached' })
  })

  it('accepts long-context rates and shows the threshold of the provider', async () => {
    const page = await stage.open('/settings/pricing')
    await page.getByRole('button', { name: 'Add price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Model pattern').fill('openai/house%')
    await dialog.getByLabel('Name', { exact: true }).fill('House model')
    await choose(dialog.getByLabel('Provider'), 'OpenAI')
    await dialog.locator('summary', { hasText: 'Long context, above 272K tokens' }).click()
    const long = dialog.getByRole('group', { name: 'Long context, above 272K tokens' })
    await long.getByLabel('Input', { exact: true }).fill('4.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await ruleOf('openai/house%')).toMatchObject({ provider: 'codex', long_input_per_mtok: 4.5 })

    await page.getByRole('button', { name: 'Edit openai/house%' }).click()
    expect(await long.getByLabel('Input', { exact: true }).inputValue()).toBe('4.5')
    await choose(dialog.getByLabel('Provider'), 'Anthropic')
    await dialog.locator('summary', { hasText: 'Long context, above 200K tokens' }).waitFor()
  })

  it('lists models without a price and adds a rule for one', async () => {
    const transcript = transcriptOf(stage.places, 'unpriced')
    transcript.user('Paint the shop')
    transcript.line({
      type: 'assistant',
      message: {
        id: 'm',
        role: 'assistant',
        model: 'house-model-1',
        content: [text('Done.')],
        usage: { output_tokens: 9 },
      },
    })
    const page = await stage.open('/settings/pricing')
    await page.getByRole('button', { name: 'Set price of house-model-1' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Model pattern').inputValue()).toBe('house-model-1')
    await dialog.getByLabel('Name', { exact: true }).fill('House model')
    await dialog.getByLabel('Output', { exact: true }).first().fill('10')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('1 model without a price').waitFor({ state: 'detached' })
  })
})
