import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graveFaults, scrollsSideways } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'

/** An agent that asks whether to trust its directory before its session starts. */
const DIALOG = `#!/bin/sh
printf ' Do you trust the files in this folder?\\n\\n ❯ 1. Yes, I trust this folder\\n   2. No, exit\\n\\n Enter to confirm · Esc to cancel\\n'
exec sleep 600
`

inChromium('The way to a lane', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-links-')))
  const bin = join(home, 'bin')
  const stage = useStage({ env: { PATH: `${bin}:${process.env['PATH']}`, HOME: home } })
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    return (await (
      await fetch(stage.url() + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as T
  }
  const lane = async (title: string): Promise<{ readonly id: number; readonly cwd: string }> => {
    const cwd = join(home, title.replaceAll(' ', '-'))
    mkdirSync(cwd)
    return (await post<{ lane: { id: number; cwd: string } }>('/api/lanes', { cwd, title })).lane
  }
  beforeAll(() => {
    mkdirSync(bin)
    writeFileSync(join(bin, 'claude'), DIALOG)
    chmodSync(join(bin, 'claude'), 0o700)
  })
  afterAll(() => {
    if (hasTmux) endServer(stage.places.dataDir)
    rmSync(home, { recursive: true, force: true })
  })

  it.skipIf(!hasTmux)('leads from Now, whose count includes agents that ask before their session starts', async () => {
    const { id } = await lane('Accept gift cards')
    await post(`/api/lanes/${id}/start`, { prompt: 'Accept gift cards' })
    const page = await stage.open('/')
    const row = page.getByRole('button', { name: /Accept gift cards.*Do you trust the files/s })
    await row.waitFor()
    await page.getByRole('heading', { level: 1, name: '1 agent needs you' }).waitFor()
    expect(await page.title()).toBe('(1) Now · Switchyard')
    await expect.poll(() => page.locator('[data-count="need"]').textContent()).toContain('1')
    // It is answered here, with the options of the agent.
    await page
      .locator('[data-peek] [data-question]')
      .getByRole('button', { name: 'Yes, I trust this folder' })
      .waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await scrollsSideways(page)).toBe(false)
    await row.click()
    await page.locator('[data-peek]').getByRole('link', { name: 'Open lane' }).click()
    await page.waitForURL(`**/lanes/${id}`)
  })

  it('leads to the sessions of the lane, and from one lane to another', async () => {
    const [first, second] = [await lane('Sort by price'), await lane('Sort by name')]
    for (const { id, cwd } of [first, second])
      await stage.agents.hook('UserPromptSubmit', `of-${id}`, { cwd, prompt: `Work of ${id}` })
    const page = await stage.open(`/lanes/${first.id}?tab=settings`)
    await page.getByRole('link', { name: 'Show sessions' }).click()
    await page.waitForURL(`**/sessions?lane=${first.id}`)
    await page.locator(`[data-session="of-${first.id}"]`).first().waitFor()
    expect(await page.locator(`[data-session="of-${second.id}"]`).count()).toBe(0)
    await page.getByRole('button', { name: /^Lane/ }).click()
    await page.getByRole('option', { name: /Sort by name/ }).click()
    await page.locator(`[data-session="of-${second.id}"]`).first().waitFor()
    expect(page.url()).toContain(`lane=${second.id}`)
    await page.keyboard.press('Escape')
    expect(await graveFaults(page)).toEqual([])
  })

  describe('from a session', () => {
    it('is its chip, the key l, and the palette, all by the title of the lane', async () => {
      const { id, cwd } = await lane('Rewrite the cart')
      await stage.agents.hook('UserPromptSubmit', 'in-lane', { cwd, prompt: 'Please rewrite it' })
      const page = await stage.open('/')
      await page.locator('[data-session="in-lane"]').getByText('Rewrite the cart').waitFor()
      await page.goto(`${stage.url()}/sessions/in-lane`)
      await page.getByRole('link', { name: 'Lane', exact: true }).waitFor()
      expect(await graveFaults(page)).toEqual([])
      await page.keyboard.press('l')
      await page.waitForURL(`**/lanes/${id}`)
      await page.goto(`${stage.url()}/settings`)
      await page.getByText('Live', { exact: true }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('start rewrite')
      await page.getByRole('option', { name: /Start agent Rewrite the cart/ }).click()
      await page.waitForURL(`**/lanes/${id}?start=true`)
    })
  })
})
