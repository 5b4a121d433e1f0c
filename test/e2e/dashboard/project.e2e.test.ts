import { beforeAll, expect, it } from 'vitest'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('the page of a project', () => {
  const stage = useStage()
  const { agents } = stage
  beforeAll(async () => {
    const elsewhere = { cwd: '/home/dev/other/shop' }
    await agents.hook('UserPromptSubmit', 'runs', { cwd: '/home/dev/shop', prompt: 'Fix the checkout' })
    for (const file of ['cart.ts', 'cart.ts', 'order.ts']) {
      const call = { cwd: '/home/dev/shop', tool_name: 'Edit', tool_use_id: `toolu_${file}_${Math.random()}` }
      await agents.hook('PreToolUse', 'runs', { ...call, tool_input: { file_path: `/home/dev/shop/src/${file}` } })
      await agents.hook('PostToolUse', 'runs', call)
    }
    await agents.hook('UserPromptSubmit', 'ended', { cwd: '/home/dev/shop', prompt: 'Update the packages' })
    await agents.hook('SessionEnd', 'ended', { cwd: '/home/dev/shop', reason: 'other' })
    await agents.hook('UserPromptSubmit', 'elsewhere', { ...elsewhere, prompt: 'Another shop' })
    await agents.hook('SessionEnd', 'elsewhere', { ...elsewhere, reason: 'other' })
  })

  it('shows what runs, what ended and which files changed, and links to all its sessions', async () => {
    const page = await stage.open('/projects/shop?cwd=/home/dev/shop')
    await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe('shop · Switchyard')
    await page.getByRole('region', { name: 'Running now' }).getByText('Fix the checkout').waitFor()
    await page.getByRole('region', { name: 'Sessions' }).getByText('Update the packages').waitFor()
    const files = page.getByRole('region', { name: 'Most changed files' }).locator('tbody tr')
    expect(await files.locator('td:first-child').allTextContents()).toEqual(['src/cart.ts', 'src/order.ts'])
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'All 2 sessions' }).click()
    await page.waitForURL('**/sessions?cwd=*')
    await page.getByRole('status', { name: '2 sessions', exact: true }).waitFor()
  })

  it('lists the directories of its name, and keeps the chosen one and the period in the URL', async () => {
    const page = await stage.open('/projects/shop?cwd=/home/dev/shop')
    await page.getByRole('combobox', { name: 'Directory' }).click()
    await page.getByRole('option', { name: /other/ }).click()
    await page.getByRole('region', { name: 'Sessions' }).getByText('Another shop').waitFor()
    await page.getByText('7 days', { exact: true }).click()
    await page.getByText('Last 7 days').waitFor()
    await page.reload()
    await page.getByText('Last 7 days').waitFor()
    await page.getByRole('region', { name: 'Sessions' }).getByText('Another shop').waitFor()
  })

  it('says that a name is unknown', async () => {
    const page = await stage.open('/projects/none')
    await page.getByText('No session ran in a directory of this name.').waitFor()
    await page.getByRole('link', { name: 'Browse sessions' }).click()
    await page.waitForURL('**/sessions')
  })
})
