import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { askControl } from '../../../../src/adapters/http-server/control.js'
import { passWelcome } from '../../../support/browser/pass-welcome.js'
import { inChromium, useStage } from '../../../support/browser/stage.js'
import { transcriptElsewhere } from '../../../support/browser/transcript.js'

const PASSWORD = 'correct-horse-1'

inChromium('The pages of a service with several users', () => {
  const stage = useStage({ env: { SVC_MODE: 'server' } })
  const host = (method: string, target: string, body: unknown) =>
    askControl(join(stage.places.env['SVC_DATA_DIR'] ?? '', 'control.sock'), { method, target, body })
  let grace: string
  let count = 0
  beforeEach(async () => {
    await host('POST', '/control/setup', { username: 'ada', password: PASSWORD })
    // The service is that of all tests, so each has users of its own.
    count += 1
    grace = `grace${count}`
    await host('POST', '/api/users', { username: grace, password: PASSWORD, role: 'member' })
  })

  const openAs = async (username: string, path: string, password = PASSWORD): Promise<Page> => {
    const page = await stage.open(path)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await passWelcome(page)
    await page.getByText('Live', { exact: true }).waitFor()
    return page
  }
  const sections = (page: Page) =>
    page.getByRole('navigation', { name: 'Sections of Settings' }).getByRole('link').allTextContents()

  it('adds a user, with what is wrong at its field, and shows it at once to another admin', async () => {
    await host('POST', '/api/users', { username: 'ann', password: PASSWORD, role: 'analyst' })
    const [page, other] = [await openAs('ada', '/settings/users'), await openAs('ann', '/settings/users')]
    await page.getByRole('button', { name: 'Add user' }).click()
    const dialog = page.getByRole('dialog')
    const add = () => dialog.getByRole('button', { name: 'Add user' }).click()
    await dialog.getByLabel('Username').fill('bob')
    await dialog.getByLabel('Password', { exact: true }).fill('short')
    await add()
    await dialog.getByText('Enter your password').waitFor()
    await dialog.getByLabel('Your password').fill('wrong-password')
    await add()
    await dialog.getByText('Wrong password').waitFor()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await add()
    await dialog.getByText(/8 to 128 characters/).waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill('another-phrase-1')
    await add()
    await dialog.waitFor({ state: 'hidden' })
    for (const seen of [page, other]) await seen.getByRole('link', { name: /bob/ }).waitFor()
    expect(await other.getByRole('button', { name: 'Add user' }).count()).toBe(0)
  })

  it('changes, disables and deletes a user, and ends their login', async () => {
    const page = await openAs('ada', '/settings/users')
    const theirs = await openAs(grace, '/sessions')
    await page.getByRole('link', { name: grace }).click()
    await page.getByLabel('Name').fill('Grace Hopper')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const confirm = async (action: string): Promise<void> => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Your password').fill(PASSWORD)
      await dialog.getByRole('button', { name: action }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await confirm('Save')
    await page.getByRole('heading', { name: /Grace Hopper/ }).waitFor()
    await page.getByRole('button', { name: 'Disable' }).click()
    await confirm('Disable')
    await theirs.getByText('Your login ended.').waitFor()
    await page.getByRole('button', { name: 'Delete Grace Hopper' }).click()
    await confirm('Delete user')
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /Grace Hopper/ }).count()).toBe(0)
  })

  it('shows each role its own sections, and the own account to everybody', async () => {
    const member = await openAs(grace, '/settings/account')
    await member.getByText('An admin set your password.').waitFor()
    expect(await sections(member)).toEqual(['Account', 'Preferences', 'Pricing', 'Import', 'About'])
    await member.getByRole('button', { name: 'Change' }).click()
    const dialog = member.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByLabel('New password').fill('only-grace-knows-1')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await member.getByText('Password changed.').waitFor()
    await expect.poll(() => member.getByText('An admin set your password.').count()).toBe(0)
    await member.goto(`${stage.url()}/settings/users`)
    await member.getByText('Your account may not see this.').waitFor()
  })

  it('lets a member import what they send, which is theirs, and nothing of the host', async () => {
    const page = await openAs(grace, '/settings/import')
    await page.locator('[data-drop]').waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Other machines', 'Backup'])
    const file = transcriptElsewhere(stage.places, `sent-by-${grace}`, 'Paint the shop')
    await page.locator('[data-drop] input[type=file]').setInputFiles(file)
    await page.getByText('1 new session.').waitFor()
    await page.goto(`${stage.url()}/sessions`)
    await page.getByText('Paint the shop').first().waitFor()
    await host('POST', '/api/users', { username: 'alan', password: PASSWORD, role: 'analyst' })
    const staff = await openAs('alan', '/settings/import')
    await staff.locator('[data-drop]').waitFor()
    expect(await staff.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Other machines', 'Backup'])
    const { body } = (await host('GET', '/api/users', undefined)) ?? {}
    expect(body).toMatchObject({
      users: expect.arrayContaining([expect.objectContaining({ username: grace, sessions: 1 })]),
    })
  })

  it('makes an access token that works, shows it once, and revokes it', async () => {
    const page = await openAs(grace, '/settings/account')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('scraper')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const secret = (await dialog.locator('code').textContent()) ?? ''
    const status = async () =>
      (await fetch(`${stage.url()}/api/sessions`, { headers: { authorization: `Bearer ${secret}` } })).status
    expect(await status()).toBe(200)
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await page.getByText(secret).count()).toBe(0)
    await page.getByRole('button', { name: 'Revoke scraper' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No tokens').waitFor()
    expect(await status()).toBe(401)
  })

  it('asks an admin for the password before all data is deleted, not before it is counted', async () => {
    const post = (data: object) =>
      fetch(`${stage.url()}/api/hooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ hook_type: 'UserPromptSubmit', data }),
      })
    await post({ session_id: 'to-delete', cwd: '/srv/x', prompt: 'hello' })
    const page = await openAs('ada', '/settings/data')
    await page.getByRole('button', { name: 'Preview Delete finished sessions older than' }).click()
    await page.getByText('No finished session is that old').waitFor()
    await page.getByRole('button', { name: 'Preview Delete all sessions' }).click()
    const group = page.getByRole('group', { name: /^Delete \d+ session/ })
    await group.getByLabel('Your password').fill('wrong-password')
    await group.getByRole('button', { name: /^Delete/ }).click()
    await group.getByText('Wrong password').waitFor()
    await group.getByLabel('Your password').fill(PASSWORD)
    await group.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText('All sessions deleted').waitFor()
  })

  it('says in the audit log who changed whom', async () => {
    const page = await openAs('ada', '/settings/audit')
    await page.getByRole('listitem').filter({ hasText: grace }).first().waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Changed the mode' }).click()
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: grace }).count()).toBe(0)
  })
})
