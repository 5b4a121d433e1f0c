import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = randomUUID()
const LONG = randomUUID()
const AGENT = 'b1b2c3d4e5f60718'
/** More than two pages of the service on either side of the search hit. */
const MANY = 900

const TODOS = [
  { content: 'Read the basket', status: 'completed', activeForm: 'Reading' },
  { content: 'Write the test', status: 'in_progress', activeForm: 'Writing' },
]
const QUESTION = {
  question: 'Which price wins?',
  options: [
    { label: 'The newest', description: 'by date' },
    { label: 'The lowest', description: 'by value' },
  ],
}

// Tall enough for all rows, because rows outside the window are not rendered.
const TALL = { viewport: { width: 1280, height: 3000 } }

/** Clicks until `isDone`. Rows move while they are measured, so a click may hit the neighbouring row. */
const clickUntil = (button: Locator, isDone: () => Promise<boolean>): Promise<void> =>
  expect
    .poll(async () => {
      if (!(await isDone())) await button.click()
      return isDone()
    })
    .toBe(true)

inChromium('a conversation', () => {
  const stage = useStage({
    before: (places) => {
      const main = transcriptOf(places, SESSION)
      main.user('Make the basket fast')
      main.line({
        type: 'attachment',
        attachment: { type: 'file', filename: '/home/ada/shop/notes.md', content: 'Ada wrote this' },
      })
      main.line({ type: 'from-the-future', wish: 'a pony' })
      main.assistant({ type: 'redacted_thinking', data: 'sealed' }, { type: 'hologram', depth: 3 })
      main.assistant(call('t1', 'Bash', { command: 'npm test', description: 'Run the tests' }))
      main.result('t1', '\u001b[31mExit code 2\u001b[0m\n1 failed', true)
      main.assistant(call('t2', 'Read', { file_path: '/home/ada/shop/basket.ts' }))
      main.result('t2', '     1→const basket = []\n     2→export default basket')
      main.assistant(call('t3', 'TodoWrite', { todos: TODOS }))
      main.result('t3', 'Todos have been modified successfully')
      main.assistant(call('t4', 'AskUserQuestion', { questions: [QUESTION] }))
      main.result('t4', 'User has answered your questions: "Which price wins?"="The lowest". You can now continue.')
      main.assistant(
        call('t5', 'Agent', { description: 'Measure', prompt: 'Measure the basket', subagent_type: 'timer' }),
      )
      main.line({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't5', content: 'It takes 40 ms' }] },
        toolUseResult: { agentId: AGENT },
      })
      main.assistant(call('t6', 'mcp__linear__get_issue', { id: 'SHOP-7' }))
      main.result('t6', '{"title":"Slow basket"}')
      transcriptOf(places, SESSION, AGENT).user('Measure the basket')
      const long = transcriptOf(places, LONG)
      for (let turn = 0; turn < MANY; turn += 1) {
        long.user(turn === 450 ? 'Where is the Needle?' : `Question ${turn}`)
        if (turn === 10) {
          long.assistant(call('n1', 'Bash', { command: 'grep' }))
          long.result('n1', 'one needle\nanother needle')
        } else long.assistant(text(`Answer ${turn}`))
      }
    },
  })
  const callOf = (page: Page, words: string): Locator => page.locator('[data-tool]', { hasText: words })
  const opened = async (page: Page, words: string): Promise<Locator> => {
    const block = callOf(page, words)
    await block.waitFor()
    const summary = block.locator('button[aria-expanded]').first()
    await clickUntil(summary, async () => (await summary.getAttribute('aria-expanded')) === 'true')
    return block
  }

  it('shows attachments, redacted thinking, and unknown blocks as JSON', async () => {
    const page = await stage.open(`/sessions/${SESSION}`, TALL)
    await page.getByText('Thought, not kept').waitFor()
    expect(await page.locator('[data-unknown] pre').innerText()).toContain('"depth": 3')
    await page.getByRole('button', { name: 'File: /home/ada/shop/notes.md' }).click()
    await page.getByText('Ada wrote this').waitFor()
    // An attachment of a kind that is not known is bookkeeping of a newer release.
    expect(await page.getByText('a pony').count()).toBe(0)
  })

  it('renders each tool in its own format', async () => {
    const page = await stage.open(`/sessions/${SESSION}`, TALL)
    const shell = callOf(page, 'npm test')
    await shell.locator('[data-outcome]').waitFor()
    expect(await shell.locator('[data-outcome]').innerText()).toBe('exit code 2')
    expect(await shell.locator('[data-text="output"]').innerText()).toBe('1 failed')
    const file = await opened(page, 'basket.ts')
    expect(await file.locator('[data-text="numbered"]').innerText()).toContain('export default basket')
    expect(await callOf(page, 'TodoWrite').locator('li').allTextContents()).toEqual([
      'done: Read the basket',
      'in progress: Write the test',
    ])
    expect(await callOf(page, 'Which price wins?').locator('[data-taken]').innerText()).toContain('The lowest')
    const server = await opened(page, 'linear')
    expect(await server.locator('button[aria-expanded]').first().innerText()).toContain('get_issue')
    expect(await server.locator('[data-text="output"]').innerText()).toContain('"title": "Slow basket"')
  })

  it('ends each turn with what it took', async () => {
    const page = await stage.open(`/sessions/${SESSION}`, TALL)
    const foot = page.locator('[data-turn="1"]')
    await foot.waitFor()
    expect((await foot.innerText()).replace(/\s+/g, ' ')).toMatch(/^Turn 1 \S+ m?s (?:\$\S+ )?6 calls, 1 failed$/)
  })

  it('links from a call to the conversation of its subagent', async () => {
    const page = await stage.open(`/sessions/${SESSION}`)
    const task = await opened(page, 'Measure')
    const link = task.getByRole('link', { name: /^Open the conversation/ })
    const follow = async () => {
      if (await link.isVisible()) await link.click()
      return page.url()
    }
    await expect.poll(follow).toContain(`agent=${AGENT}`)
  })

  it('shows the raw JSON of a call and copies a link to a line', async () => {
    const page = await stage.open(`/sessions/${SESSION}`)
    const server = await opened(page, 'linear')
    const raw = server.getByRole('button', { name: 'Raw' })
    await clickUntil(raw, async () => (await raw.getAttribute('aria-pressed')) === 'true')
    await server.getByText('"name": "mcp__linear__get_issue"').waitFor()
    await server.getByText('"tool_use_id": "t6"').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('[role="log"]').focus()
    await page.keyboard.press('Home')
    const first = page.locator('[data-message]', { hasText: 'Make the basket fast' })
    await first.hover()
    const copied = first.getByText('Copied')
    await clickUntil(first.getByRole('button', { name: /^(Copy link to line 1|Copied)$/ }), () => copied.isVisible())
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    await page.goto(link)
    await page.locator('[data-sought]', { hasText: 'Make the basket fast' }).waitFor()
  })

  it('searches the whole conversation from the current position, match by match, wraps around and expands hits', async () => {
    const page = await stage.open(`/sessions/${LONG}`)
    await page.getByText(`Answer ${MANY - 1}`).waitFor()
    await page.keyboard.press('Control+f')
    const bar = page.getByRole('search')
    await bar.getByRole('textbox').fill('needle')
    await bar.getByText('3 of 3').waitFor()
    await page.locator('[data-sought]', { hasText: 'Where is the Needle?' }).waitFor()
    await page.keyboard.press('Enter')
    await bar.getByText('1 of 3').waitFor()
    expect(await page.locator('[data-sought] [data-text="output"]').innerText()).toContain('another needle')
    const before = (): Promise<string> =>
      page.evaluate(`(() => {
        const [current] = CSS.highlights.get('found-here')
        return current.startContainer.nodeValue.slice(0, current.startOffset)
      })()`)
    await expect.poll(before).toBe('one ')
    await page.keyboard.press('Enter')
    await bar.getByText('2 of 3').waitFor()
    await expect.poll(before).toBe('one needle\nanother ')
    await page.keyboard.press('Enter')
    await bar.getByText('3 of 3').waitFor()
    await page.locator('[data-sought]', { hasText: 'Where is the Needle?' }).waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  })

  it('jumps to the first and last line with Home and End', async () => {
    const page = await stage.open(`/sessions/${LONG}`)
    await page.getByText(`Answer ${MANY - 1}`).waitFor()
    await page.keyboard.press('Home')
    await page.locator('[data-message="user"] [data-prose]', { hasText: /^Question 0\s*$/ }).waitFor()
    await page.keyboard.press('End')
    await page.getByText(`Answer ${MANY - 1}`).waitFor()
  })
})
