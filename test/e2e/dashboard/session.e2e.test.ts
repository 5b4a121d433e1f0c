import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { choose } from '../../support/browser/choose.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, type Transcript, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = randomUUID()
const AGENT = 'a1b2c3d4e5f60718'
const WIDE = 'a_very_long_name_'.repeat(20)

inChromium('the page of a session', () => {
  let main: Transcript
  const stage = useStage({
    before: (places) => {
      main = transcriptOf(places, SESSION)
      main.user('Why is the basket slow?')
      main.assistant(
        text(
          `It reads **every** price twice.\n\n| place | ms |\n|---|---|\n| basket | 40 |\n\n\`\`\`\n${WIDE}\n\`\`\``,
        ),
      )
      main.assistant(call('toolu_1', 'Bash', { command: 'cat basket.ts' }))
      main.result('toolu_1', 'const prices = all().concat(all())')
      const sub = transcriptOf(places, SESSION, AGENT)
      sub.user('Measure the basket')
      sub.assistant(text('The basket takes 40 ms.'))
    },
  })
  const path = `/sessions/${SESSION}`

  it('renders the messages as Markdown', async () => {
    const page = await stage.open(path)
    await page.getByText('Why is the basket slow?').last().waitFor()
    await page.locator('[data-prose] strong', { hasText: 'every' }).waitFor()
    expect(await page.locator('[data-prose] td').allTextContents()).toEqual(['basket', '40'])
  })

  it.each([1280, 1000, 390])('keeps long lines inside the conversation at %i px', async (width) => {
    const page = await stage.open(path, { viewport: { width, height: 800 } })
    const code = await page.locator('[data-prose] pre').boundingBox()
    const stream = await page.locator('[role="log"]').boundingBox()
    expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThan((stream?.x ?? 0) + (stream?.width ?? 0))
  })

  it('expands a tool call to its command and result', async () => {
    const page = await stage.open(path)
    const bash = page.locator('[data-tool]', { hasText: 'cat basket.ts' })
    await bash.getByRole('button').click()
    expect(await bash.locator('[data-text="command"]').innerText()).toContain('cat basket.ts')
    expect(await bash.locator('[data-text="output"]').innerText()).toBe('const prices = all().concat(all())')
  })

  it('switches to the conversation of a subagent and back', async () => {
    const page = await stage.open(path, { viewport: { width: 1000, height: 800 } })
    const picker = page.getByLabel('Reading')
    await choose(picker, 1)
    await page.getByText('The basket takes 40 ms.').waitFor()
    await choose(picker, 'Main agent')
    await page.getByText('Why is the basket slow?').last().waitFor()
  })

  it('adds new messages live', async () => {
    const page = await stage.open(path)
    await page.locator('[data-prose]').last().waitFor()
    main.assistant(text('Now it reads them once.'))
    await page.getByText('Now it reads them once.').waitFor()
  })

  it('does not move an expanded call when the agent continues, and follows the end again on a click', async () => {
    const lines = Array.from({ length: 80 }, (_, line) => `test ${line} passes`)
    main.assistant(text(lines.join('\n\n')))
    main.assistant(call('toolu_2', 'Bash', { command: 'npm test' }))
    main.result('toolu_2', lines.join('\n'))
    const page = await stage.open(path)
    const tests = page.locator('[data-tool]', { hasText: 'npm test' })
    const button = tests.getByRole('button').first()
    await button.click()
    await tests.locator('[data-text="output"]').waitFor()
    const place = await button.boundingBox()
    main.assistant(text('All of them pass.'))
    const newest = page.locator('[data-newest]', { hasText: '1' })
    await newest.waitFor()
    expect(await button.boundingBox()).toEqual(place)
    await newest.click()
    await page.getByText('All of them pass.').waitFor()
    await page.locator('[data-newest]').waitFor({ state: 'detached' })
  })
})
