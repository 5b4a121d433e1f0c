import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { transcriptOf } from '../../support/browser/transcript.js'
import { event, meta, rolloutPath, rolloutText, write } from '../../support/transcripts/rollouts.js'
import { writeTranscripts } from '../../support/pricing/account.js'

const SESSION = '11111111-1111-4111-8111-111111111111'
const ROLLOUT = '0a9ab4cd-1111-7000-8000-000000000003'
const BRANCHED = '22222222-2222-4222-8222-222222222222'

inChromium('Now with spending and usage limits', () => {
  const at = new Date(Date.now() - 12 * 60_000).toISOString()
  const stage = useStage({
    before: ({ claudeHome }) =>
      writeTranscripts(claudeHome, [{ session: SESSION, model: 'claude-sonnet-4-5', at, output: 1_000_000 }]),
  })
  const tell = async (used: number, session = SESSION): Promise<void> => {
    const resets_at = Math.round(Date.now() / 1000) + 3600
    const rate_limits = {
      five_hour: { used_percentage: used, resets_at },
      seven_day: { used_percentage: 41.2, resets_at: resets_at + 86_400 },
    }
    const answer = await fetch(`${stage.url()}/api/statusline`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        session_id: session,
        rate_limits,
        context_window: { used_percentage: 62.4, context_window_size: 200_000 },
      }),
    })
    expect(answer.status).toBe(204)
  }
  /** Without the panel beside them, rows show all their figures. */
  const openWide = async (width = 1280) => {
    const page = await stage.open('/', { viewport: { width, height: 900 } })
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-peek]').waitFor({ state: 'detached' })
    return page
  }
  beforeAll(async () => {
    await stage.agents.working('Something to see')
    await tell(23.5)
  })

  it('shows the hourly spend and the plan usage and updates them without a reload', async () => {
    const page = await stage.open()
    const gauge = (name: string) => page.locator('[data-gauge]').filter({ has: page.getByText(name, { exact: true }) })
    await gauge('5-hour limit').getByText('23%').waitFor()
    await gauge('Weekly limit').getByText('41%').waitFor()
    // $15 divided by 45 to 60 minutes.
    await expect.poll(async () => /\$(1[5-9]|20)\.\d\d/.test(await gauge('Burn rate').innerText())).toBe(true)
    await tell(24.1)
    await gauge('5-hour limit').getByText('24%').waitFor()
  })

  it('shows the context usage and branch of a session in its row', async () => {
    const transcript = transcriptOf(stage.places, BRANCHED)
    transcript.line({ type: 'user', gitBranch: 'feat/basket', message: { role: 'user', content: 'Paint the basket' } })
    await stage.agents.working('Paint the basket', BRANCHED)
    await tell(24.1, BRANCHED)
    const page = await openWide()
    const row = page.locator(`[data-row][data-session="${BRANCHED}"]`)
    await row.locator('[data-context]', { hasText: '62%' }).waitFor()
    await row.locator('[data-who]', { hasText: 'shop · feat/basket' }).waitFor()
  })

  it("shows today's cost against the daily budget, live, with a link to the budget", async () => {
    const page = await openWide(1600)
    const today = page.locator('[data-gauge="today"]')
    await today.getByText('$15.00').waitFor()
    const body = JSON.stringify({ name: 'Daily budget', period: 'day', amount_usd: 20, timezone: 'UTC' })
    const headers = { 'content-type': 'application/json', origin: stage.url() }
    expect((await fetch(`${stage.url()}/api/budgets`, { method: 'POST', headers, body })).status).toBe(201)
    await page.reload()
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('Escape')
    await today.getByText('of $20.00').waitFor()
    expect(await today.getByRole('meter').getAttribute('aria-valuetext')).toBe('75%')
    await today.getByRole('link').click()
    await page.getByRole('dialog', { name: 'Daily budget' }).waitFor()
  })

  it('shows the hourly spend and the current tool of a session in its row', async () => {
    // It started long enough ago for a rate that says more than its cost.
    await stage.agents.hook('UserPromptSubmit', SESSION, { prompt: 'Go on' })
    const page = await openWide()
    const row = page.locator(`[data-row][data-session="${SESSION}"]`)
    await row.locator('[data-rate]').waitFor()
    expect(await row.locator('[data-rate]').innerText()).toMatch(/^\$(1[5-9]|20)\.\d\d\/h$/)
    await stage.agents.hook('PermissionRequest', SESSION, { tool_name: 'Bash', tool_input: { command: 'make all' } })
    await row.getByRole('img', { name: 'Bash' }).waitFor()
  })

  it('shows the context usage on the session page', async () => {
    const page = await stage.open(`/sessions/${SESSION}`)
    await page.locator('[data-fact="context"]').getByText('62%').waitFor()
  })

  it.each([1920, 1280, 1024, 900])('fits into a window %i px wide, on the line of the title', async (width) => {
    const page = await openWide(width)
    await page
      .locator('[data-gauge="five"]')
      .getByText(/2[34]%/)
      .waitFor()
    const header = await page.getByRole('main').locator('header').first().boundingBox()
    expect(header?.height).toBe(76)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    // The sentence is never cut. Gauges without room beside it are hidden, the limits last.
    expect(await page.evaluate("(h1 => h1.scrollWidth <= h1.clientWidth)(document.querySelector('h1'))")).toBe(true)
    const first = page.locator('[data-gauge="five"]')
    for (const shown of [first, page.locator('dl').filter({ has: first })]) {
      const { x, y, width: wide, height } = (await shown.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
      expect([x >= 0, x + wide <= width]).toEqual([true, true])
      expect([y >= 0, y + height <= (header?.y ?? 0) + 76]).toEqual([true, true])
    }
  })

  it('has a line of its own for the limits beside the panel', async () => {
    const page = await stage.open()
    const limit = page.locator('[data-gauge="five"]')
    await limit.getByText(/2[34]%/).waitFor()
    const [header, shown] = [
      await page.getByRole('main').locator('header').first().boundingBox(),
      await limit.boundingBox(),
    ]
    expect([header?.width, header?.height]).toEqual([400, 92])
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual((header?.y ?? 0) + 92)
  })

  it('shows the fullest window of each account when Codex reports limits too, and the title lists all', async () => {
    const page = await stage.open('/', { viewport: { width: 1600, height: 900 } })
    const resets = Math.round(Date.now() / 1000) + 3600
    const rate_limits = {
      limit_id: 'codex',
      primary: { used_percent: 12, window_minutes: 300, resets_at: resets },
      secondary: { used_percent: 55, window_minutes: 10_080, resets_at: resets + 86_400 },
    }
    const lines = [meta(ROLLOUT), event('token_count', { info: null, rate_limits })]
    write(rolloutPath(stage.places.codexHome, ROLLOUT), rolloutText(lines, Date.now()))
    const limit = page.locator('[data-gauge="limit"]').filter({ hasText: 'Codex limit' })
    await limit.getByText('55%').waitFor()
    await page.locator('[data-gauge="limit"]').filter({ hasText: 'Claude Code limit' }).getByText('41%').waitFor()
    expect(await limit.locator('dd').getAttribute('title')).toMatch(
      /^5-hour limit: 12% used, resets .+\nWeekly limit: 55% used, resets .+$/,
    )
  })
})
