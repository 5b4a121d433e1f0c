import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { text, transcriptOf } from '../../support/browser/transcript.js'

interface Rules {
  readonly pricing: readonly { readonly model_pattern: string; readonly input_per_mtok: number }[]
}

inChromium('Settings', () => {
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, randomUUID())
      transcript.user('Paint the shop')
      transcript.assistant(text('It is painted.'))
    },
  })
  const ruleOf = async (pattern: string) => {
    const { pricing } = (await (await fetch(`${stage.url()}/api/pricing`)).json()) as Rules
    return pricing.find(({ model_pattern }) => model_pattern === pattern)
  }

  it('take a pricing rule, say at the field what is wrong with one, change it, and delete it', async () => {
    const page = await stage.open('/settings')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Model, % stands for anything').fill('house-model%')
    await dialog.getByLabel('Name', { exact: true }).fill('House model')
    const input = dialog.getByLabel('Input', { exact: true }).first()
    await input.fill('cheap')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog
      .locator('.field', { has: page.getByLabel('Input', { exact: true }) })
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
    await page.getByRole('button', { name: 'Delete the rule' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await ruleOf('house-model%')).toBeUndefined()
  })

  it('turn green when a hook arrives after the check was asked for, not before', async () => {
    await stage.agents.working('Paint it again', 'painter')
    const page = await stage.open('/settings')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('Waiting: give an agent a prompt.').waitFor()
    await stage.agents.hook('Stop', 'painter')
    await page.locator('.green', { hasText: 'A hook has just arrived.' }).waitFor()
  })

  it('delete everything only after the numbers were confirmed', async () => {
    const page = await stage.open('/settings')
    await page.getByRole('button', { name: 'Delete all', exact: true }).click()
    await page.getByText(/2 sessions with \d+ events will be gone/).waitFor()
    await page.getByRole('button', { name: 'Keep everything' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete all', exact: true }).click()
    await page.getByRole('button', { name: 'Delete all sessions' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${stage.url()}/sessions`)
    await page.getByText('No sessions yet.').waitFor()
  })
})
