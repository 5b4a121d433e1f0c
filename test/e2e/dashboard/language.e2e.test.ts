import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { SECTIONS } from '../../support/browser/addresses.js'
import { choose } from '../../support/browser/choose.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const spoken = (page: Page): Promise<string | null> => page.locator('html').getAttribute('lang')
const rail = (page: Page): Promise<readonly string[]> => page.locator('nav[aria-label] [data-label]').allTextContents()
const GERMAN = ['Jetzt', 'Sitzungen', 'Suche', 'Aktivität', 'Einblicke', 'Alarme', 'Einstellungen']

/** Returns all texts and accessible names of the page, without numbers, which change on their own. */
const wordsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const page = document.body.cloneNode(true)
    for (const changing of page.querySelectorAll('time, .num, [aria-live], [role=status], select[aria-hidden]')) changing.remove()
    const told = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...page.querySelectorAll('[' + name + ']')].map((element) => element.getAttribute(name)))
    const texts = []
    const walk = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) texts.push(walk.currentNode.textContent.trim())
    return [...texts, ...told].map((words) => words.replace(/[0-9]+/g, '#')).filter((words) => words !== '')
  })()`)

inChromium('the language', () => {
  const session = randomUUID()
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, session)
      transcript.user('Why is the basket slow?')
      transcript.assistant(text('It reads prices twice.'), call('toolu_1', 'Bash', { command: 'npm test' }))
      transcript.result('toolu_1', 'one\ntwo')
    },
  })
  beforeAll(async () => {
    await stage.agents.asking('Publish the shop', 'npm publish')
    const failed = await stage.agents.working('Fail')
    await stage.agents.hook('StopFailure', failed, { error: 'rate limit', error_type: 'rate_limit' })
  })

  it('falls back to English when a locale file fails to load', async () => {
    const manifest: Readonly<Record<string, { readonly file: string }>> = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../ui/dist/.vite/manifest.json'), 'utf8'),
    )
    const page = await stage.open('/theme.js', { locale: 'de-DE' })
    await page.route(`**/${manifest['src/locales/de/common.json']?.file}`, (route) => route.abort())
    await page.goto(stage.url())
    await page.getByRole('heading', { level: 1, name: '1 agent needs you' }).waitFor()
    expect(await spoken(page)).toBe('en')
  })

  it('changes without a reload in Preferences and persists', async () => {
    const page = await stage.open('/settings/preferences')
    await page.evaluate('globalThis.isSamePage = true')
    expect(await spoken(page)).toBe('en')
    await choose(page.getByLabel('Language'), 'Deutsch')
    await page.getByRole('link', { name: 'Sitzungen' }).waitFor()
    expect([await spoken(page), await page.evaluate('globalThis.isSamePage')]).toEqual(['de', true])
    await page.reload()
    await page.getByRole('link', { name: 'Sitzungen' }).waitFor()
    expect(await spoken(page)).toBe('de')
    await choose(page.getByLabel('Sprache'), 'English')
    await page.getByRole('link', { name: 'Sessions' }).waitFor()
    expect(await spoken(page)).toBe('en')
  })

  it('defaults to the browser language from the first paint', async () => {
    const page = await stage.open('/favicon.svg', { locale: 'de-AT' })
    await page.addInitScript(`globalThis.said = new Set()
      new MutationObserver(() => {
        for (const label of document.querySelectorAll('nav[aria-label] [data-label]')) said.add(label.textContent)
      }).observe(document, { childList: true, subtree: true, characterData: true })`)
    await page.goto(stage.url())
    await page.locator('[data-row="need"]').waitFor()
    expect(await spoken(page)).toBe('de')
    const said = await page.evaluate<readonly string[]>('[...said]')
    expect(said).toEqual(expect.arrayContaining(GERMAN))
    expect(said).not.toContain('Sessions')
    expect(said.filter((words) => /[.:]/.test(words))).toEqual([])
  })

  it('formats numbers, money and dates by locale', async () => {
    const page = await stage.open('/', { locale: 'de-DE' })
    const today = page.locator('[data-gauge="today"] dd')
    await expect.poll(async () => /^\d+,\d\d\u00a0\$$/.test((await today.textContent()) ?? '')).toBe(true)
    const moment = await page.locator('[data-row="need"] time').getAttribute('title')
    expect(moment).toMatch(/^\d{1,2}\. \p{L}+\.? \d{4}, \d\d:\d\d:\d\d$/u)
    await page.goto(`${stage.url()}/sessions/${session}`)
    await page.getByText('2 Zeilen', { exact: true }).waitFor()
  })

  it('leaves user text unchanged inside a translated sentence with markup', async () => {
    const words = '<b>bold</b> {{filters}} $t(save) &lt; </b>'
    const page = await stage.open(`/sessions?q=${encodeURIComponent(words)}`, { locale: 'de-DE' })
    await page.getByRole('button', { name: 'Ansichten' }).click()
    const sentence = page.getByRole('dialog', { name: 'Gespeicherte Ansichten' }).locator('p')
    expect(await sentence.textContent()).toBe(`„${words}“ als Ansicht speichern`)
    expect(await sentence.locator('b').count()).toBe(1)
  })

  /** Chooses a language for every browser of the user. */
  const speak = (i18nextLng: string | null) =>
    fetch(`${stage.url()}/api/me/prefs`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefs: { i18nextLng } }),
    })
  afterEach(() => speak(null))

  it('shows the same texts when changed on a page as when the page is loaded in it', async () => {
    const page = await stage.open('/')
    const says = async (path: string, shows: string): Promise<void> => {
      await page.evaluate("localStorage.setItem('i18nextLng', 'en')")
      await speak('en')
      await page.goto(stage.url() + path)
      await page.locator(shows).first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('deutsch')
      await page.getByRole('option', { name: 'Language: Deutsch' }).click()
      await expect.poll(() => rail(page)).toEqual(expect.arrayContaining(GERMAN))
      const changed = await wordsOf(page)
      await page.reload()
      await page.locator(shows).first().waitFor()
      await expect.poll(() => wordsOf(page), { message: path }).toEqual(changed)
    }
    await says('/', '[data-row="need"]')
    await says('/sessions', 'a[data-session]')
    await says(`/sessions/${session}`, '[data-tool]')
    await says(`/sessions/${session}?tab=agents`, '[data-agent]')
    await says(`/sessions/${session}?tab=timeline`, '[data-lane]')
    await says(`/sessions/${session}?tab=cost`, 'main table')
    await says(`/sessions/${session}?tab=files`, '[data-part="files"]')
    await says(`/sessions/${session}?tab=events`, '[data-call]')
    await says('/activity', '[data-call]')
    await says('/activity?raw=true', '[data-event]')
    await says('/insights/cost', '[data-bar]')
    for (const tab of ['activity', 'tools', 'agents', 'errors']) await says(`/insights/${tab}`, 'main h2')
    await says('/search?q=prices', 'aside [data-current]')
    await says('/nowhere', '[data-note]')
    for (const [path, shows] of SECTIONS) await says(path, shows)
  })
})
