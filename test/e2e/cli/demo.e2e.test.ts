import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { newPlaces, startProcess } from '../../support/process/service-process.js'

inChromium('the demo', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'switchyard-temporary-'))
  const home = mkdtempSync(join(tmpdir(), 'switchyard-home-'))
  const stage = useStage({ options: ['--demo'], env: { TMPDIR: temporary, HOME: home } })
  afterAll(() => {
    for (const folder of [temporary, home]) rmSync(folder, { recursive: true, force: true })
  })

  it('shows agents that wait, work and are done, and says that they are invented', async () => {
    const page = await stage.open()
    await page.getByText('This is a demo.').waitFor()
    const waiting = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link')
    await waiting.filter({ hasText: 'git push --force-with-lease' }).waitFor()
    await page.getByRole('region', { name: 'Working' }).getByRole('link').first().waitFor()
    await page
      .getByRole('region', { name: /^Failed/ })
      .getByRole('link')
      .first()
      .waitFor()
    await page.goto(`${stage.url()}/sessions`)
    // Done some hours ago: today, or yesterday when it is early.
    await page.locator('.row.history', { hasText: 'Resize the pictures of the market post' }).waitFor()
    await page.locator('.row.history', { hasText: 'Search forgives typing errors' }).waitFor()
    expect(await page.getByText('This is a demo.').isVisible()).toBe(true)
  })

  it('goes on: what waited is answered, without a reload', async () => {
    const page = await stage.open()
    const pushed = page
      .getByRole('region', { name: 'Waiting for you' })
      .getByRole('link')
      .filter({ hasText: 'git push --force-with-lease' })
    await pushed.waitFor({ state: 'detached', timeout: 90_000 })
    expect(await page.getByText('Connection lost').count()).toBe(0)
  })

  it("touches nothing of the user's, and leaves nothing behind when it is told to end", async () => {
    expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^switchyard-demo-/)])
    expect(await stage.service().stop()).toBe(0)
    expect(readdirSync(temporary)).toEqual([])
    expect(readdirSync(home)).toEqual([])
    expect(existsSync(stage.places.dataDir)).toBe(false)
    expect(readdirSync(stage.places.claudeHome)).toEqual(['projects'])
  })
})

describe('the demo where its port is taken', () => {
  it('takes another', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    const places = newPlaces()
    const service = await startProcess({ ...places.env, DASHBOARD_PORT: String(port) }, ['--demo'])
    expect(new URL(service.url).port).not.toBe(String(port))
    expect(await service.stop()).toBe(0)
    holder.close()
    places.remove()
  })
})
