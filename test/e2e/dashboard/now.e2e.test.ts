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

  it('shows the three that are blocked above the fold, oldest first, with their questions', async () => {
    const page = await stage.open()
    const rows = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link')
    await rows.nth(2).waitFor()
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-session')))).toEqual(asking)
    for (const [index, command] of COMMANDS.entries()) {
      expect(await rows.nth(index).innerText()).toContain(command)
      const box = await rows.nth(index).boundingBox()
      expect((box?.y ?? FOLD) + (box?.height ?? 0)).toBeLessThan(FOLD)
    }
    expect(await page.title()).toBe('(3) Switchyard')
    expect(await page.locator('.row').count()).toBe(20)
  })

  it('visits exactly those with n, oldest first, and begins again behind the last', async () => {
    const page = await stage.open()
    await page.locator('.row.need').nth(2).waitFor()
    for (const id of [...asking, asking[0]]) {
      await page.keyboard.press('n')
      await page.waitForURL((url) => url.searchParams.get('at') === id)
    }
  })

  it('takes in a new question without a reload, and drops it when it is approved', async () => {
    const page = await stage.open()
    await page.locator('.row.need').nth(2).waitFor()
    const id = await agents.asking('One more', 'make deploy')
    const row = page.locator(`.row.need[data-session="${id}"]`)
    await row.getByText('make deploy').waitFor()
    await expect.poll(() => page.title()).toBe('(4) Switchyard')
    await agents.hook('PostToolUse', id, {
      tool_name: 'Bash',
      tool_input: { command: 'make deploy' },
      tool_response: {},
    })
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toBe('(3) Switchyard')
  })

  it('has its rows in the same columns, whatever group they stand in', async () => {
    const over = await agents.working('Over')
    await agents.hook('Stop', over, { last_assistant_message: 'It is done.' })
    const failed = await agents.working('Failed')
    await agents.hook('StopFailure', failed, { error: 'rate limit' })
    const page = await stage.open()
    await page.locator('ul.turn .row').waitFor()
    await page.locator('ul.failed .row').waitFor()
    for (const column of ['.who', '.what', '.cost']) {
      const begins = await page
        .locator(`.row ${column}`)
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
      expect([column, new Set(begins).size]).toEqual([column, 1])
    }
    await agents.hook('SessionEnd', over)
    await agents.hook('SessionEnd', failed)
  })

  it('shows more of an age the longer somebody is kept waiting', async () => {
    const [old, ask] = [Date.now() - 600_000, { tool_name: 'Bash', tool_input: { command: 'make old' } }]
    await agents.hook('UserPromptSubmit', 'kept', { prompt: 'Ask early' }, old)
    await agents.hook('PermissionRequest', 'kept', ask, old + 1000)
    const page = await stage.open()
    await page.locator('.row[data-session="kept"] [data-kept="2"]').waitFor()
    await page.locator(`.row[data-session="${asking[2]}"] [data-kept]:not([data-kept="2"])`).waitFor()
    await agents.hook('SessionEnd', 'kept')
  })

  it('keeps the room for the bar of its list: its rows are laid out once, not without the bar and then with it', async () => {
    const page = await stage.open()
    await page.locator('.row').first().waitFor()
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.list')).scrollbarGutter`)).toBe('stable')
  })

  it('says why a row is where it is, at a key, and leads to the event', async () => {
    const page = await stage.open(`/?at=${asking[0]}`)
    await page.locator('.row.need').nth(2).waitFor()
    await page.keyboard.press('w')
    const why = page.getByRole('dialog', { name: 'Why waiting for you' })
    await why.getByText('Asks for permission').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await why.getByRole('link', { name: 'Show the event' }).click()
    await page.waitForURL(`**/sessions/${asking[0]}?tab=events&event=*`)
    await page
      .locator('.event', { has: page.locator('[aria-expanded="true"]') })
      .getByText('PermissionRequest')
      .first()
      .waitFor()
  })

  it('says why again at once, and closes at the button that opened it', async () => {
    const page = await stage.open(`/?at=${asking[0]}`)
    await page.locator('.row.need').nth(2).waitFor()
    const why = page.getByRole('dialog', { name: 'Why waiting for you' })
    // Both keys within one task of the page: what a browser tells later has not been told in between.
    await page.keyboard.press('w')
    await why.waitFor()
    await page.evaluate(`{
      document.querySelector('.popover').hidePopover()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true }))
    }`)
    await why.waitFor()
    await page.locator(`[data-why="${asking[0]}"]`).click()
    await page.locator('.popover').waitFor({ state: 'detached' })
  })

  it('narrows its rows at a key, in the address, and gives the focus back at Esc', async () => {
    const page = await stage.open()
    const rows = page.locator('.row')
    await rows.nth(19).waitFor()
    const all = await rows.count()
    const second = page.locator(`[data-session="${asking[1]}"]`)
    await second.focus()
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Filter the rows' })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('shop PUBLISH')
    await page.getByText(/^1 of \d+ sessions$/).waitFor()
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-session')))).toEqual([asking[2]])
    expect(await page.title()).toBe('(3) Switchyard')
    expect(new URL(page.url()).searchParams.get('q')).toBe('shop PUBLISH')
    await page.reload()
    await page.getByText(/^1 of \d+ sessions$/).waitFor()
    await field.fill('nobody says this')
    await page.getByRole('button', { name: 'Clear filters' }).waitFor()
    await field.fill('force')
    await page.locator(`[data-session="${asking[1]}"]`).waitFor()
    await page.keyboard.press('Escape')
    await rows.nth(19).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBeNull()
    await second.focus()
    await page.keyboard.press('/')
    await field.fill('publish')
    await second.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.locator(`[data-session="${asking[1]}"]:focus`).waitFor()
    expect(await rows.count()).toBe(all)
  })

  it('leads through the waiting ones that are left, and to the others when none is', async () => {
    const page = await stage.open('/?q=publish')
    await page.getByText(/^1 of \d+ sessions$/).waitFor()
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.searchParams.get('at') === asking[2] && url.searchParams.has('q'))
    await page.goto(`${stage.url()}/?q=Task`)
    await page.getByText(/^17 of \d+ sessions$/).waitFor()
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.searchParams.get('at') === asking[0] && !url.searchParams.has('q'))
  })

  it('hides the panel beside the list and shows it again, and goes to a page by its digit', async () => {
    const page = await stage.open()
    await page.locator('.peek').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.peek').waitFor({ state: 'detached' })
    await page.keyboard.press('Space')
    await page.locator('.peek').waitFor()
    await page.keyboard.press('2')
    await page.waitForURL('**/sessions')
  })

  it('tells elsewhere who begins to wait, and not on the page of that session', async () => {
    const [elsewhere, there] = [await stage.open('/insights'), await stage.open('/sessions')]
    await elsewhere.getByText('Live', { exact: true }).waitFor()
    await there.getByText('Live', { exact: true }).waitFor()
    const id = await agents.working('Ask me later')
    await there.goto(`${stage.url()}/sessions/${id}`)
    await there.getByText('Live', { exact: true }).waitFor()
    await agents.hook('PermissionRequest', id, { tool_name: 'Bash', tool_input: { command: 'make later' } })
    const toast = elsewhere.locator('.toast', { hasText: 'make later' })
    await toast.waitFor()
    await there.locator('.banner.need', { hasText: 'make later' }).waitFor()
    expect(await there.locator('.toast').count()).toBe(0)
    await toast.getByRole('link').click()
    await elsewhere.waitForURL(`**/sessions/${id}`)
    expect(await elsewhere.locator('.toast').count()).toBe(0)
    await agents.hook('PostToolUse', id, { tool_name: 'Bash', tool_input: {}, tool_response: {} })
  })

  it('keeps its rows in place under the pointer', async () => {
    const page = await stage.open()
    const third = page.locator(`[data-session="${asking[2]}"]`)
    await page.getByText('Live', { exact: true }).waitFor()
    // Whoever stands first: a second chance finds another one there.
    const first = await page.locator('.row.need').first().getAttribute('data-session')
    const place = await third.boundingBox()
    expect(place).not.toBeNull()
    const [x, y] = [(place?.x ?? 0) + 200, (place?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await agents.hook('PostToolUse', first ?? '', { tool_name: 'Bash', tool_input: {}, tool_response: {} })
    // The pointer goes on moving over its row, as a hand does that aims.
    const chip = page.getByRole('button', { name: /moved/ })
    for (let step = 0; !(await chip.isVisible()); step += 1) await page.mouse.move(x + (step % 2), y)
    expect(await third.boundingBox()).toEqual(place)
    await page.mouse.move(2, 2)
    await chip.waitFor({ state: 'detached' })
    await page.locator('.row.need').nth(2).waitFor({ state: 'detached' })
    expect(await third.boundingBox()).not.toEqual(place)
  })
})

inChromium('Now, with more sessions than a window holds', () => {
  const MANY = 120
  const stage = useStage()
  beforeAll(async () => {
    for (let index = 0; index < MANY; index += 1) await stage.agents.working(`Task ${index}`, `task-${index}`)
  })

  it('has a place for each, and draws those near the window', async () => {
    const page = await stage.open()
    await page.locator('[data-session="task-119"]').waitFor()
    const places = page.locator('ul.working > li')
    expect(await places.count()).toBe(MANY)
    await expect.poll(() => page.locator('.row').count()).toBeLessThan(MANY / 2)
    const height = await page.locator('.list').evaluate((list) => list.scrollHeight)
    await page.locator('.list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.locator('[data-session="task-0"]').waitFor()
    await page.locator('[data-session="task-110"]').waitFor({ state: 'detached' })
    // A place is as high as its row, to a part of a pixel.
    const drawn = await page.locator('.list').evaluate((list) => list.scrollHeight)
    expect(Math.abs(drawn - height)).toBeLessThan(MANY / 2)
  })

  it('leads by key from where the reader is, also when that was scrolled away', async () => {
    const page = await stage.open('/?at=task-119')
    const focused = (id: string) => page.locator(`[data-session="${id}"]:focus`)
    await page.locator('[data-session="task-119"]').focus()
    await page.keyboard.press('j')
    await focused('task-118').waitFor()
    await page.locator('.list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.locator('[data-session="task-0"]').waitFor()
    await page.keyboard.press('j')
    await focused('task-117').waitFor()
    await expect.poll(() => focused('task-117').boundingBox()).toMatchObject({ x: expect.any(Number) })
    expect((await focused('task-117').boundingBox())?.y).toBeGreaterThan(0)
  })
})

inChromium('Now, while nobody waits', () => {
  const stage = useStage()
  const { agents } = stage

  it('keeps the panel on one session, however the others come and go', async () => {
    await agents.working('Build the basket', 'basket')
    const page = await stage.open()
    const panel = page.locator('.peek').getByRole('heading', { name: 'Build the basket' })
    await panel.waitFor()
    await agents.working('Newer than that', 'newer')
    await page.locator('ul.working li:first-child [data-session="newer"]').waitFor()
    expect(await panel.isVisible()).toBe(true)
    await agents.hook('SessionEnd', 'basket')
    await page.locator('.peek').getByRole('heading', { name: 'Newer than that' }).waitFor()
  })
})
