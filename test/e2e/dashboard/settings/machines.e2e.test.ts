import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../../support/browser/stage.js'
import { text, transcriptOf } from '../../../support/browser/transcript.js'
import { hasSshd, type Sshd, startSshd } from '../../../support/process/sshd.js'

interface Source {
  readonly label: string
  readonly enabled: boolean
  readonly session_count: number
}

const base = mkdtempSync(join(tmpdir(), 'switchyard-sources-'))
const folder = join(base, 'sshd')
afterAll(() => rmSync(base, { recursive: true, force: true }))

inChromium('Remote machines', () => {
  const stage = useStage({ env: { SVC_SSH_CONFIG: join(folder, 'config') } })
  const remoteHome = join(base, 'remote')
  let sshd: Sshd
  beforeAll(async () => {
    if (!hasSshd) return
    sshd = await startSshd(folder)
    const transcript = transcriptOf({ ...stage.places, claudeHome: remoteHome }, 'afar')
    transcript.user('Paint the far shop')
    transcript.assistant(text('It is painted.'))
    mkdirSync(join(base, 'codex', 'sessions'), { recursive: true })
  })
  afterAll(() => sshd?.stop())
  const sources = async () =>
    ((await (await fetch(`${stage.url()}/api/remote-sources`)).json()) as { readonly sources: readonly Source[] })
      .sources

  it('show validation errors at the field', async () => {
    const page = await stage.open('/settings/machines')
    await page.getByRole('button', { name: 'Add machine' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Far')
    await dialog.getByLabel('Host').fill('-oProxyCommand=touch /tmp/x')
    await dialog.getByRole('button', { name: 'Add and sync' }).click()
    await dialog
      .locator('[data-field]', { has: page.getByLabel('Host') })
      .getByRole('alert')
      .waitFor()
    expect(await sources()).toEqual([])
  })

  it.skipIf(!hasSshd)('are read, tested, disabled, and deleted with their sessions if selected', async () => {
    const page = await stage.open('/settings/machines')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add machine' }).click()
    await dialog.getByLabel('Name').fill('Far')
    await dialog.getByLabel('Host').fill(sshd.host)
    await dialog.getByLabel('Port').fill(String(sshd.port))
    await dialog.getByLabel('Key file').fill(sshd.identityFile)
    await dialog.getByLabel('Claude Code').fill(remoteHome)
    await dialog.getByLabel('Codex').fill(join(base, 'codex'))
    await dialog.getByRole('button', { name: 'Add and sync' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/, 1 session$/).waitFor()
    await page.getByText(/^Synced .* ago/).waitFor()

    await page.getByRole('button', { name: 'Test Far' }).click()
    await page.getByText('Connected: 1 transcript of Claude Code, 0 of Codex').waitFor()
    await page.getByRole('button', { name: 'Sync Far' }).click()
    await page.getByText(/^Synced .* ago/).waitFor()

    await page.getByRole('button', { name: 'Edit Far' }).click()
    await dialog.getByLabel('Port').fill('1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test Far' }).click()
    await page.getByRole('status').locator('.bad').waitFor()
    await page.getByRole('switch', { name: 'Machine Far' }).click()
    await page.getByRole('switch', { name: 'Machine Far', checked: false }).waitFor()
    expect(await sources()).toMatchObject([{ label: 'Far', enabled: false, session_count: 1 }])

    await page.getByRole('button', { name: 'Delete Far' }).click()
    await page.getByText('1 session is kept.').waitFor()
    await page.getByLabel('Also delete its sessions').check()
    await page.getByText('1 session is deleted here').waitFor()
    await page.getByRole('button', { name: 'Delete machine and 1 session' }).click()
    await page.getByText('No remote machines.').waitFor()
    expect((await fetch(`${stage.url()}/api/sessions/afar`)).status).toBe(404)
  })
})
