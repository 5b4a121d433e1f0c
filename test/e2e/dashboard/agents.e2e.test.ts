import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = randomUUID()
const MANY = 2000
const agentId = (index: number): string => `c${String(index).padStart(8, '0')}`

inChromium('the agents of a session', () => {
  const stage = useStage({
    before: (places) => {
      transcriptOf(places, SESSION).user('Ask everybody')
      for (let index = 0; index < MANY; index += 1) {
        const agent = transcriptOf(places, SESSION, agentId(index))
        agent.user(`Look at part ${index}`)
        agent.assistant(text('It is fine.'))
      }
    },
  })
  beforeAll(async () => {
    const known = async (): Promise<number> => {
      const answer = await fetch(`${stage.url()}/api/sessions/${SESSION}/agents`)
      const { agents = [] }: { agents?: readonly unknown[] } = JSON.parse(await answer.text())
      return agents.length
    }
    await vi.waitUntil(async () => (await known()) === MANY + 1, { timeout: 60_000, interval: 200 })
  }, 70_000)
  const path = `/sessions/${SESSION}?tab=agents`

  it('form a virtualized tree with keyboard navigation to the last row', async () => {
    const page = await stage.open(path)
    const tree = page.getByRole('treegrid', { name: 'Agents' })
    await page.getByText('2,001 agents').waitFor()
    expect(await tree.getAttribute('aria-rowcount')).toBe(String(MANY + 2))
    await tree.focus()
    const active = () => tree.locator('[data-agent][aria-selected=true]').innerText()
    await page.keyboard.press('ArrowDown')
    await expect.poll(active).toContain('Look at part 0')
    await page.keyboard.press('End')
    await expect.poll(active).toContain(`Look at part ${MANY - 1}`)
    expect(await tree.getByRole('row').count()).toBeLessThan(100)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(active).toContain('Ask everybody')
  })

  it('collapse under their parent and expand again', async () => {
    const page = await stage.open(path)
    const tree = page.getByRole('treegrid', { name: 'Agents' })
    await page.getByText('2,001 agents').waitFor()
    await tree.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => tree.getAttribute('aria-rowcount')).toBe('2')
    expect(await tree.locator('[data-agent][aria-selected=true]').getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => tree.getAttribute('aria-rowcount')).toBe(String(MANY + 2))
  })

  it('link to their conversation', async () => {
    const page = await stage.open(path)
    await page.getByRole('link', { name: 'Open the conversation of Subagent' }).first().waitFor()
    await page.getByRole('treegrid', { name: 'Agents' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sessions/${SESSION}?agent=${agentId(0)}`)
    await page.getByText('It is fine.').waitFor()
  })

  it('explain their state on the w key', async () => {
    const page = await stage.open(path)
    await page.getByText('2,001 agents').waitFor()
    await page.getByRole('treegrid', { name: 'Agents' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('w')
    const why = page.getByRole('dialog', { name: 'Why "Done"?' })
    await why.getByText('The session ended before the agent returned a result.').waitFor()
    await page.keyboard.press('Escape')
    await why.waitFor({ state: 'detached' })
  })
})
