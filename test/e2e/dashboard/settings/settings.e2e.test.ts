import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { choose } from '../../../support/browser/choose.js'
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

  it('show when the last hook arrived, from the first one on', async () => {
    const page = await stage.open('/settings/hooks')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByText('No events yet').waitFor()
    await stage.agents.working('Paint it again', 'painter')
    await page.getByText(/^Last event \d+ s ago$/).waitFor()
  })

  it('delete everything only after a confirmation that shows the counts', async () => {
    const page = await stage.open('/settings/data')
    const preview = page.getByRole('button', { name: 'Preview Delete all sessions' })
    await preview.click()
    const confirm = page.getByRole('group', { name: 'Delete 2 sessions' })
    expect(await confirm.getByRole('definition').first().textContent()).toBe('2')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await confirm.waitFor({ state: 'detached' })
    await preview.click()
    await confirm.getByRole('button', { name: 'Delete 2 sessions' }).click()
    await page.getByText('All sessions deleted').waitFor()
    await page.goto(`${stage.url()}/sessions`)
    await page.getByText('No sessions yet').waitFor()
  })
  it('clean up only after a count and a confirmation', async () => {
    await stage.agents.working('Sweep the shop', 'sweeper')
    await stage.agents.hook('SessionEnd', 'sweeper', { reason: 'exit' })
    const sweeper = async (): Promise<number> => (await fetch(`${stage.url()}/api/sessions/sweeper`)).status
    const page = await stage.open('/settings/data')
    const preview = page.getByRole('button', { name: 'Preview Delete finished sessions' })
    await preview.click()
    await page.getByText('No finished session is that old').waitFor()

    // Nothing here is 30 days old, so the test makes the limit shorter on its way to the service.
    await page.route('**/api/settings/cleanup', (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), purge_days: 0 }) }),
    )
    await choose(page.getByLabel('Age', { exact: true }), '30 days')
    await preview.click()
    await page.getByRole('button', { name: 'Delete 1 session' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await sweeper()).toBe(200)
    await preview.click()
    await page.getByRole('button', { name: 'Delete 1 session' }).click()
    await page.getByText('1 session deleted').waitFor()
    expect(await sweeper()).toBe(404)
  })

  it('show that update checks are off, that an update is available, and how to install it', async () => {
    const page = await stage.open()
    const answer = await fetch(`${stage.url()}/api/updates/status`)
    const known = (await answer.json()) as Record<string, unknown>
    let said: object = { checks_enabled: false }
    await page.route('**/api/updates/status', (route) => route.fulfill({ json: { ...known, ...said } }))
    const look = page.getByRole('button', { name: 'Check for updates' })
    await page.goto(`${stage.url()}/settings/about`)
    await page.getByText('SVC_UPDATES=1').waitFor()
    expect(await look.count()).toBe(0)

    said = { checks_enabled: true, canonical_remote: 'origin', update_available: false }
    await page.reload()
    await look.waitFor()
    expect(await page.getByText('Update available').count()).toBe(0)

    const clone = { git_repo: true, canonical_remote: 'origin', remote_ref: 'origin/main', fetch_error: null }
    said = { ...clone, checks_enabled: true, update_available: true, commits_behind: 2, manual_command: 'git pull' }
    await page.reload()
    await page.getByText('Update available').waitFor()
    await page.getByText('2 commits behind origin/main.').waitFor()
    await page.getByText('git pull', { exact: true }).waitFor()
  })
})
