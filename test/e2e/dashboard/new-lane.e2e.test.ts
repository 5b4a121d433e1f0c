import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { gitIn, repositoryAt } from '../../support/git/repository.js'
import { type GitServer, startGitServer } from '../../support/git/server.js'

const folder = mkdtempSync(join(tmpdir(), 'switchyard-clones-'))

inChromium('A new lane', () => {
  const stage = useStage({ env: { HOME: folder } })
  let server: GitServer
  beforeAll(async () => {
    server = await startGitServer(folder, 'ada:hush-token')
    writeFileSync(join(folder, '.gitconfig'), `[http]\n\tsslCAInfo = ${server.certificate}\n`)
    const origin = server.create('shop.git')
    const other = repositoryAt(join(folder, 'other'), { 'a.txt': 'one\n' })
    other.git('push', '--quiet', origin, 'HEAD:main')
    gitIn(origin, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    mkdirSync(join(folder, 'work', 'old'), { recursive: true })
  })
  afterAll(() => {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is made on a folder that is chosen in the dialog, or created', async () => {
    const page = await stage.open('/lanes')
    await page.getByRole('button', { name: 'New lane' }).first().click()
    await page.getByText('Adopt a folder').click()
    await page.getByRole('button', { name: 'Browse' }).click()
    const browser = page.getByRole('dialog', { name: 'Choose a folder' })
    await browser.getByRole('button', { name: 'work', exact: true }).click()
    await browser.getByRole('button', { name: 'old', exact: true }).waitFor()
    await browser.getByLabel('New folder').fill('fresh')
    await browser.getByRole('button', { name: 'Create' }).click()
    await browser.getByText(join(folder, 'work', 'fresh')).waitFor()
    await browser.getByRole('button', { name: 'Use this folder' }).click()
    await page.getByRole('button', { name: 'Adopt folder' }).click()
    await page.waitForURL(/\/lanes\/\d+/)
    expect(existsSync(join(folder, 'work', 'fresh'))).toBe(true)
  })

  it('is cloned, with a login once the host asks for one', async () => {
    const page = await stage.open('/lanes')
    await page.getByRole('button', { name: 'New lane' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Clone', { exact: true }).click()
    const clone = () => dialog.getByRole('button', { name: 'Clone repository' }).click()
    await dialog.getByLabel('Address').fill('/srv/shop')
    await dialog.getByRole('combobox', { name: 'Into' }).fill(join(folder, 'work'))
    await clone()
    await dialog.getByText('Use an https or ssh address.').waitFor()
    await dialog.getByLabel('Address').fill(server.url('shop.git'))
    await clone()
    await dialog.getByText(`${server.host} needs a login.`).waitFor()
    await dialog.getByLabel('Username').fill('ada')
    await dialog.getByLabel('Password or token').fill('wrong')
    await clone()
    await dialog.getByText(`${server.host} refused this login.`).waitFor()
    await dialog.getByLabel('Password or token').fill('hush-token')
    await clone()
    await page.waitForURL(/\/lanes\/\d+/)
    expect(existsSync(join(folder, 'work', 'shop', 'a.txt'))).toBe(true)
  })
})
