import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const RUN = 'globalThis.marker=1'
const ELSEWHERE = 'http://evil.example'

/** What a web page, a file or a model may put in front of an agent, and so into its transcript. */
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<script src="${ELSEWHERE}/a.js"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="${ELSEWHERE}/track.png">`,
  `<svg onload="${RUN}"><circle r="9"/></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<math><mtext><style><img src=x onerror="${RUN}"></style></mtext></math>`,
  `<iframe src="${ELSEWHERE}"></iframe>`,
  `<iframe srcdoc="<script>parent.marker=1</script>"></iframe>`,
  `<object data="${ELSEWHERE}/o.swf"></object>`,
  `<embed src="${ELSEWHERE}/e.swf">`,
  `<link rel="stylesheet" href="${ELSEWHERE}/s.css">`,
  `<style>@import url(${ELSEWHERE}/s.css); body { display: none }</style>`,
  `<div style="background: url(${ELSEWHERE}/b.png); position: fixed; inset: 0">cover</div>`,
  `<video src="${ELSEWHERE}/v.mp4" onerror="${RUN}" autoplay></video>`,
  `<details open ontoggle="${RUN}">open</details>`,
  `<input autofocus onfocus="${RUN}">`,
  `<form action="${ELSEWHERE}"><button>send</button></form>`,
  `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}">`,
  `<base href="${ELSEWHERE}/">`,
  `[click](javascript:${RUN})`,
  `[click](&#106;avascript:${RUN})`,
  `[click](data:text/html,<script>${RUN}</script>)`,
  `<a href="java\tscript:${RUN}">click</a>`,
  `![track](${ELSEWHERE}/p.png)`,
  `![" onerror="${RUN}](${ELSEWHERE}/q.png)`,
  `[x](${ELSEWHERE}/"onmouseover="${RUN})`,
  '\u001B]8;;http://evil.example\u0007link\u001B]8;;\u0007 \u001B[2J\u001B[31mred\u001B[0m \u202Egnp.exe',
  `\`\`\`html\n</code></pre><script>${RUN}</script>\n\`\`\``,
  `| a |\n|---|\n| <img src=x onerror="${RUN}"> |`,
]

inChromium('hostile words', () => {
  const session = randomUUID()
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, session)
      for (const [index, payload] of PAYLOADS.entries()) {
        transcript.user(payload)
        transcript.assistant(text(payload), call(`toolu_${index}`, payload, { command: payload, file_path: payload }))
        transcript.result(`toolu_${index}`, payload)
      }
      transcript.user('The last words.')
    },
  })
  const foreign: string[] = []
  const guarded = async (path: string): Promise<Page> => {
    const page = await stage.open()
    await page.context().route('**', (route) => {
      const { origin, protocol } = new URL(route.request().url())
      if (origin === stage.url() || protocol === 'data:' || protocol === 'blob:') return route.continue()
      foreign.push(route.request().url())
      return route.abort()
    })
    page.on('dialog', (dialog) => foreign.push(`dialog ${dialog.message()}`))
    page.context().on('page', (opened) => foreign.push(`window ${opened.url()}`))
    await page.goto(stage.url() + path)
    return page
  }
  const expectHarmless = async (page: Page): Promise<void> => {
    expect(await page.evaluate('globalThis.marker')).toBeUndefined()
    expect(foreign).toEqual([])
    const strangers =
      'main :is(script, iframe, object, embed, link, style, base, meta, form:not(.filters), video, [onerror], [onload])'
    expect(await page.locator(strangers).count()).toBe(0)
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links.filter((href) => !/^(?:https?:\/\/|mailto:|\/|#)/.test(href))).toEqual([])
  }
  beforeAll(async () => {
    for (const [index, payload] of PAYLOADS.entries()) {
      const id = `hostile-${index}`
      await stage.agents.hook('SessionStart', id, { source: 'startup', cwd: payload, model: payload })
      await stage.agents.hook('UserPromptSubmit', id, { prompt: payload, session_title: payload })
      await stage.agents.hook('PermissionRequest', id, { tool_name: payload, tool_input: { command: payload } })
    }
  })

  it('of a transcript run nothing and fetch nothing, opened and scrolled through', async () => {
    const page = await guarded(`/sessions/${session}`)
    await page.getByText('The last words.').last().waitFor()
    await page.keyboard.press('Home')
    await page
      .locator('.msg')
      .filter({ hasText: `<script>${RUN}</script>` })
      .first()
      .waitFor()
    // Every call is opened on the way down: the list holds only what is near the window.
    const closed = page.locator('.call .sum[aria-expanded="false"]')
    let opened = 0
    await page.locator('.stream').hover()
    for (let atEnd = false; !atEnd; ) {
      // Asked before the calls are opened: the last of them come into the list together with the last words.
      atEnd = await page.getByText('The last words.').last().isVisible()
      opened += await closed.evaluateAll((calls) => {
        for (const one of calls) one.dispatchEvent(new Event('click', { bubbles: true }))
        return calls.length
      })
      await page.mouse.wheel(0, 500)
      await expectHarmless(page)
    }
    expect(opened).toBeGreaterThanOrEqual(PAYLOADS.length)
  })

  it('of hooks run nothing and fetch nothing on Now, beside it, and in the list', async () => {
    const now = await guarded('/')
    await now
      .locator('.row.need')
      .nth(PAYLOADS.length - 1)
      .waitFor()
    for (let visited = 0; visited < PAYLOADS.length; visited += 1) {
      await now.keyboard.press('n')
      await now.waitForURL((url) => url.searchParams.get('at') === `hostile-${visited}`)
    }
    await expectHarmless(now)
    const list = await guarded('/sessions')
    await list.locator('.row.history').nth(9).waitFor()
    await expectHarmless(list)
    const one = await guarded('/sessions/hostile-2')
    await one.locator('.banner.need').waitFor()
    await expectHarmless(one)
  })

  it('of both run nothing and fetch nothing among the events, on the timeline, and in figures', async () => {
    const activity = await guarded('/activity?kind=PermissionRequest')
    await activity.locator('.event').nth(5).waitFor()
    const closed = activity.locator('.event-row[aria-expanded="false"]')
    await activity.locator('.events').hover()
    let opened = 0
    while (opened < PAYLOADS.length) {
      opened += await closed.evaluateAll((rows) => {
        for (const row of rows) row.dispatchEvent(new Event('click', { bubbles: true }))
        return rows.length
      })
      await activity.locator('.payload').first().waitFor()
      await activity.mouse.wheel(0, 600)
      await expectHarmless(activity)
    }
    const pages = [
      ['?tab=timeline', '.lane'],
      ['?tab=cost', '.t'],
      ['?tab=events', '.event'],
    ] as const
    for (const [tab, shows] of pages) {
      const page = await guarded(`/sessions/${session}${tab}`)
      await page.locator(shows).first().waitFor()
      await expectHarmless(page)
    }
    const insights = await guarded('/insights')
    await insights.getByRole('heading', { name: 'Tools' }).waitFor()
    await expectHarmless(insights)
  })
})
