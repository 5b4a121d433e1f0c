import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { text, transcriptOf } from '../../support/browser/transcript.js'

interface Window {
  readonly getComputedStyle: (element: unknown) => { readonly color: string }
}
const colourOf = (line: Locator): Promise<string> =>
  line.evaluate((element) => (globalThis as unknown as Window).getComputedStyle(element).color)
/** Returns the computed colour of `--done`. */
const green = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--done)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })()`)

const arrived = 'The first event arrived.'

inChromium('a dashboard without sessions', () => {
  const stage = useStage()

  it('installs the hooks on a click and turns green only at the first event', async () => {
    const settings = join(stage.places.claudeHome, 'settings.json')
    const page = await stage.open()
    await page.getByText('No agents yet').waitFor()
    expect(existsSync(settings)).toBe(false)
    await page.getByRole('button', { name: 'Install hooks' }).click()
    const pending = page.getByText('Waiting for the first event. Start claude or codex.')
    await pending.waitFor()
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toMatchObject({
      hooks: { PermissionRequest: expect.anything() },
    })
    expect(await colourOf(pending)).not.toBe(await green(page))
    expect(await page.locator('ol .green, [data-hooks="arrived"]').count()).toBe(0)
    await page.getByRole('listitem').filter({ hasText: 'Install hooks' }).getByRole('img', { name: 'Done' }).waitFor()

    await stage.agents.hook('SessionStart', 'first', { source: 'startup' })
    const line = page.getByRole('status').filter({ hasText: arrived })
    await line.waitFor()
    expect(await colourOf(line)).toBe(await green(page))
    expect(await page.getByRole('button', { name: 'Install hooks' }).count()).toBe(0)

    const later = await stage.open()
    await later.locator('[data-row]').first().waitFor()
    expect(await later.getByText(arrived).count()).toBe(0)
  })
})

inChromium('a dashboard with sessions from transcripts only', () => {
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, 'told')
      transcript.user('Build the shop')
      transcript.assistant(text('It is built.'))
    },
  })

  it('turns the hooks line green at the first event', async () => {
    const page = await stage.open()
    const line = page.locator('[data-hooks]', { hasText: 'Waiting for the first event.' })
    await page.getByRole('button', { name: 'Install hooks' }).click()
    await line.waitFor()
    expect(await colourOf(line)).not.toBe(await green(page))
    expect(await page.locator('[data-hooks="arrived"]').count()).toBe(0)

    await stage.agents.hook('SessionStart', 'first', { source: 'startup' })
    const turned = page.locator('[data-hooks]', { hasText: arrived })
    await turned.waitFor()
    expect(await colourOf(turned)).toBe(await green(page))
    expect(await line.count()).toBe(0)
  })
})
