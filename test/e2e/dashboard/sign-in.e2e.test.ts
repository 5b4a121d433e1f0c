import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { askControl } from '../../../src/adapters/http-server/control.js'
import { graveFaults } from '../../support/browser/faults.js'
import { passWelcome } from '../../support/browser/pass-welcome.js'
import { inChromium, useStage } from '../../support/browser/stage.js'

const PASSWORD = 'correct-horse-1'

inChromium('the dashboard of a service in server mode', () => {
  const stage = useStage({ env: { SVC_MODE: 'server' } })

  const host = (method: string, target: string, body: unknown) =>
    askControl(join(stage.places.env['SVC_DATA_DIR'] ?? '', 'control.sock'), { method, target, body })
  const signIn = async (page: Page, username: string, password: string): Promise<void> => {
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  /** Signs in, and keeps all settings at the first time. */
  const enter = async (page: Page, username: string): Promise<void> => {
    await signIn(page, username, PASSWORD)
    await passWelcome(page)
  }

  it('says what to run before it is set up, asks to sign in, and refuses a wrong password', async () => {
    const page = await stage.open()
    await page.getByRole('heading', { name: 'This server has no admin yet' }).waitFor()
    await page.getByText('switchyard server setup').waitFor()
    await host('POST', '/control/setup', { username: 'ada', password: PASSWORD })
    // It notices by itself; the button only asks sooner.
    await page.getByLabel('Username').waitFor()
    await signIn(page, 'ada', 'wrong-password')
    await page.getByText('Wrong username or password').waitFor()
    await enter(page, 'ada')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByText('ada', { exact: true }).waitFor()
  })

  it('lets a new user set what they need once, and nothing at the next login', async () => {
    await host('POST', '/control/setup', { username: 'ada', password: PASSWORD })
    await host('POST', '/api/users', { username: 'hedy', password: PASSWORD, role: 'member' })
    const page = await stage.open('/sessions', { colorScheme: 'light' })
    await signIn(page, 'hedy', PASSWORD)
    await page.getByRole('heading', { name: 'Welcome, hedy' }).waitFor()
    await page.getByText('Dark', { exact: true }).click()
    await page.getByText('Codex', { exact: true }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await graveFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    // An admin chose the password, and knows it.
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByLabel('New password').fill(`${PASSWORD} of hedy`)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('button', { name: 'Change password' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/sessions')

    const other = await stage.openApart('/sessions', { colorScheme: 'light' })
    await signIn(other, 'hedy', `${PASSWORD} of hedy`)
    await other.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => other.locator('html').getAttribute('data-theme')).toBe('dark')
  })

  it('shows each user their own sessions at once, and nothing after they sign out', async () => {
    await host('POST', '/control/setup', { username: 'ada', password: PASSWORD })
    await host('POST', '/api/users', { username: 'grace', password: PASSWORD, role: 'member' })
    const pages = { ada: await stage.open('/sessions'), grace: await stage.open('/sessions') }
    for (const name of ['ada', 'grace'] as const) {
      await enter(pages[name], name)
      await pages[name].getByText('Live', { exact: true }).waitFor()
    }
    const cwd = join(stage.places.env['SVC_DATA_DIR'] ?? '', 'users', 'grace', 'shop')
    const post = (data: object, hook = 'UserPromptSubmit') =>
      fetch(`${stage.url()}/api/hooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ hook_type: hook, data }),
      })
    await post({ session_id: 'of-host', cwd: '/srv/private', prompt: 'only for the host' })
    await post({ session_id: 'of-grace', cwd, prompt: 'the basket of grace' })
    await pages.grace.getByText('the basket of grace').first().waitFor()
    await pages.ada.getByText('only for the host').first().waitFor()
    expect(await pages.grace.getByText('only for the host').count()).toBe(0)
    // Staff see their own rows, until they ask for those of everybody.
    expect(await pages.ada.getByText('the basket of grace').count()).toBe(0)
    const rows = pages.ada.getByTitle('Whose rows lists show (e)')
    expect(await rows.textContent()).toBe('Mine')
    await pages.ada.keyboard.press('e')
    await pages.ada.getByText('the basket of grace').first().waitFor()
    expect(await rows.textContent()).toBe('Everyone')
    await pages.ada
      .getByText(/shop .*grace/)
      .first()
      .waitFor()
    expect(await pages.grace.getByTitle('Whose rows lists show (e)').count()).toBe(0)

    // What waits for grace does not wait for ada, who sees it.
    const asks = { session_id: 'of-grace', cwd, notification_type: 'permission_prompt', message: 'Claude needs you' }
    await post(asks, 'Notification')
    await pages.ada.getByRole('link', { name: 'Now' }).click()
    const group = (name: 'ada' | 'grace', of: string) => pages[name].locator(`[data-group="${of}"] [data-session]`)
    await group('ada', 'others').waitFor()
    expect(await group('ada', 'others').getAttribute('data-row')).toBe('need-other')
    expect(await group('ada', 'others').locator('[data-owner]').textContent()).toBe('grace ')
    expect([await group('ada', 'waiting').count(), await pages.ada.title()]).toEqual([0, 'Now · Switchyard'])
    await pages.grace.getByRole('link', { name: 'Now' }).click()
    await group('grace', 'waiting').waitFor()
    await pages.ada.keyboard.press('e')
    await pages.ada.getByRole('button', { name: '1 agent waits for others' }).click()
    await group('ada', 'others').waitFor()
    expect(await pages.grace.getByText('waits for others').count()).toBe(0)

    await pages.grace.getByRole('button', { name: 'Sign out' }).click()
    await pages.grace.getByText('You are signed out. Agents keep running.').waitFor()
    await pages.grace.reload()
    await pages.grace.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await pages.grace.getByText('the basket of grace').count()).toBe(0)

    // In the browser of somebody who saw the rows of everybody, a member has only their own.
    await pages.ada.getByRole('button', { name: 'Sign out' }).click()
    await enter(pages.ada, 'grace')
    await group('ada', 'waiting').waitFor()
    expect(await group('ada', 'others').count()).toBe(0)
  })

  it('asks again when the login was ended by somebody else', async () => {
    await host('POST', '/control/setup', { username: 'ada', password: PASSWORD })
    const page = await stage.open()
    await enter(page, 'ada')
    await page.getByText('Live', { exact: true }).waitFor()
    await host('PATCH', '/api/users/1', { signOut: true })
    await page.getByText('Your login ended.').waitFor()
  })
})
