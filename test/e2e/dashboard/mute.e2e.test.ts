import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('A muted session', () => {
  const stage = useStage()
  const { agents } = stage
  const asking: string[] = []
  beforeAll(async () => {
    for (const command of ['make one', 'make two']) asking.push(await agents.asking(`May I ${command}`, command))
  })
  const [rowOf, MUTED] = [(id: string | undefined) => `[data-row][data-session="${id}"]`, 'switchyard.muted']
  const approve = (id: string) =>
    agents.hook('PostToolUse', id, { tool_name: 'Bash', tool_input: {}, tool_response: {} })
  const ask = (id: string, command: string) =>
    agents.hook('PermissionRequest', id, { tool_name: 'Bash', tool_input: { command } })

  it('keeps its row, is not counted, is skipped by n and is unmuted by m', async () => {
    const [first = '', second = ''] = asking
    const page = await stage.open(`/?at=${first}`)
    await page.locator(rowOf(second)).waitFor()
    await page.keyboard.press('m')
    await page.locator(`${rowOf(first)}[data-muted]`).waitFor()
    await expect.poll(() => page.title()).toBe('(1) Now · Switchyard')
    await page.getByRole('heading', { level: 1, name: '1 agent needs you' }).waitFor()
    await page.getByRole('link', { name: '1 session is muted' }).waitFor()
    expect(await page.locator('[data-group="waiting"] [data-row]').count()).toBe(2)
    for (let times = 0; times < 2; times += 1) {
      await page.keyboard.press('n')
      await page.waitForURL((url) => url.searchParams.get('at') === second)
    }
    await page.reload()
    await page.locator(`${rowOf(first)}[data-muted]`).click()
    await page.keyboard.press('m')
    await page.locator(`${rowOf(first)}:not([data-muted])`).waitFor()
    await expect.poll(() => page.title()).toBe('(2) Now · Switchyard')
  })

  it('keeps its position and stays selected when it was selected by default', async () => {
    const page = await stage.open()
    const row = page.locator(`${rowOf(asking[0])}[aria-current="true"]`)
    await row.waitFor()
    const place = await row.boundingBox()
    await page.keyboard.press('m')
    await page.locator(`${rowOf(asking[0])}[data-muted][aria-current="true"]`).waitFor()
    expect(await row.boundingBox()).toEqual(place)
    await page.keyboard.press('m')
    await page.locator(`${rowOf(asking[0])}:not([data-muted])`).waitFor()
  })

  it('is muted by a button and unmuted by Undo in the toast', async () => {
    const page = await stage.open(`/?at=${asking[0]}`)
    await page.locator('[data-peek]').getByRole('button', { name: 'Mute', pressed: false }).click()
    await page.getByRole('status').filter({ hasText: 'is muted in this browser' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('[data-peek]').getByRole('button', { name: 'Mute', pressed: false }).waitFor()
    expect(await page.locator('[data-toast]').count()).toBe(0)
  })

  it('can be muted on its own page', async () => {
    const page = await stage.open(`/sessions/${asking[0]}`)
    await page.getByRole('button', { name: 'Mute', pressed: false }).click()
    await page.getByRole('button', { name: 'Mute', pressed: true }).waitFor()
    await expect.poll(() => page.title()).toContain('(1)')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Mute', pressed: false }).waitFor()
  })

  it('shows no toast on other pages when it asks again, unlike other sessions', async () => {
    const [quiet, loud] = [await agents.working('Be quiet'), await agents.working('Be loud')]
    const page = await stage.open(`/?at=${quiet}`)
    await page.locator(rowOf(quiet)).waitFor()
    await page.keyboard.press('m')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.waitForURL('**/insights/cost')
    await page.getByText('Live', { exact: true }).waitFor()
    await ask(quiet, 'make quiet')
    await ask(loud, 'make loud')
    await page.locator('[data-toast]', { hasText: 'make loud' }).waitFor()
    expect(await page.locator('[data-toast]', { hasText: 'make quiet' }).count()).toBe(0)
    await approve(quiet)
    await approve(loud)
  })

  it('is unmuted when it ends or no longer exists', async () => {
    const id = await agents.working('End soon')
    const page = await stage.open(`/?at=${id}`)
    await page.locator(rowOf(id)).waitFor()
    await page.evaluate(`localStorage.setItem('${MUTED}', '["of-last-year"]')`)
    await page.reload()
    await page.locator(rowOf(id)).waitFor()
    const stored = () => page.evaluate<string>(`localStorage.getItem('${MUTED}')`)
    await expect.poll(stored).toBe('[]')
    await page.keyboard.press('m')
    await expect.poll(stored).toBe(JSON.stringify([id]))
    await agents.hook('SessionEnd', id)
    await expect.poll(stored).toBe('[]')
  })
})
