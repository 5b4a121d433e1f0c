import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeScriptedAgent } from '../../support/agents/scripted-agent.js'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'

const QUESTION = [' Do you want to proceed?', ' ❯ 1. Yes', '   2. No', '', ' Enter to confirm · Esc to cancel']

inChromium('The chat of a lane', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-chat-')))
  const [bin, shop] = [join(root, 'bin'), join(root, 'shop')]
  const stage = useStage({ env: { HOME: root, PATH: `${bin}:${process.env['PATH']}`, SHELL: '/bin/sh' } })
  let started = 0
  const post = async <T>(path: string, body: object = {}, more: Readonly<Record<string, string>> = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...more }
    return (await (
      await fetch(stage.url() + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as T
  }
  /** Starts an agent in a new lane and opens its chat. */
  const chat = async (options: { readonly viewport?: { readonly width: number; readonly height: number } } = {}) => {
    const cwd = join(shop, String(++started))
    mkdirSync(cwd, { recursive: true })
    const { lane } = await post<{ lane: { id: number } }>('/api/lanes', { cwd, title: 'Gift cards' })
    const { run_id: run } = await post<{ run_id: string }>(`/api/lanes/${lane.id}/start`)
    const session = `3a0ee5a8-2a2c-4fd0-8d3c-00000000000${started}`
    const report = async (type: string, members: object = {}): Promise<void> => {
      const data = { session_id: session, cwd, hook_event_name: type, ...members }
      await post('/api/hooks', { hook_type: type, data }, { 'x-svc-run': run, 'x-svc-lane': String(lane.id) })
    }
    await report('SessionStart')
    const page = await stage.open(`/lanes/${lane.id}?tab=chat`, options)
    const sent = (): readonly string[] => {
      const log = join(root, `log.${lane.id}.0`)
      const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
      return lines.flatMap((line) => (JSON.parse(line) as { sent?: string }).sent ?? [])
    }
    return { page, lane: lane.id, report, sent, field: page.getByLabel('Message to Claude Code') }
  }
  const queued = (page: Page) => page.getByRole('list', { name: 'Messages that wait' }).getByRole('listitem')

  beforeAll(() => {
    mkdirSync(bin)
    writeScriptedAgent(join(bin, 'claude'))
  })
  afterAll(() => {
    if (hasTmux) endServer(stage.places.dataDir)
    rmSync(root, { recursive: true, force: true })
  })

  it.skipIf(!hasTmux)('continues after a limit, at the time that it names', async () => {
    const { page, report, lane } = await chat()
    await report('UserPromptSubmit', { prompt: 'Go on' })
    await report('StopFailure', { error: 'rate_limit', error_details: 'limit, try again in 2 hours' })
    await page.goto(stage.url())
    await page.getByRole('button', { name: /^Retry at \d/ }).click()
    await page.getByText(/It continues at \d/).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Do not continue' }).click()
    await page.getByRole('button', { name: /^Retry at \d/ }).click()
    await page.getByText(/It continues at \d/).waitFor()
    await page.goto(`${stage.url()}/lanes/${lane}?tab=chat`)
    await queued(page)
      .filter({ hasText: 'Continue.' })
      .getByText(/^At \d/)
      .waitFor()
    await report('UserPromptSubmit', { prompt: 'Never mind' })
    await expect.poll(() => queued(page).count()).toBe(0)
  })

  it.skipIf(!hasTmux)('sends at once to an agent at rest, and queues while it works', async () => {
    const { page, report, sent, field } = await chat()
    await field.waitFor()
    await page.keyboard.press('r')
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Hello')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('there')
    await page.keyboard.press('Enter')
    await expect.poll(sent).toEqual(['Hello\nthere'])
    await expect.poll(() => field.inputValue()).toBe('')

    await report('UserPromptSubmit', { prompt: 'Hello' })
    await page.getByPlaceholder('Claude Code gets this when its turn has ended').waitFor()
    for (const text of ['First', 'Second', 'Third']) {
      await field.fill(text)
      await page.getByRole('button', { name: 'Queue' }).click()
      await queued(page).filter({ hasText: text }).waitFor()
    }
    await queued(page).filter({ hasText: 'Second' }).getByRole('button', { name: 'Remove message' }).click()
    await expect.poll(() => queued(page).count()).toBe(2)
    await queued(page).filter({ hasText: 'Third' }).getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Message', { exact: true }).fill('The third')
    await page.keyboard.press('Enter')
    await queued(page).filter({ hasText: 'The third' }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    // What is being written outlives the page.
    await field.fill('half a tho')
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('half a tho')

    await report('Stop')
    await expect.poll(sent).toEqual(['Hello\nthere', 'First'])
    await expect.poll(() => queued(page).count()).toBe(1)
    await report('UserPromptSubmit', { prompt: 'First' })
    await report('StopFailure', { error: 'rate_limit' })
    await queued(page).getByText('Not sent: the last turn failed').waitFor()
    await queued(page).getByRole('button', { name: 'Send now' }).click()
    await expect.poll(sent).toEqual(['Hello\nthere', 'First', 'The third'])
    await expect.poll(() => queued(page).count()).toBe(0)
  })

  it.skipIf(!hasTmux)('knows the commands of the agent and of its user', async () => {
    const { page, sent, field } = await chat()
    mkdirSync(join(stage.places.claudeHome, 'commands'), { recursive: true })
    writeFileSync(
      join(stage.places.claudeHome, 'commands', 'release.md'),
      '---\ndescription: Prepare a release\n---\nGo',
    )
    await page.getByRole('button', { name: 'Commands', exact: true }).click()
    const list = page.getByRole('listbox', { name: 'Commands' })
    await list.getByRole('option', { name: '/release Prepare a release' }).waitFor()
    await page.keyboard.type('com')
    await expect.poll(() => list.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('/compact ')
    await page.keyboard.press('Enter')
    await expect.poll(sent).toEqual(['/compact'])
    // Anything else that starts with a slash is text.
    await field.fill('/tmp/x is full')
    await page.keyboard.press('Enter')
    await expect.poll(sent).toEqual(['/compact', 'Message: /tmp/x is full'])
  })

  it.skipIf(!hasTmux)('shows what the agent asks first, and resumes an agent that has ended', async () => {
    writeFileSync(join(root, 'agent.json'), JSON.stringify({ dialog: QUESTION }))
    const { page, lane, report, field } = await chat({ viewport: { width: 390, height: 844 } })
    await report('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'true' } })
    await page.getByPlaceholder('Answer the question first').waitFor()
    expect(await field.isDisabled()).toBe(true)
    await page.getByRole('region', { name: 'What the agent asks' }).getByRole('button', { name: /Yes/ }).click()
    await report('Stop')
    await page.getByPlaceholder('Message to Claude Code').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await report('SessionEnd', { reason: 'other' })
    await post(`/api/lanes/${lane}/stop`, { slot: 0 })
    await page.getByPlaceholder('Claude Code has ended. A message resumes it.').waitFor()
    rmSync(join(root, 'agent.json'))
    await field.fill('Continue with the tests')
    await page.getByRole('button', { name: 'Resume and send' }).click()
    const started = () => readFileSync(join(root, `log.${lane}.0`), 'utf8')
    await expect.poll(started).toContain('Continue with the tests')
    expect(started()).toContain('--resume=')
  })
})
