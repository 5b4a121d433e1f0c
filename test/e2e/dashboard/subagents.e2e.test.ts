import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('The subagents of the selected session', () => {
  const stage = useStage()
  const { agents } = stage
  const SUBAGENTS = Array.from({ length: 20 }, (_, index) => `agent-${index}`)
  beforeAll(async () => {
    await agents.working('Look everywhere', 'busy')
    for (const agent_id of SUBAGENTS) await agents.hook('SubagentStart', 'busy', { agent_id, agent_type: 'Explore' })
    await agents.hook('SubagentStop', 'busy', { agent_id: SUBAGENTS[0] })
    await agents.working('Look alone', 'alone')
  })

  it('are one bar that expands to one line each by click or key', async () => {
    const page = await stage.open('/?at=busy')
    const peek = page.locator('[data-peek]')
    const bar = peek.getByRole('button', { name: '20 subagents', expanded: false })
    await bar.getByRole('img', { name: '20 subagents: 1 done, 19 working' }).waitFor()
    await bar.click()
    const lines = peek.locator('[data-subagent]')
    await lines.nth(19).waitFor()
    expect(await lines.count()).toBe(20)
    await lines.first().getByRole('img', { name: 'Done' }).waitFor()
    await lines.nth(1).getByRole('img', { name: 'Working' }).waitFor()
    await page.keyboard.press('s')
    await lines.first().waitFor({ state: 'detached' })
    await page.keyboard.press('s')
    await lines.nth(19).waitFor()
  })

  it('change their state without moving', async () => {
    const page = await stage.open('/?at=busy')
    await page.locator('[data-peek]').getByRole('button', { name: '20 subagents' }).waitFor()
    await page.keyboard.press('s')
    const third = page.locator('[data-peek] [data-subagent]').nth(2)
    const place = await third.boundingBox()
    await third.getByRole('img', { name: 'Working' }).waitFor()
    await agents.hook('SubagentStop', 'busy', { agent_id: SUBAGENTS[2] })
    await third.getByRole('img', { name: 'Done' }).waitFor()
    expect(await third.boundingBox()).toEqual(place)
  })

  it('link to the agents tab', async () => {
    const page = await stage.open('/?at=busy')
    await page.locator('[data-peek]').getByRole('button', { name: '20 subagents' }).waitFor()
    await page.keyboard.press('s')
    await page.locator('[data-peek] [data-subagent]').first().click()
    await page.waitForURL('**/sessions/busy?tab=agents')
  })

  it('are hidden when there are none', async () => {
    const page = await stage.open('/?at=alone')
    await page.locator('[data-peek]').getByRole('heading', { name: 'Look alone' }).waitFor()
    expect(await page.locator('[data-peek] [data-subagents]').count()).toBe(0)
  })
})
