import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

const FOLD = 800
const COMMANDS = ['rm -rf build', 'git push --force', 'npm publish']

inChromium('Now, with twenty sessions', () => {
  const stage = useStage()
  const { agents } = stage
  const asking: string[] = []
  beforeAll(async () => {
    for (let index = 0; index < 17; index += 1) await agents.working(`Task ${index}`)
    for (const command of COMMANDS) asking.push(await agents.asking(`May I ${command}`, command))
  })

  it('shows the three waiting sessions above the fold, oldest first, with their questions', async () => {
    const page = await stage.open()
    const rows = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link')
    await rows.nth(2).waitFor()
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-session')))).toEqual(asking)
    for (const [index, command] of COMMANDS.entries()) {
      expect(await rows.nth(index).innerText()).toContain(command)
      const box = await rows.nth(index).boundingBox()
      expect((box?.y ?? FOLD) + (box?.height ?? 0)).toBeLessThan(FOLD)
    }
    expect(await page.title()).toBe('(3) Now · Switchyard')
    expect(await page.locator('[data-row]').count()).toBe(20)
  })

  it('cycles through the waiting sessions with n, oldest first', async () => {
    const page = await stage.open()
    await page.locator('[data-row="need"]').nth(2).waitFor()
    for (const id of [...asking, asking[0]]) {
      await page.keyboard.press('n')
      await page.waitForURL((url) => url.searchParams.get('at') === id)
    }
  })

  it('adds a new question without a reload and removes it when it is approved', async () => {
    const page = await stage.open()
    await page.locator('[data-row="need"]').nth(2).waitFor()
    const id = await agents.asking('One more', 'make deploy')
    const row = page.locator(`[data-row="need"][data-session="${id}"]`)
    await row.getByText('make deploy').waitFor()
    await expect.poll(() => page.title()).toBe('(4) Now · Switchyard')
    await agents.hook('PostToolUse', id, {
      tool_name: 'Bash',
      tool_input: { command: 'make deploy' },
      tool_response: {},
    })
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toBe('(3) Now · Switchyard')
  })

  it('aligns the columns of all groups', async () => {
    const over = await agents.working('Over')
    await agents.hook('Stop', over, { last_assistant_message: 'It is done.' })
    const failed = await agents.working('Failed')
    await agents.hook('StopFailure', failed, { error: 'rate limit' })
    // Rows far below the window are not rendered, so all must be in view.
    const page = await stage.open('/', { viewport: { width: 1280, height: 1800 } })
    await page.locator('[data-group="turn"] [data-row]').waitFor()
    await page.locator('[data-group="failed"] [data-row]').waitFor()
    for (const column of ['[data-who]', '[data-what]', '[data-cost]']) {
      const begins = await page
        .locator(`[data-row] ${column}`)
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
      expect([column, new Set(begins).size]).toEqual([column, 1])
    }
    await agents.hook('SessionEnd', over)
    await agents.hook('SessionEnd', failed)
  })

  it('emphasizes the age of a session that waits for long', async () => {
    const [old, ask] = [Date.now() - 600_000, { tool_name: 'Bash', tool_input: { command: 'make old' } }]
    await agents.hook('UserPromptSubmit', 'kept', { prompt: 'Ask early' }, old)
    await agents.hook('PermissionRequest', 'kept', ask, old + 1000)
    const page = await stage.open()
    await page.locator('[data-row][data-session="kept"] [data-kept="2"]').waitFor()
    await page.locator(`[data-row][data-session="${asking[2]}"] [data-kept]:not([data-kept="2"])`).waitFor()
    await agents.hook('SessionEnd', 'kept')
  })

  it('reserves space for the scrollbar, so that its rows are laid out once', async () => {
    const page = await stage.open()
    await page.locator('[data-row]').first().waitFor()
    expect(await page.evaluate(`getComputedStyle(document.querySelector('[data-rows]')).scrollbarGutter`)).toBe(
      'stable',
    )
  })

  it('explains the state of a row on the w key and links to the event', async () => {
    const page = await stage.open(`/?at=${asking[0]}`)
    await page.locator('[data-row="need"]').nth(2).waitFor()
    await page.keyboard.press('w')
    const why = page.getByRole('dialog', { name: 'Why "Waiting for you"?' })
    await why.getByText('Asks for permission').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await why.getByRole('link', { name: 'Show event' }).click()
    await page.waitForURL(`**/sessions/${asking[0]}?tab=events&event=*`)
    await page
      .locator('[data-event]', { has: page.locator('[aria-expanded="true"]') })
      .getByText('PermissionRequest')
      .first()
      .waitFor()
  })

  it('reopens the explanation at once and closes it with its button', async () => {
    const page = await stage.open(`/?at=${asking[0]}`)
    await page.locator('[data-row="need"]').nth(2).waitFor()
    const why = page.getByRole('dialog', { name: 'Why "Waiting for you"?' })
    // Close and reopen within one task, before the browser fires the asynchronous toggle event.
    await page.keyboard.press('w')
    await why.waitFor()
    await page.evaluate(`{
      document.querySelector('[data-popover]').hidePopover()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true }))
    }`)
    await why.waitFor()
    await page.locator(`[data-why="${asking[0]}"]`).click()
    await page.locator('[data-popover]').waitFor({ state: 'detached' })
  })

  it('filters its rows, keeps the filter in the URL and restores the focus on Esc', async () => {
    const page = await stage.open()
    const rows = page.locator('[data-row]')
    await rows.nth(19).waitFor()
    const all = await rows.count()
    const second = page.locator(`[data-session="${asking[1]}"]`)
    await second.focus()
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Filter sessions' })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('shop PUBLISH')
    await page.getByText(/^1 of \d+ sessions$/).waitFor()
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-session')))).toEqual([asking[2]])
    expect(await page.title()).toBe('(3) Now · Switchyard')
    expect(new URL(page.url()).searchParams.get('q')).toBe('shop PUBLISH')
    await page.reload()
    await page.getByText(/^1 of \d+ sessions$/).waitFor()
    await field.fill('nobody says this')
    await page.getByRole('button', { name: 'Clear filters' }).waitFor()
    await field.fill('force')
    await page.locator(`[data-session="${asking[1]}"]`).waitFor()
    await page.keyboard.press('Escape')
    await page.locator(`[data-session="${asking[1]}"]:focus`).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('force')
    await page.keyboard.press('Escape')
    await rows.nth(19).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBeNull()
    expect(await rows.count()).toBe(all)
  })

  it('reaches the first match with Enter or Down and keeps the filter', async () => {
    const page = await stage.open()
    await page.locator('[data-row]').nth(19).waitFor()
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press('/')
      await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('publish')
      await page.keyboard.press(key)
      await page.locator(`[data-session="${asking[2]}"]:focus`).waitFor()
      expect(new URL(page.url()).searchParams.get('q')).toBe('publish')
      await page.keyboard.press('Escape')
      await page.locator('[data-row]').nth(19).waitFor()
    }
  })

  it('goes to the waiting sessions that match the filter with n, or to the others if none match', async () => {
    const page = await stage.open('/?q=publish')
    await page.getByText(/^1 of \d+ sessions$/).waitFor()
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.searchParams.get('at') === asking[2] && url.searchParams.has('q'))
    await page.goto(`${stage.url()}/?q=Task`)
    await page.getByText(/^17 of \d+ sessions$/).waitFor()
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.searchParams.get('at') === asking[0] && !url.searchParams.has('q'))
  })

  it('hides and shows the side panel, and opens a page by its letter, never by a digit', async () => {
    const page = await stage.open()
    await page.locator('[data-peek]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-peek]').waitFor({ state: 'detached' })
    await page.keyboard.press('Space')
    await page.locator('[data-peek]').waitFor()
    await page.keyboard.press('3')
    // `s` alone shows the subagents of a row.
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL('**/sessions')
    expect(new URL(page.url()).pathname).toBe('/sessions')
  })

  it('shows a toast for a new waiting session on other pages, not on its own', async () => {
    const [elsewhere, there] = [await stage.open('/insights'), await stage.open('/sessions')]
    await elsewhere.getByText('Live', { exact: true }).waitFor()
    await there.getByText('Live', { exact: true }).waitFor()
    const id = await agents.working('Ask me later')
    await there.goto(`${stage.url()}/sessions/${id}`)
    await there.getByText('Live', { exact: true }).waitFor()
    await agents.hook('PermissionRequest', id, { tool_name: 'Bash', tool_input: { command: 'make later' } })
    const toast = elsewhere.locator('[data-toast]', { hasText: 'make later' })
    await toast.waitFor()
    await there.locator('[data-situation="needs_you"]', { hasText: 'make later' }).waitFor()
    expect(await there.locator('[data-toast]').count()).toBe(0)
    await toast.getByRole('link').click()
    await elsewhere.waitForURL(`**/sessions/${id}`)
    expect(await elsewhere.locator('[data-toast]').count()).toBe(0)
    await agents.hook('PostToolUse', id, { tool_name: 'Bash', tool_input: {}, tool_response: {} })
  })

  it('does not move its rows under the pointer', async () => {
    const page = await stage.open()
    const third = page.locator(`[data-session="${asking[2]}"]`)
    await page.getByText('Live', { exact: true }).waitFor()
    // Read from the page, because a retry of this test finds another session first.
    const first = await page.locator('[data-row="need"]').first().getAttribute('data-session')
    const place = await third.boundingBox()
    expect(place).not.toBeNull()
    const [x, y] = [(place?.x ?? 0) + 200, (place?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await agents.hook('PostToolUse', first ?? '', { tool_name: 'Bash', tool_input: {}, tool_response: {} })
    // Keep the pointer moving over its row.
    const chip = page.getByRole('button', { name: /moved/ })
    for (let step = 0; !(await chip.isVisible()); step += 1) await page.mouse.move(x + (step % 2), y)
    expect(await third.boundingBox()).toEqual(place)
    await page.mouse.move(2, 2)
    await chip.waitFor({ state: 'detached' })
    await page.locator('[data-row="need"]').nth(2).waitFor({ state: 'detached' })
    // What was decided stays in its place for a moment.
    await expect.poll(() => third.boundingBox()).not.toEqual(place)
  })
})

inChromium('Now, with more sessions than a window holds', () => {
  const MANY = 120
  const stage = useStage()
  beforeAll(async () => {
    for (let index = 0; index < MANY; index += 1) await stage.agents.working(`Task ${index}`, `task-${index}`)
  })

  it('has a list item for each and renders those near the window', async () => {
    const page = await stage.open()
    await page.locator('[data-session="task-119"]').waitFor()
    const places = page.locator('[data-group="working"] > li')
    expect(await places.count()).toBe(MANY)
    await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(MANY / 2)
    const height = await page.locator('[data-rows]').evaluate((list) => list.scrollHeight)
    await page.locator('[data-rows]').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.locator('[data-session="task-0"]').waitFor()
    await page.locator('[data-session="task-110"]').waitFor({ state: 'detached' })
    // An item without its row has the same height, to a fraction of a pixel.
    const drawn = await page.locator('[data-rows]').evaluate((list) => list.scrollHeight)
    expect(Math.abs(drawn - height)).toBeLessThan(MANY / 2)
  })

  it('moves with j from the focused row even when it is scrolled out of view', async () => {
    const page = await stage.open('/?at=task-119')
    const focused = (id: string) => page.locator(`[data-session="${id}"]:focus`)
    await page.locator('[data-session="task-119"]').focus()
    await page.keyboard.press('j')
    await focused('task-118').waitFor()
    await page.locator('[data-rows]').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.locator('[data-session="task-0"]').waitFor()
    await page.keyboard.press('j')
    await focused('task-117').waitFor()
    await expect.poll(() => focused('task-117').boundingBox()).toMatchObject({ x: expect.any(Number) })
    expect((await focused('task-117').boundingBox())?.y).toBeGreaterThan(0)
  })
})

inChromium('Now without waiting sessions', () => {
  const stage = useStage()
  const { agents } = stage

  it('keeps the panel on one session until that session ends', async () => {
    await agents.working('Build the basket', 'basket')
    const page = await stage.open()
    const panel = page.locator('[data-peek]').getByRole('heading', { name: 'Build the basket' })
    await panel.waitFor()
    await agents.working('Newer than that', 'newer')
    await page.locator('[data-group="working"] li:first-child [data-session="newer"]').waitFor()
    expect(await panel.isVisible()).toBe(true)
    await agents.hook('SessionEnd', 'basket')
    await page.locator('[data-peek]').getByRole('heading', { name: 'Newer than that' }).waitFor()
  })
})
