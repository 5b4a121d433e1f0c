import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('a dashboard without sessions', () => {
  const stage = useStage()

  it('installs the hooks at a click, and turns green at the first event', async () => {
    const settings = join(stage.places.claudeHome, 'settings.json')
    const page = await stage.open()
    await page.getByText('No agents yet').waitFor()
    expect(existsSync(settings)).toBe(false)
    await page.getByRole('button', { name: 'Install hooks' }).click()
    await page.getByText('Installed. Start claude or codex').waitFor()
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toMatchObject({
      hooks: { PermissionRequest: expect.anything() },
    })
    // An event that opens no session: the page stays, and its check turns green.
    await stage.agents.hook('SessionStart', 'first', { source: 'startup' })
    await page.locator('.green, .row').first().waitFor()
  })
})
