import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { askControl } from '../../../src/adapters/http-server/control.js'
import { graveFaults, scrollsSideways, tinyText } from '../../support/browser/faults.js'
import { passWelcome } from '../../support/browser/pass-welcome.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { openReceiver } from '../../support/http/receiver.js'

/** A vendor for which every account is nearly full. The environment of the service names it, so it is there before. */
const vendor = await openReceiver()
vendor.answer = (_, response) => {
  const window = { utilization: 97, resets_at: '2099-01-01T00:00:00Z' }
  response.writeHead(200).end(JSON.stringify({ five_hour: window, seven_day: window }))
}
afterAll(() => vendor.close())

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'de-DE' } as const
const noFaults = async (page: Page): Promise<void> => {
  expect(await graveFaults(page)).toEqual([])
  expect(await scrollsSideways(page)).toBe(false)
  expect(await tinyText(page)).toEqual([])
}
/** Signs in as Claude Code does. */
const signInTo = (home: string, who: string): void => {
  const tokens = { accessToken: `access-of-${who}`, refreshToken: `refresh-of-${who}`, expiresAt: 9e12, scopes: [] }
  writeFileSync(join(home, '.credentials.json'), JSON.stringify({ claudeAiOauth: tokens }))
  const account = { accountUuid: who, emailAddress: `${who}@example.org` }
  writeFileSync(join(home, '.claude.json'), JSON.stringify({ oauthAccount: account }))
}

inChromium('Saved logins and AI proxies', () => {
  const stage = useStage()
  const home = () => stage.places.claudeHome

  it('are saved, and switched with one click', async () => {
    const page = await stage.open('/config?kind=profiles')
    await page.getByText('Claude Code is signed out').waitFor()
    for (const who of ['ada', 'eve']) {
      signInTo(home(), who)
      await page.reload()
      await page.getByText('Signed in, not saved').waitFor()
      await page.getByRole('button', { name: 'Save login' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(who.toUpperCase())
      await page.getByRole('dialog').getByRole('button', { name: 'Save login' }).click()
      await page.getByText(`Saved as ${who.toUpperCase()}.`, { exact: true }).first().waitFor()
    }
    await page.getByRole('button', { name: 'Switch' }).click()
    await page.getByRole('button', { name: 'Switch to ADA' }).click()
    await page.getByText('New agents sign in as this account. Saved as ADA.').waitFor()
    expect(readFileSync(join(home(), '.credentials.json'), 'utf8')).toContain('access-of-ada')
    await page.getByRole('button', { name: 'Actions for ADA' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete login' }).click()
    await page.getByText('it is the only saved copy of the login in use').waitFor()
  })

  it('replace a login that is not saved only when its user accepts the loss', async () => {
    signInTo(home(), 'zoe')
    const page = await stage.open('/config?kind=profiles')
    await page.getByText('Signed in, not saved').waitFor()
    await page.getByRole('button', { name: 'Switch' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('After the switch you would have to sign in again.').waitFor()
    await dialog.getByRole('button', { name: 'Switch, lose login' }).click()
    await page.getByText('New agents sign in as this account.').waitFor()
    expect(readFileSync(join(home(), '.credentials.json'), 'utf8')).not.toContain('zoe')
  })

  it('are tested, saved, chosen for a lane, and taken off it when they are deleted', async () => {
    const page = await stage.open('/config?kind=proxies')
    await page.getByRole('button', { name: 'Add proxy' }).click()
    await page.getByLabel('Name').fill('team')
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9')
    await page.getByLabel('API key').fill('sk-secret')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('No answer: the connection was refused.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Key saved · 0 lanes').waitFor()
    const made = await fetch(`${stage.url()}/api/lanes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: stage.places.folder }),
    })
    const { lane } = (await made.json()) as { lane: { id: number } }
    await page.goto(`${stage.url()}/lanes/${lane.id}?tab=settings`)
    await page.getByRole('combobox', { name: 'AI proxy' }).click()
    await page.getByRole('option', { name: 'team' }).click()
    const settings = join(stage.places.folder, '.claude', 'settings.local.json')
    await expect.poll(() => existsSync(settings)).toBe(true)
    await page.goto(`${stage.url()}/lanes/${lane.id}?start=true`)
    await page.getByRole('combobox', { name: 'AI proxy' }).click()
    await page.getByRole('option', { name: 'None' }).click()
    const asked = page.waitForRequest((request) => request.url().endsWith(`/api/lanes/${lane.id}/start`))
    await page.getByRole('button', { name: /^Start in slot/ }).click()
    expect((await asked).postDataJSON()).toMatchObject({ proxy: 'native' })
    await page.goto(`${stage.url()}/config?kind=proxies`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Default model').fill('large')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 lane uses the new settings.').waitFor()
    expect(readFileSync(settings, 'utf8')).toContain('"large"')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete, reset 1 lane' }).click()
    await page.getByText('No proxy yet').waitFor()
    expect(existsSync(settings)).toBe(false)
  })

  it('have no serious accessibility fault on a phone', async () => {
    const page = await stage.open('/config?kind=profiles', PHONE)
    await page.getByRole('heading', { name: 'Gespeicherte Anmeldungen' }).waitFor()
    await noFaults(page)
    await page.goto(`${stage.url()}/config?kind=proxies`)
    await page.getByText('Noch kein Proxy').waitFor()
    await noFaults(page)
  })
})

inChromium('The account pool', () => {
  const stage = useStage({ env: { SVC_MODE: 'server', SVC_CLAUDE_API_URL: vendor.url } })
  const PASSWORD = 'correct-horse-1'
  const host = (method: string, target: string, body: unknown) =>
    askControl(join(stage.places.env['SVC_DATA_DIR'] ?? '', 'control.sock'), { method, target, body })

  it('says which accounts can take agents, and asks for the password before it changes', async () => {
    await host('POST', '/control/setup', { username: 'ada', password: PASSWORD })
    const page = await stage.open('/config?kind=pool')
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await passWelcome(page)
    await page.getByText('No accounts in the pool').waitFor()
    await page.getByRole('button', { name: 'Add account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'From' }).click()
    await page.getByRole('option', { name: 'Long-lived token' }).click()
    await dialog.getByLabel('Token').fill('sk-ant-oat01-secret')
    await dialog.getByLabel('Name').fill('ci')
    await dialog.getByLabel('Your password').fill('wrong')
    await dialog.getByRole('button', { name: 'Add account' }).click()
    await dialog.getByText('Wrong password').waitFor()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add account' }).click()
    await page.getByText('Not read yet').waitFor()
    await page.getByRole('button', { name: 'Read limits' }).click()
    await page.getByText('No Claude Code account is free').waitFor()
    await page.getByText(/^Full until \S/).waitFor()
    expect(await page.content()).not.toContain('sk-ant-oat01-secret')
    await noFaults(page)
    await page.setViewportSize(PHONE.viewport)
    await noFaults(page)
    await page.getByRole('button', { name: 'Remove ci' }).click()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Remove account' }).click()
    await page.getByText('No accounts in the pool').waitFor()
  })
})
