import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../../support/browser/stage.js'
import { text, transcriptOf } from '../../../support/browser/transcript.js'

inChromium('Settings', () => {
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, randomUUID())
      transcript.user('Paint the shop')
      transcript.assistant(text('It is painted.'))
    },
  })

  it('turn green only when a hook arrives after the check started', async () => {
    await stage.agents.working('Paint it again', 'painter')
    const page = await stage.open('/settings/hooks')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('Waiting: give an agent a prompt.').waitFor()
    await stage.agents.hook('Stop', 'painter')
    await page.locator('.green', { hasText: 'A hook has just arrived.' }).waitFor()
  })

  it('delete everything only after a confirmation that shows the counts', async () => {
    const page = await stage.open('/settings/data')
    await page.getByRole('button', { name: 'Delete all', exact: true }).click()
    await page.getByText(/2 sessions with \d+ events will be gone/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete all', exact: true }).click()
    await page.getByRole('button', { name: 'Delete all sessions' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${stage.url()}/sessions`)
    await page.getByText('No sessions yet.').waitFor()
  })
  it('clean up only after a count and a confirmation', async () => {
    await stage.agents.working('Sweep the shop', 'sweeper')
    await stage.agents.hook('SessionEnd', 'sweeper', { reason: 'exit' })
    const sweeper = async (): Promise<number> => (await fetch(`${stage.url()}/api/sessions/sweeper`)).status
    const page = await stage.open('/settings/data')
    const days = page.getByLabel('Delete finished ones untouched for')
    const count = page.getByRole('button', { name: 'Count them' })
    await count.click()
    await page.getByText('Enter hours or days.').waitFor()
    await days.fill('9000')
    await count.click()
    await page.getByText('Nothing is that old.').waitFor()
    await days.fill('-1')
    await count.click()
    await page.getByRole('alert').waitFor()

    await days.fill('0')
    await count.click()
    await page.getByText(/^1 finished session with \d+ events and 1 agent will be deleted/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await sweeper()).toBe(200)
    await count.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clean up' }).click()
    await page.getByText('0 sessions ended, 1 deleted.').waitFor()
    expect(await sweeper()).toBe(404)
  })

  it('show that update checks are off, that an update is available, and how to install it', async () => {
    const page = await stage.open()
    const answer = await fetch(`${stage.url()}/api/updates/status`)
    const known = (await answer.json()) as Record<string, unknown>
    let said: object = { checks_enabled: false }
    await page.route('**/api/updates/status', (route) => route.fulfill({ json: { ...known, ...said } }))
    const look = page.getByRole('button', { name: 'Look for updates' })
    await page.goto(`${stage.url()}/settings/about`)
    await page.getByText('SVC_UPDATES=1').waitFor()
    expect(await look.count()).toBe(0)

    said = { checks_enabled: true, canonical_remote: 'origin', update_available: false }
    await page.reload()
    await look.waitFor()
    expect(await page.getByText('Update available').count()).toBe(0)

    said = { update_available: true, commits_behind: 2, message: 'Two commits.', manual_command: 'git pull' }
    await page.reload()
    await page.getByText('Update available').waitFor()
    await page.getByText('git pull', { exact: true }).waitFor()
  })
})
