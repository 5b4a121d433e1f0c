import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graveFaults } from '../../support/browser/faults.js'
import { focusedName } from '../../support/browser/keyboard.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'

/** An agent that works until it is stopped. Its session is that of its slot, also when it is resumed. */
const agentAt = (url: string): string => `#!/bin/sh
hook() {
  curl -s -X POST ${url}/api/hooks -H 'content-type: application/json' -H "x-svc-run: $SVC_RUN" -H "x-svc-pid: $$" \\
    -d "{\\"hook_type\\":\\"$1\\",\\"data\\":{\\"session_id\\":\\"agent-$SVC_LANE-$SVC_SLOT\\",\\"cwd\\":\\"$PWD\\",$2}}" >/dev/null
}
hook SessionStart '"source":"startup"'
case "$*" in *--resume*) ;; *) hook UserPromptSubmit '"prompt":"Rewrite the cart"' ;; esac
printf '\\033[31m%s\\033[0m\\n' "Working in slot $SVC_SLOT"
exec sleep 600
`

inChromium('Stopping agents', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-stop-')))
  const bin = join(home, 'bin')
  const stage = useStage({ env: { PATH: `${bin}:${process.env['PATH']}`, HOME: home, SHELL: '/bin/sh' } })
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    return (await (
      await fetch(stage.url() + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as T
  }
  let lanes = 0
  const lane = async (slots: readonly number[]): Promise<number> => {
    lanes += 1
    const cwd = join(home, `lane-${lanes}`)
    mkdirSync(cwd)
    const made = await post<{ lane: { id: number } }>('/api/lanes', { cwd, title: `Lane ${lanes}` })
    for (const slot of slots) await post(`/api/lanes/${made.lane.id}/start`, { prompt: 'Rewrite the cart', slot })
    return made.lane.id
  }
  beforeAll(() => {
    mkdirSync(bin)
    writeFileSync(join(bin, 'claude'), agentAt(stage.url()))
    chmodSync(join(bin, 'claude'), 0o700)
  })
  afterAll(() => {
    if (hasTmux) endServer(stage.places.dataDir)
    rmSync(home, { recursive: true, force: true })
  })
  const shows = (page: Page, text: string) =>
    expect.poll(() => page.locator('.xterm-rows').textContent()).toContain(text)

  describe.skipIf(!hasTmux)('with tmux', () => {
    it('asks in place during a turn, keeps the tab with its last screen, and moves no other stop under the pointer', async () => {
      const id = await lane([0, 1])
      const page = await stage.open(`/lanes/${id}?slot=0`)
      await shows(page, 'Working in slot 0')
      const side = page.getByRole('complementary')
      const button = side.getByRole('button', { name: 'Stop' })
      await side.getByText('Thinking').first().waitFor()
      const before = await button.boundingBox()
      await button.click()
      const question = page.getByRole('dialog', { name: 'Stop Claude Code?' })
      await question.getByText('Rewrite the cart').waitFor()
      expect(await focusedName(page)).toBe('Cancel')
      expect(await graveFaults(page)).toEqual([])
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      await shows(page, 'Working in slot 0')

      await button.click()
      await question.getByRole('button', { name: 'Stop agent' }).click()
      await page.getByText(/^Stopped \d/).waitFor()
      expect(await button.boundingBox()).toEqual(before)
      expect(await button.isDisabled()).toBe(true)
      await shows(page, 'Working in slot 0')
      await page.getByRole('link', { name: /exited Claude Code/ }).waitFor()
      await page.getByRole('link', { name: 'Slot 1: working Claude Code' }).click()
      await shows(page, 'Working in slot 1')
      await page.getByRole('link', { name: /exited Claude Code/ }).click()
      await shows(page, 'Working in slot 0')
      expect(await graveFaults(page)).toEqual([])

      await page.keyboard.press('Shift+R')
      await page.getByText(/^Stopped \d/).waitFor({ state: 'detached' })
      await shows(page, 'Working in slot 0')
      await page.getByRole('link', { name: /exited Claude Code/ }).waitFor({ state: 'detached' })
    })

    it('offers to resume in a toast, and closes an ended tab', async () => {
      const id = await lane([0])
      const page = await stage.open('/lanes')
      await page.locator(`a[data-lane="${id}"]`).getByText('Thinking').waitFor()
      await page.locator(`a[data-lane="${id}"]`).focus()
      await page.keyboard.press('x')
      const question = page.getByRole('dialog', { name: 'Stop Claude Code?' })
      await question.getByText('The conversation can be resumed.').waitFor()
      expect(await focusedName(page)).toBe('Cancel')
      await question.getByRole('button', { name: 'Stop agent' }).click()
      const toast = page.getByRole('status').filter({ hasText: 'Claude Code stopped' })
      await toast.waitFor()
      await page.locator(`a[data-lane="${id}"]`).click()
      await page.getByText(/^Stopped \d/).waitFor()
      await page.getByText('The last screen was not seen on this page.').waitFor()
      await page.getByRole('button', { name: 'Close tab' }).click()
      await page.getByText(/^Stopped \d/).waitFor({ state: 'detached' })
      await toast.getByRole('button', { name: 'Resume' }).click()
      await shows(page, 'Working in slot 0')
    })

    it('that lost their terminals are resumed at once, or hidden', async () => {
      const [first, second] = [await lane([0]), await lane([0])]
      const page = await stage.open('/lanes')
      for (const id of [first, second]) await page.locator(`a[data-lane="${id}"]`).getByText('Thinking').waitFor()
      const notice = page.getByRole('region', { name: 'Agents that stopped with the machine' })
      expect(await notice.count()).toBe(0)
      // As a restart of the machine does.
      endServer(stage.places.dataDir)
      await notice.getByText(/^\d agents lost their terminals/).waitFor()
      await notice.getByText(`Lane ${lanes - 1}`).waitFor()
      expect(await graveFaults(page)).toEqual([])
      await notice.getByRole('button', { name: /^Resume \d agents$/ }).click()
      await page.getByText(/^\d agents resumed$/).waitFor()
      await notice.waitFor({ state: 'detached' })
      await page.locator(`a[data-lane="${second}"]`).click()
      await shows(page, 'Working in slot 0')

      endServer(stage.places.dataDir)
      await page.goto(`${stage.url()}/lanes`)
      await notice.getByRole('button', { name: 'Dismiss' }).click()
      await notice.waitFor({ state: 'detached' })
      await page.reload()
      await page.locator(`a[data-lane="${first}"]`).waitFor()
      expect(await notice.count()).toBe(0)
    })
  })
})
