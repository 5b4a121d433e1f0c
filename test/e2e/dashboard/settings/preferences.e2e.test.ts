import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { choose } from '../../../support/browser/choose.js'
import { inChromium, useStage } from '../../../support/browser/stage.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const looks = (page: Page): Promise<unknown> => page.evaluate('({ ...document.documentElement.dataset })')

/** Returns the elements whose text contrast is below WCAG AAA. */
const pale = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  return page.evaluate<readonly string[]>(
    `axe.run(document, { runOnly: { type: 'rule', values: ['color-contrast-enhanced'] } })
      .then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)))`,
  )
}

inChromium('Preferences', () => {
  const stage = useStage()
  beforeAll(async () => {
    await stage.agents.working('Paint the shop', 'painter')
    await stage.agents.asking('Publish the shop', 'npm publish')
    const failed = await stage.agents.working('Fail')
    await stage.agents.hook('StopFailure', failed, { error: 'rate limit', error_type: 'rate_limit' })
  })

  const put = (prefs: Readonly<Record<string, string | null>>) =>
    fetch(`${stage.url()}/api/me/prefs`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefs }),
    })
  const stored = async (): Promise<Readonly<Record<string, string>>> =>
    ((await (await fetch(`${stage.url()}/api/me/prefs`)).json()) as { prefs: Record<string, string> }).prefs
  // They follow the user from page to page, and so from test to test.
  afterEach(async () => {
    await put(Object.fromEntries(Object.keys(await stored()).map((key) => [key, null])))
  })

  it('follow the user to another browser', async () => {
    const page = await stage.open('/settings/preferences', { colorScheme: 'light' })
    const other = await stage.openApart('/settings/preferences')
    const choices = page.locator('#page')
    await choices.getByText('Dark', { exact: true }).click()
    await choices.getByText('Codex', { exact: true }).click()
    await choose(choices.getByLabel('Permission mode'), 'plan')
    await choices.getByText('Compact', { exact: true }).click()
    await expect.poll(stored).toEqual({ theme: 'dark', 'svc.defaultTool': 'cli_b', 'svc.permissionMode': 'plan' })
    await other.reload()
    await expect.poll(() => looks(other)).toMatchObject({ theme: 'dark', density: 'comfortable' })
    expect(await other.locator('#page').getByRole('radio', { name: 'Codex' }).isChecked()).toBe(true)
    // It is chosen there too, and comes back when this page is looked at again.
    await other.locator('#page').getByText('Light', { exact: true }).click()
    await expect.poll(stored).toMatchObject({ theme: 'light' })
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect.poll(() => looks(page)).toMatchObject({ theme: 'light', density: 'compact' })
  })

  it('persist and apply from the first paint of the next visit', async () => {
    const page = await stage.open('/settings/preferences', { colorScheme: 'light' })
    const choices = page.locator('#page')
    const plain = { theme: 'light', density: 'comfortable', contrast: 'normal', motion: 'full' }
    expect(await looks(page)).toEqual(plain)
    await choices.getByText('Dark', { exact: true }).click()
    await choices.getByText('Compact', { exact: true }).click()
    await choices.getByRole('switch', { name: 'Increase contrast' }).click()
    await choices.getByRole('switch', { name: 'Reduce motion' }).click()
    const chosen = { theme: 'dark', density: 'compact', contrast: 'more', motion: 'reduced' }
    expect(await looks(page)).toEqual(chosen)
    const marked = () =>
      choices
        .getByRole('radio', { checked: true })
        .evaluateAll((all) => all.map(({ parentElement }) => parentElement?.textContent))
    expect(await marked()).toEqual(['Dark', 'Compact', '24 h', 'Claude Code'])
    await page.route('**/assets/**', (route) => route.abort())
    await page.reload()
    expect(await looks(page)).toEqual(chosen)
  })

  it('include the format of times and the page that opens first', async () => {
    const page = await stage.open('/settings/preferences')
    const choices = page.locator('#page')
    await choices.getByText('12 h', { exact: true }).click()
    await choose(choices.getByLabel('Start page'), 'Sessions')
    await page.goto(stage.url())
    await page.waitForURL('**/sessions')
    // A reload of Now stays there.
    await page.getByRole('link', { name: 'Now' }).click()
    await page.locator('[data-row="need"]').waitFor()
    expect(await page.locator('[data-row] time').first().getAttribute('title')).toMatch(/\d:\d\d:\d\d (am|pm)$/)
    await page.reload()
    await page.locator('[data-row="need"]').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('follow the system settings by default', async () => {
    const page = await stage.open('/', { colorScheme: 'dark', contrast: 'more', reducedMotion: 'reduce' })
    await page.locator('[data-row]').first().waitFor()
    expect(await looks(page)).toMatchObject({ theme: 'dark', contrast: 'more', motion: 'reduced' })
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', reducedMotion: 'no-preference' })
    await expect.poll(() => looks(page)).toMatchObject({ theme: 'light', contrast: 'normal', motion: 'full' })
  })

  it('distinguish the selected option with forced colours', async () => {
    const page = await stage.open('/settings/preferences', { forcedColors: 'active' })
    await page.locator('#page').getByText('Compact', { exact: true }).waitFor()
    const groundOf = (selector: string): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
    expect(await groundOf('fieldset input:checked + span')).not.toBe(
      await groundOf('fieldset input:not(:checked) + span'),
    )
    expect(await groundOf('nav a[aria-current]')).not.toBe(await groundOf('nav a:not([aria-current])'))
    expect(await groundOf('[role="switch"] i')).not.toBe(await groundOf('[role="switch"]'))
  })

  it.each(['light', 'dark'] as const)('for more contrast give every text 7:1 in the %s theme', async (colorScheme) => {
    const page = await stage.open('/', { colorScheme, contrast: 'more' })
    for (const [path, shows] of [
      ['/', '[data-row="need"]'],
      ['/sessions/painter', 'main h1'],
      ['/settings/pricing', 'tbody tr'],
      ['/alerts', 'main h2'],
      ['/settings/import', '[data-drop]'],
    ] as const) {
      await page.goto(stage.url() + path)
      await page.locator(shows).first().waitFor()
      expect(await pale(page), path).toEqual([])
    }
  })

  it('badge the icon of the installed app with the number of waiting agents', async () => {
    const page = await stage.openApart('/activity')
    await page.addInitScript('globalThis.badges = []; navigator.setAppBadge = async (count) => { badges.push(count) }')
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    const badge = () => page.evaluate('badges.at(-1)')
    await expect.poll(badge).toBe(1)
    await stage.agents.asking('Sell the shop', 'npm sell')
    await expect.poll(badge).toBe(2)
  })

  it('belong to an installable app whose manifest has no missing file', async () => {
    const manifest = await fetch(`${stage.url()}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
    const { icons, start_url } = (await manifest.json()) as {
      readonly icons: readonly { readonly src: string; readonly type: string }[]
      readonly start_url: string
    }
    expect(start_url).toBe('/')
    for (const { src, type } of [
      ...icons,
      { src: '/icons/180.png', type: 'image/png' },
      { src: '/icons/badge.png', type: 'image/png' },
    ]) {
      const icon = await fetch(stage.url() + src)
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
    }
    const page = await stage.openApart()
    const browser = await page.context().newCDPSession(page)
    const { url, errors } = await browser.send('Page.getAppManifest')
    expect([url, errors]).toEqual([`${stage.url()}/manifest.webmanifest`, []])
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // The test runs in an incognito window, which cannot install an app; no other error is allowed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })

  it('keep the instructions for new agents on the service, up to their limit', async () => {
    const page = await stage.open('/settings/preferences')
    const text = page.getByRole('textbox', { name: 'Instructions for new agents' })
    await text.fill('Run the tests.\n<b>Be brief.</b>')
    await page.getByText('15,969 characters left').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(() => text.inputValue()).toBe('Run the tests.\n<b>Be brief.</b>')
    await text.fill('x'.repeat(16_001))
    await page.getByRole('alert').getByText('1 character too many').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await text.inputValue()).toBe('Run the tests.\n<b>Be brief.</b>')
  })
})
