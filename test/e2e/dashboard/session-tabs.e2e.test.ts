import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = randomUUID()
const AGENT = 'a1b2c3d4e5f60718'
const path = `/sessions/${SESSION}`

inChromium('the tabs of a session', () => {
  const stage = useStage({
    before: (places) => {
      const main = transcriptOf(places, SESSION)
      main.user('Why is the basket slow?')
      main.assistant(call('toolu_1', 'Bash', { command: 'cat basket.ts' }))
      main.result('toolu_1', 'prices')
      main.assistant(call('toolu_2', 'Grep', { pattern: 'price' }))
      main.result('toolu_2', 'basket.ts')
      const change = { file_path: '/home/ada/shop/src/basket.ts', old_string: 'read(twice)', new_string: 'read(once)' }
      main.assistant(call('toolu_4', 'Edit', change))
      main.result('toolu_4', 'done')
      main.assistant(call('toolu_5', 'Bash', { command: 'npm test' }))
      main.result('toolu_5', 'Exit code 1', true)
      main.assistant(text(Array.from({ length: 60 }, (_, line) => `Test ${line} is slow.`).join('\n\n')))
      const sub = transcriptOf(places, SESSION, AGENT)
      sub.user('Measure the basket')
      sub.assistant(call('toolu_3', 'Bash', { command: 'time make' }))
      sub.result('toolu_3', '40 ms')
      sub.assistant(text('The basket takes 40 ms.'))
    },
  })

  it('show each agent as a lane and each call as a bar that opens its event', async () => {
    const page = await stage.open(`${path}?tab=timeline`)
    const lanes = page.locator('[data-lane]')
    await lanes.nth(1).waitFor()
    expect(await lanes.count()).toBe(2)
    expect(await lanes.nth(0).locator('[data-call]').count()).toBe(4)
    await lanes.nth(1).locator('[data-call]').click()
    await page.waitForURL('**tab=events&event=*')
    await page
      .locator('[data-event]', { has: page.locator('[aria-expanded="true"]') })
      .getByText('time make')
      .last()
      .waitFor()
  })

  it('keep the zoom of the timeline in the URL', async () => {
    const page = await stage.open(`${path}?tab=timeline`)
    await page.locator('[data-lane]').first().waitFor()
    await page.keyboard.press('+')
    await page.waitForURL(/zoom=/)
    const zoomed = page.url()
    const marks = await page.locator('[data-axis] text').allTextContents()
    await page.goto(zoomed)
    await page.locator('[data-lane]').first().waitFor()
    expect(await page.locator('[data-axis] text').allTextContents()).toEqual(marks)
    await page.keyboard.press('0')
    await page.waitForURL((url) => !url.search.includes('zoom'))
  })

  it('show the timeline as a table', async () => {
    const page = await stage.open(`${path}?tab=timeline`)
    await page.getByRole('button', { name: 'Table' }).click()
    const tools = page.locator('main table tbody tr td:nth-child(3)')
    expect(await tools.allTextContents()).toEqual(['Bash', 'Bash', 'Grep', 'Edit', 'Bash'])
  })

  it('show the cost by model and by agent, and mark output as a lower bound', async () => {
    const page = await stage.open(`${path}?tab=cost`)
    const models = page.getByRole('table', { name: 'By model' }).locator('tbody tr')
    await models.first().waitFor()
    expect(await models.count()).toBe(1)
    const cost = await models.locator('td').last().innerText()
    expect(cost).toMatch(/^(<\$0\.01|\$0\.\d\d)$/)
    await page.getByText(`${cost} total`).waitFor()
    await page.getByRole('columnheader', { name: 'Output' }).getByRole('button').click()
    await page.getByText('Output tokens are a minimum').waitFor()
    expect(await page.getByRole('table', { name: 'By agent' }).locator('tbody tr').count()).toBe(2)
  })

  it('show one row for each call, and the events behind a switch', async () => {
    const page = await stage.open(`${path}?tab=events`)
    const calls = page.locator('[data-call]')
    await calls.first().waitFor()
    expect(await calls.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-call')))).toEqual([
      'Bash',
      'Edit',
      'Grep',
      'Bash',
      'Bash',
    ])
    await page.getByRole('radio', { name: 'Failures' }).check({ force: true })
    await page.waitForURL('**tab=events&failed=true')
    await calls.and(page.locator('[data-state="failed"]')).waitFor()
    await page.getByRole('switch', { name: 'Raw events' }).click()
    await page.locator('[data-event]').first().waitFor()
  })

  it('filter the events, keep the filter in the URL and show the payload of an event', async () => {
    const page = await stage.open(`${path}?tab=events&raw=true`)
    await page.locator('[data-event]').first().waitFor()
    await page.getByRole('button', { name: 'Tools', exact: true }).click()
    await page.getByRole('option', { name: 'Grep' }).click()
    await page.waitForURL((url) => url.searchParams.get('tool') === '["Grep"]')
    await page.keyboard.press('Escape')
    await page.locator('[data-event]').nth(1).waitFor()
    expect(new Set(await page.locator('[data-event] [data-kind]').allTextContents())).toEqual(
      new Set(['PostToolUse', 'PreToolUse']),
    )
    await page.reload()
    const asked = page.locator('[data-event]', { hasText: 'PreToolUse' })
    await asked.getByRole('button').click()
    await asked.locator('[data-payload] dt', { hasText: 'tool' }).waitFor()
    await asked.getByRole('button', { name: 'Raw' }).click()
    const raw: unknown = JSON.parse(await asked.locator('[data-payload] pre').innerText())
    expect(raw).toMatchObject({ tool: { name: 'Grep', target: 'price' } })
  })

  it('add new events live', async () => {
    const page = await stage.open(`${path}?tab=events&raw=true`)
    await page.locator('[data-event]').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await stage.agents.hook('Notification', SESSION, { message: 'Something happened just now' })
    await page.locator('[data-event]', { hasText: 'Something happened just now' }).waitFor()
  })

  it('show the changed files with their lines, and lead to the conversation', async () => {
    const page = await stage.open(`${path}?tab=files`)
    const edit = page.locator('article', { hasText: 'src/basket.ts' })
    await edit.waitFor()
    expect(await edit.innerText()).toContain('Edit')
    expect(await edit.locator('[data-mark="-"] mark').innerText()).toBe('twice')
    expect(await edit.locator('[data-mark="+"] mark').innerText()).toBe('once')
    await page
      .getByRole('link', { name: /basket\.ts/ })
      .first()
      .click()
    await page.waitForURL('**tab=files&path=src%2Fbasket.ts')
    await page.getByText('1 edit', { exact: true }).waitFor()
    await edit.getByRole('link', { name: /^Conversation, line/ }).click()
    await page.locator('[data-sought]', { hasText: 'basket.ts' }).waitFor()
  })

  it('have a strip whose calls lead to the conversation by keyboard', async () => {
    const page = await stage.open(`${path}?tab=cost`)
    const strip = page.getByRole('group', { name: /^5 calls, 1 edit, 1 failure/ })
    await strip.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tooltip').getByText('cat basket.ts').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-sought]', { hasText: 'cat basket.ts' }).waitFor()
    const active = page.getByRole('complementary').locator('dt', { hasText: 'Active' }).locator('xpath=../dd')
    expect(await active.textContent()).toMatch(/^\d+ (s|min) of \d+ (s|min)/)
  })

  it('can be exported as Markdown', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download Markdown', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.md$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain('Why is the basket slow?')
    expect(text).toContain('**Bash** `cat basket.ts`')
  })

  it('leave room for the conversation on a phone while it is scrolled', async () => {
    const page = await stage.open(path, { viewport: { width: 390, height: 700 } })
    const facts = page.getByRole('list', { name: 'Session summary' })
    const expand = page.getByRole('button', { name: 'Show session summary' })
    // A conversation opens at its end.
    await expand.waitFor()
    expect(await facts.isVisible()).toBe(false)
    await expand.click()
    await facts.waitFor()
    const scrolled = async (): Promise<boolean> => {
      await page.locator('[role="log"]').evaluate((box) => box.scrollBy({ top: -100 }))
      return facts.isVisible()
    }
    await expect.poll(scrolled).toBe(false)
    await page.keyboard.press('Home')
    await facts.waitFor()
  })

  it('takes tags and a note, which the list shows and filters by', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'Tags and note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tags and note' })
    await dialog.getByLabel('Tags').fill('checkout, später, checkout')
    await dialog.getByLabel('Note').fill('<b>Ask Ben</b>\nfirst')
    expect(await graveFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const tags = page.getByRole('list', { name: 'Tags' }).getByRole('listitem')
    await tags.nth(1).waitFor()
    expect(await tags.allTextContents()).toEqual(['checkout', 'später'])
    await page.getByText('<b>Ask Ben</b>').waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'später' }).click()
    await page.waitForURL(/tag=/)
    await page.locator(`[data-session="${SESSION}"]`).getByText('checkout').waitFor()
    await page.getByRole('button', { name: /^Tag/ }).click()
    await page.getByRole('option', { name: /checkout/ }).waitFor()
    await page.goto(`${stage.url()}/sessions?tag=none`)
    await page
      .getByText(/No matches|No sessions/)
      .first()
      .waitFor()

    await page.goto(`${stage.url()}${path}`)
    await page.getByRole('button', { name: 'Tags and note' }).click()
    await dialog.getByLabel('Tags').fill('x'.repeat(41))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/1 to 40 characters/)
      .waitFor()
  })
})
