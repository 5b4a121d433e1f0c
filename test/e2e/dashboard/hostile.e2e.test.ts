import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { SECTIONS } from '../../support/browser/addresses.js'
import { type Guarded, guarded } from '../../support/browser/guarded.js'
import { HOSTILE_WORDS, RUN } from '../../support/browser/hostile-words.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

interface Named {
  readonly name?: string
  readonly label?: string
}

const PAGES: readonly (readonly [path: string, shows: string])[] = [
  ['/sessions', 'a[data-session]'],
  ['/activity', '[data-call]'],
  ['/activity?raw=true', '[data-event]'],
  ...['cost', 'activity', 'tools', 'agents', 'errors'].map(
    (tab) => [`/insights/${tab}?period=all`, 'main h2'] as const,
  ),
  ...SECTIONS,
]
/** A selector that each tab shows for a session with a transcript. */
const TABS = new Map([
  ['timeline', '[data-lane]'],
  ['cost', 'main table'],
  ['agents', '[data-agent]'],
  ['files', '[data-part="files"]'],
  ['events', '[data-call]'],
])
const AGENT = 'a1b2c3d4e5f60718'

const allOpened = (opened: number): boolean => opened >= HOSTILE_WORDS.length

/**
 * Scrolls the list down by 500 px. At the end it starts again from the top if the last pass found nothing, because rows
 * that grew when they were opened may have moved a closed row out of view.
 */
const scrollOn = (list: Locator, foundNone: boolean): Promise<void> =>
  list.evaluate((element, again) => {
    let scroller = element
    while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement
    if (scroller === null) return
    const atFoot = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
    scroller.scrollTop = atFoot && again ? 0 : scroller.scrollTop + 500
  }, foundNone)

/** Opens closed rows while it scrolls, until `isOver`. A row that is rendered too late is opened in the next pass. */
const openAll = async (
  { page, expectHarmless }: Guarded,
  list: string,
  closed: string,
  isOver: (opened: number) => boolean | Promise<boolean>,
): Promise<void> => {
  let opened = 0
  for (let over = false; !over; ) {
    // Checked before the last rows are opened, because they are rendered together with the end of the list.
    over = await isOver(opened)
    const found = await page.locator(closed).evaluateAll((all) => {
      for (const one of all) one.dispatchEvent(new Event('click', { bubbles: true }))
      return all.length
    })
    opened += found
    await scrollOn(page.locator(list), found === 0)
    await expectHarmless()
  }
}

inChromium('hostile texts', () => {
  const session = randomUUID()
  const stage = useStage({
    before: (places) => {
      const main = transcriptOf(places, session)
      const sub = transcriptOf(places, session, AGENT)
      for (const [index, words] of HOSTILE_WORDS.entries()) {
        main.user(words)
        main.assistant(text(words), call(`toolu_${index}`, words, { command: words, file_path: words, [words]: words }))
        main.result(`toolu_${index}`, words)
        const edit = { file_path: words, old_string: words, new_string: `${words} ` }
        sub.assistant(text(words), call(`toolu_s${index}`, 'Edit', edit))
      }
      main.user('The last words.')
      sub.assistant(text('The last words.'))
    },
  })
  const watched = (path: string) => guarded(stage, path)
  const named = { rules: [] as string[], targets: [] as string[], sources: [] as string[] }
  /** Creates something with a hostile name. The service may reject the name with 400. */
  const give = async (kind: keyof typeof named, path: string, body: object): Promise<void> => {
    const answer = await fetch(stage.url() + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([201, 400]).toContain(answer.status)
    if (answer.status !== 201) return
    const { rule, target, source } = (await answer.json()) as Record<'rule' | 'target' | 'source', Named | undefined>
    named[kind].push(rule?.name ?? target?.name ?? source?.label ?? '')
  }
  const names: { readonly id: string; readonly name: string }[] = []
  beforeAll(async () => {
    const { hook } = stage.agents
    for (const [index, words] of HOSTILE_WORDS.entries()) {
      const id = `hostile-${index}`
      await hook('SessionStart', id, { source: words, cwd: words, model: words })
      await hook('UserPromptSubmit', id, { prompt: words, session_title: words })
      await hook('SubagentStart', id, { agent_id: `agent-${index}`, agent_type: words })
      await hook('PermissionRequest', id, { tool_name: words, tool_input: { command: words } })
      await hook('Notification', 'told', { message: words, title: words, notification_type: words })
      await hook('PostToolUseFailure', 'told', { tool_name: words, tool_input: words, error: words })
      await hook('StopFailure', `failed-${index}`, { error: words, error_type: words })
      await fetch(`${stage.url()}/api/hooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ hook_type: words, data: { session_id: words } }),
      })
    }
    for (const words of HOSTILE_WORDS) {
      const config = { event_type: words.slice(0, 100), threshold: 1, window_minutes: 5 }
      const url = 'https://127.0.0.1:9/hook'
      await Promise.all([
        give('rules', '/api/alerts/rules', { name: words, rule_type: 'event_pattern', config, enabled: false }),
        give('targets', '/api/webhooks', { name: words, type: 'generic', url, enabled: false }),
        give('sources', '/api/remote-sources', { label: words, host: 'nobody.invalid', enabled: false }),
      ])
    }
    const answer = await fetch(`${stage.url()}/api/sessions?limit=1000&q=`)
    const { sessions } = (await answer.json()) as { sessions: { readonly id: string; readonly name: string | null }[] }
    for (const { id, name } of sessions) if (id.startsWith('hostile-')) names.push({ id, name: name ?? '' })
  })

  it('number at least 60', () => expect(new Set(HOSTILE_WORDS).size).toBeGreaterThanOrEqual(60))

  it('in a transcript run no script and fetch nothing when opened and scrolled', async () => {
    const seen = await watched(`/sessions/${session}`)
    const { page } = seen
    const end = page.getByText('The last words.').last()
    await end.waitFor()
    await page.keyboard.press('Home')
    await page
      .locator('[data-message]')
      .filter({ hasText: `<script>${RUN}</script>` })
      .first()
      .waitFor()
    const isOver = (opened: number) => allOpened(opened) && end.isVisible()
    await openAll(seen, '[role="log"]', '[data-tool] > div > [aria-expanded="false"]', isOver)
    await page.getByRole('complementary').locator('[data-node]').nth(1).click()
    await end.waitFor()
    await seen.expectHarmless()
  })

  it('in hooks run no script and fetch nothing on Now', async () => {
    const { page, expectHarmless } = await watched('/')
    await page.locator('[data-row="need"]').first().waitFor()
    // Each is drawn in the panel, and every third is looked at for long enough to do harm.
    for (let visited = 0; visited < HOSTILE_WORDS.length; visited += 1) {
      await page.keyboard.press('n')
      await page.waitForURL((url) => url.searchParams.get('at') === `hostile-${visited}`)
      if (visited % 3 === 2) await expectHarmless()
    }
  })

  it('are shown as plain text, and do not move the text beside them', async () => {
    // A row is rendered only near the visible part of the list.
    const page = await stage.open('/', { viewport: { width: 1280, height: 12_000 } })
    await page.locator('[data-row="need"]').nth(9).waitFor()
    expect(names.length).toBe(HOSTILE_WORDS.length)
    const shown = async (): Promise<readonly (readonly [id: string, name: string])[]> =>
      page
        .locator('[data-row="need"][data-session^="hostile-"]')
        .evaluateAll((rows) =>
          rows.map((row) => [row.dataset['session'] ?? '', row.querySelector('b')?.textContent ?? ''] as const),
        )
    await expect
      .poll(async () => new Map(await shown()))
      .toEqual(new Map(names.map(({ id, name }) => [id, name] as const)))
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    const ages = await page
      .locator('[data-row] time')
      .evaluateAll((all) => all.map((age) => age.getBoundingClientRect()).map(({ left, right }) => [left, right]))
    // All ages share one right edge: neither bidi characters nor endless words move a number.
    expect(new Set(ages.map(([, right]) => Math.round(right ?? 0))).size).toBe(1)
  })

  it('run no script and fetch nothing on any tab of a session', async () => {
    const { page, expectHarmless } = await watched('/')
    for (const id of [session, 'hostile-2', 'told', 'failed-3', encodeURIComponent(HOSTILE_WORDS[0] ?? '')]) {
      // One page load per session; the test then clicks through its tabs.
      await page.goto(`${stage.url()}/sessions/${id}`)
      const tabs = page.getByRole('navigation', { name: 'Parts of the session' }).getByRole('link')
      await tabs.or(page.locator('[data-note]')).first().waitFor()
      await expectHarmless()
      for (const tab of await tabs.all()) {
        await tab.click()
        await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')
        const name = new URL(page.url()).searchParams.get('tab')
        if (id === session && name !== null)
          await page
            .locator(TABS.get(name) ?? '')
            .first()
            .waitFor()
        await expectHarmless()
      }
    }
  })

  it('run no script and fetch nothing in the payloads of events', async () => {
    const seen = await watched('/activity?kind=PermissionRequest')
    await seen.page.locator('[data-event]').nth(5).waitFor()
    await openAll(seen, '[data-events]', '[data-event] > [aria-expanded="false"]', allOpened)
  })

  it('run no script and fetch nothing as search text', async () => {
    const sessions = await watched('/sessions')
    const activity = await watched('/activity')
    for (const { page, expectHarmless } of [sessions, activity]) {
      const field = page.getByRole('searchbox')
      for (const [index, words] of HOSTILE_WORDS.entries()) {
        await field.fill(words)
        expect(await field.inputValue()).not.toBe('')
        if (index % 3 === 2) await expectHarmless()
      }
      await expectHarmless()
      await page.reload()
      await field.waitFor()
      await expectHarmless()
    }
  })

  it.each(PAGES)('run no script and fetch nothing on %s', async (path, shows) => {
    const { page, expectHarmless } = await watched(path)
    await page.locator(shows).first().waitFor()
    await expectHarmless()
  })

  it.each([
    ['/alerts', 'rules'],
    ['/alerts', 'targets'],
    ['/settings/machines', 'sources'],
  ] as const)('as user-defined names are shown as plain text on %s', async (path, kind) => {
    const { page, expectHarmless } = await watched(path)
    expect(named[kind].length).toBeGreaterThan(20)
    const missing = async (): Promise<readonly string[]> => {
      const shown = await page.locator('main').evaluate((main) => main.textContent ?? '')
      return named[kind].filter((name) => !shown.includes(name))
    }
    await expect.poll(missing).toEqual([])
    await expectHarmless()
  })
})
