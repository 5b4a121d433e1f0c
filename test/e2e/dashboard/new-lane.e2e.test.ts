import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../support/agents/until.js'
import { graveFaults, scrollsSideways } from '../../support/browser/faults.js'
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

  it('is prepared as its repository says, once the user has read how', async () => {
    const origin = join(folder, 'origin.git')
    const shop = repositoryAt(join(folder, 'prepared'), { 'a.txt': 'one\n', '.gitignore': '.env\nmade\n' })
    shop.git('clone', '-q', '--bare', shop.path, origin)
    shop.git('remote', 'add', 'origin', origin)
    shop.git('fetch', '-q')
    shop.git('branch', '-q', '--set-upstream-to=origin/main', 'main')
    const other = repositoryAt(join(folder, 'colleague'), {})
    other.git('fetch', '-q', origin, 'main')
    other.git('switch', '-q', '-c', 'work', 'FETCH_HEAD')
    other.commit({ 'a.txt': 'two\n' })
    other.git('push', '-q', origin, 'work:main')
    shop.git('fetch', '-q')
    const profile = join(shop.path, '.svc', 'profile')
    mkdirSync(join(profile, 'hooks'), { recursive: true })
    writeFileSync(join(profile, 'copy'), '.env\n')
    shop.write('.env', 'KEY=1\n')
    writeFileSync(join(profile, 'hooks', 'setup'), '#!/bin/sh\necho ready > made\n', { mode: 0o755 })
    const page = await stage.open('/lanes')
    await page.getByRole('button', { name: 'New lane' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Repository' }).fill(shop.path)
    await dialog.getByText('main is 1 commit behind').waitFor()
    await dialog.getByText('.env', { exact: true }).waitFor()
    await dialog.getByText('What setup does').click()
    await dialog.getByText('echo ready > made').waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await scrollsSideways(page)).toBe(false)
    await dialog.getByLabel('Fetch first').check()
    await dialog.getByLabel('Run the setup script').check()
    await dialog.getByLabel('Title').fill('Prepared')
    await dialog.getByRole('button', { name: 'Create lane' }).click()
    await page.waitForURL(/\/lanes\/\d+/)
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
    const lane = await until('the worktree', async () => {
      const answer = await fetch(`${stage.url()}/api/lanes/${id}`)
      const { lane: found } = (await answer.json()) as { lane: { cwd: string; status: string } }
      return found.status === 'idle' && found
    })
    const inLane = (path: string): string => readFileSync(join(lane.cwd, path), 'utf8')
    expect([inLane('a.txt'), inLane('made'), inLane('.env')]).toEqual(['two\n', 'ready\n', 'KEY=1\n'])
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
