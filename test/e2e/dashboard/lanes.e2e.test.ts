import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { until } from '../../support/agents/until.js'
import { cutControls, graveFaults, scrollsSideways, smallTargets, tinyText } from '../../support/browser/faults.js'
import { focusedName, tabTo } from '../../support/browser/keyboard.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { openedAt, repositoryAt } from '../../support/git/repository.js'
import { endServer, hasTmux, tmuxOf } from '../../support/tmux/panes.js'

type Lane = RouteAnswer<'GET /api/lanes'>['lanes'][number]

/** An agent that asks for permission, waits for one key, and then repeats what is typed. */
const agentAt = (url: string): string => `#!/bin/sh
hook() {
  curl -s -X POST ${url}/api/hooks -H 'content-type: application/json' -H "x-svc-run: $SVC_RUN" -H "x-svc-pid: $$" \\
    -d "{\\"hook_type\\":\\"$1\\",\\"data\\":{\\"session_id\\":\\"agent-$$\\",\\"cwd\\":\\"$PWD\\",$2}}" >/dev/null
}
hook SessionStart '"source":"startup"'
hook UserPromptSubmit '"prompt":"Clean up"'
hook PermissionRequest '"tool_name":"Bash","tool_input":{"command":"rm -r build"}'
stty -icanon -echo
printf '────────────────────────────\\n Bash command\\n\\n   rm -r build\\n\\n Do you want to proceed?\\n'
printf ' ❯ 1. Yes\\n   2. Yes, and don’t ask again for: rm *\\n   3. No\\n\\n Esc to cancel\\n'
key=$(dd bs=1 count=1 2>/dev/null)
printf '\\033[H\\033[2JYou pressed %s\\n' "$key"
stty icanon
hook PostToolUse '"tool_name":"Bash","tool_input":{"command":"rm -r build"}'
hook Stop '"last_assistant_message":"The build is clean."'
while read -r line; do case $line in exit*) $line ;; *) echo "You typed $line" ;; esac; done
`

const screenOf = (page: Page) => page.locator('.xterm-rows').textContent()
const shows = (page: Page, text: string) => expect.poll(() => screenOf(page), { timeout: 20_000 }).toContain(text)

inChromium('Lanes', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-lanes-')))
  const bin = join(home, 'bin')
  const stage = useStage({
    env: { PATH: `${bin}:${process.env['PATH']}`, HOME: home, SHELL: '/bin/sh', ANTHROPIC_API_KEY: 'k' },
  })
  const repository = repositoryAt(join(home, 'shop'), { 'a.txt': 'a' })
  const lanes = async (): Promise<readonly Lane[]> => {
    const answer = await fetch(`${stage.url()}/api/lanes`)
    return ((await answer.json()) as { lanes: readonly Lane[] }).lanes
  }
  const create = async (body: object): Promise<Lane> => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify({ sourceRepo: repository.path, ...body }) }
    const answer = await fetch(`${stage.url()}/api/lanes/worktree`, request)
    const { lane } = (await answer.json()) as { lane: Lane }
    return until('the worktree', async () => {
      const found = (await lanes()).find(({ id }) => id === lane.id)
      return found !== undefined && found.status !== 'provisioning' && found
    })
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

  describe.skipIf(!hasTmux)('with tmux', () => {
    it('are created, started, answered, typed into, stopped and removed by keyboard', async () => {
      const page = await stage.open('/lanes')
      await page.getByText('No lanes yet').waitFor()
      await page.keyboard.press('Shift+N')
      const dialog = page.getByRole('dialog', { name: 'New lane' })
      await dialog.waitFor()
      await tabTo(page, 'Repository')
      await page.keyboard.type(repository.path)
      await tabTo(page, 'Title')
      await page.keyboard.type('Clean up')
      await dialog.getByText('feat/clean-up').waitFor()
      expect(await graveFaults(page)).toEqual([])
      await page.keyboard.press('Enter')

      await page.getByRole('heading', { level: 1, name: 'Clean up' }).waitFor()
      await expect.poll(() => focusedName(page)).toBe('Prompt')
      const environment = page.locator('details', { hasText: 'Environment:' })
      await environment.locator('summary').click()
      expect(await environment.textContent()).toContain('ANTHROPIC_API_KEY is not passed on.')
      await environment.locator('summary').click()
      await page.getByLabel('Prompt').focus()
      await page.keyboard.type('Clean up')
      await page.keyboard.press('Control+Enter')
      await shows(page, 'Do you want to proceed?')
      const question = page.getByRole('region', { name: 'What the agent asks' })
      await question.getByText('rm -r build').waitFor()
      const options = question.getByRole('listitem')
      await expect
        .poll(() => options.allTextContents())
        .toEqual(['1Yes', '2Yes, and don’t ask again for: rm *Lasting', '3No'])
      expect(await question.locator('kbd').count()).toBe(0)
      expect(await graveFaults(page)).toEqual([])

      // The terminal has the focus, so digits would be typed: the key leaves it first.
      await page.keyboard.press('Control+Backquote')
      await page.keyboard.press('a')
      await expect.poll(() => question.locator('kbd').allTextContents()).toEqual(['1', '2', '3'])
      await page.keyboard.press('3')
      await shows(page, 'You pressed 3')
      await question.waitFor({ state: 'detached' })
      await page.keyboard.press('t')
      await page.keyboard.type('grüße\n')
      await shows(page, 'You typed grüße')

      await page.keyboard.press('Control+Backquote')
      await tabTo(page, 'Stop agent', 'Shift+Tab')
      await page.keyboard.press('Enter')
      await page.getByText(/^Stopped \d/).waitFor()
      await page.evaluate('document.activeElement?.blur()')
      await page.keyboard.press('[')
      await page.getByRole('button', { name: 'Remove lane' }).waitFor()
      await tabTo(page, 'Remove lane')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('feat/clean-up').waitFor()
      expect(await focusedName(page)).toBe('Cancel')
      expect(await graveFaults(page)).toEqual([])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('No lanes yet').waitFor()
      expect(repository.git('branch', '--list', 'feat/*')).toBe('')
    })

    it('are started with one prompt for each line, and remember what the repository was used with', async () => {
      const page = await stage.open('/lanes')
      await page.getByText('No lanes yet').waitFor()
      await page.keyboard.press('Shift+N')
      const dialog = page.getByRole('dialog', { name: 'New lane' })
      await expect.poll(() => focusedName(page)).toBe('Prompt')
      await page.keyboard.type('Accept gift cards\nAdd a wishlist')
      await tabTo(page, 'One lane per line (2)')
      await page.keyboard.press('Space')
      await tabTo(page, 'Repository')
      await page.keyboard.type(repository.path)
      await dialog.getByText('feat/accept-gift-cards').waitFor()
      expect(await graveFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByLabel('Prompt').focus()
      await page.keyboard.press('Control+Enter')
      await dialog.waitFor({ state: 'detached', timeout: 30_000 })
      const made = (await lanes()).filter(
        ({ branch }) => branch === 'feat/accept-gift-cards' || branch === 'feat/add-wishlist',
      )
      expect(made.map(({ panes }) => panes[0]?.alive)).toEqual([true, true])
      await page.keyboard.press('Shift+N')
      expect(await dialog.getByRole('combobox', { name: 'Repository' }).inputValue()).toBe(repository.path)
      await page.keyboard.press('Escape')
      for (const { id } of made) await fetch(`${stage.url()}/api/lanes/${id}/stop`, { method: 'POST' })
      for (const { id } of made)
        await fetch(`${stage.url()}/api/lanes/${id}/remove`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"confirm":true,"force":true}',
        })
    })

    let attempts = 0
    it('are answered from Now by keyboard, and the page says what became of an answer in the terminal', async () => {
      const started = async (title: string): Promise<number> => {
        const { id } = await create({ title })
        const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"prompt":"Go"}' }
        await fetch(`${stage.url()}/api/lanes/${id}/start`, request)
        return id
      }
      // What an attempt before has left waits, too.
      attempts += 1
      const [first, second] = [`Answered from Now ${attempts}`, `Answered in its terminal ${attempts}`]
      const here = await started(first)
      const page = await stage.open('/')
      // Agents of other tests may wait, too.
      await page.locator('[data-row]', { hasText: first }).click()
      const question = page.getByRole('region', { name: 'What the agent asks' })
      await question.getByText('rm -r build').waitFor()
      expect(await graveFaults(page)).toEqual([])
      // Enter only turns to the card, and digits answer there alone.
      await page.keyboard.press('Enter')
      await expect.poll(() => question.locator('kbd').allTextContents()).toEqual(['1', '2', '3'])
      await page.keyboard.press('1')
      await page.getByRole('heading', { name: 'Answered', exact: true }).waitFor()
      await question.waitFor({ state: 'detached' })
      const tmux = tmuxOf(stage.places.dataDir)
      expect(tmux('capture-pane', '-p', '-t', `=lane-${here}-0:`)).toContain('You pressed 1')

      const there = await started(second)
      await page.locator('[data-row]', { hasText: second }).click()
      await question.getByText('rm -r build').waitFor()
      tmux('send-keys', '-t', `=lane-${there}-0:`, '3')
      await page.getByRole('heading', { name: 'Answered in the terminal' }).waitFor()
      for (const id of [here, there]) await fetch(`${stage.url()}/api/lanes/${id}/stop`, { method: 'POST' })
    })

    it('keep the last screen of an agent that ends, and later say how it ended', async () => {
      const { id } = await create({ title: 'Ends' })
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"prompt":"Clean up"}' }
      await fetch(`${stage.url()}/api/lanes/${id}/start`, request)
      const page = await stage.open(`/lanes/${id}`)
      await page.getByRole('button', { name: /^1 ?Yes$/ }).click()
      await shows(page, 'You pressed 1')
      await page.keyboard.press('t')
      await page.keyboard.type('exit 3\n')
      await page.getByText(/^Ended .+, exit code 3$/).waitFor()
      await shows(page, 'You pressed 1')
      await page.reload()
      await page.getByText(/^Ended .+, exit code 3$/).waitFor()
      expect(await page.locator('.xterm').count()).toBe(0)
    })
  })

  it('say what changed since a removal was confirmed, and remove nothing', async () => {
    const { id, cwd } = await create({ title: 'Stale' })
    const page = await stage.open(`/lanes/${id}?tab=settings`)
    await page.getByRole('button', { name: 'Remove lane' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove lane' }).waitFor()
    await dialog.getByText('0 changed files').waitFor()
    writeFileSync(join(cwd, 'mine.txt'), 'mine')
    await dialog.getByRole('button', { name: 'Remove lane' }).click()
    await dialog.getByText('Nothing was done.').waitFor()
    expect(await dialog.locator('s').allTextContents()).toEqual(['0'])
    expect((await lanes()).map((lane) => lane.id)).toContain(id)
    await dialog.getByRole('button', { name: 'Remove, lose 1 change' }).click()
    await expect.poll(async () => (await lanes()).some((lane) => lane.id === id)).toBe(false)
  })

  it('list what a removal loses without their folder, and what cannot be counted', async () => {
    const other = repositoryAt(join(home, 'gone'), { 'a.txt': 'a' })
    const counted = await create({ title: 'Counted', sourceRepo: other.path })
    const uncounted = await create({ title: 'Uncounted', sourceRepo: other.path })
    openedAt(counted.cwd).commit({ 'b.txt': 'b' })
    const dialogOf = async ({ id }: Lane) => {
      const page = await stage.open(`/lanes/${id}?tab=settings`)
      await page.getByRole('button', { name: 'Remove lane' }).click()
      return page.getByRole('dialog')
    }
    const isGone = async ({ id }: Lane) => !(await lanes()).some((lane) => lane.id === id)
    rmSync(counted.cwd, { recursive: true })
    const first = await dialogOf(counted)
    await first.getByText('(missing)').waitFor()
    await first.getByText('1 not in the base').waitFor()
    expect(await first.locator('[data-lost="true"]').allTextContents()).toEqual(['lost'])
    await first.getByRole('button', { name: 'Remove, lose 1 commit' }).click()
    await expect.poll(() => isGone(counted)).toBe(true)
    rmSync(uncounted.cwd, { recursive: true })
    rmSync(other.path, { recursive: true })
    const second = await dialogOf(uncounted)
    await second.getByText('cannot be counted').waitFor()
    expect(await second.locator('[data-lost="true"]').allTextContents()).toEqual(['may be lost'])
    expect(await graveFaults(second.page())).toEqual([])
    await second.getByRole('button', { name: 'Remove, may lose commits' }).click()
    await expect.poll(() => isGone(uncounted)).toBe(true)
  })

  it('keep instructions for the agents that are started in them', async () => {
    const { id } = await create({ title: 'Told' })
    const page = await stage.open(`/lanes/${id}?tab=settings`)
    const text = page.getByRole('textbox', { name: 'Instructions for new agents' })
    await text.fill('Use tabs.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    expect(await graveFaults(page)).toEqual([])
    await page.reload()
    await expect.poll(() => text.inputValue()).toBe('Use tabs.')
  })

  it('keep a folder that git cannot read, and say so', async () => {
    const { id, cwd } = await create({ title: 'Unreadable' })
    rmSync(join(cwd, '.git'))
    const page = await stage.open(`/lanes/${id}?tab=settings`)
    await page.getByRole('button', { name: 'Remove lane' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('(git cannot read it)').waitFor()
    await dialog.getByRole('button', { name: 'Remove lane' }).click()
    await page.getByText(`Its folder stays: ${cwd}`).waitFor()
    expect(existsSync(join(cwd, 'a.txt'))).toBe(true)
  })

  it('without a worktree show the reason, and can be created again or deleted', async () => {
    await create({ title: 'Old release', base: 'release-9' })
    const page = await stage.open('/lanes')
    const failed = page.getByRole('region', { name: /^Failed/ })
    await failed.getByText('release-9').waitFor()
    await failed.getByRole('button', { name: 'Create again' }).click()
    const dialog = page.getByRole('dialog', { name: 'New lane' })
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Old release')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await failed.getByRole('button', { name: 'Delete lane' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete lane' }).click()
    await failed.waitFor({ state: 'detached' })
  })

  it('are part of the project of their repository', async () => {
    const { cwd } = await create({ title: 'Gift cards' })
    await stage.agents.hook('UserPromptSubmit', 'in-a-lane', { cwd, prompt: 'Accept gift cards' })
    const page = await stage.open('/sessions')
    await page.locator('[data-session="in-a-lane"]').getByText('shop', { exact: true }).waitFor()
    await page.goto(`${stage.url()}/projects/shop?cwd=${repository.path}`)
    await page.getByRole('region', { name: 'Running now' }).getByText('Accept gift cards').waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('link', { name: /^\d+ lanes?$/ }).click()
    await page.waitForURL('**/lanes?q=shop')
    await page.getByText('Gift cards').first().waitFor()
  })

  it('fit on a phone, in German and in the dark', async () => {
    const { id } = await create({ title: 'Kartenzahlungen einmal wiederholen, wenn die Bank ablehnt' })
    const page = await stage.open('/lanes', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      locale: 'de-DE',
    })
    for (const [path, button] of [
      ['/lanes', 'Neue Lane'],
      [`/lanes/${id}`, 'Stattdessen eine Shell öffnen'],
      [`/lanes/${id}?tab=settings`, 'Lane entfernen'],
    ] as const) {
      await page.goto(stage.url() + path)
      await page.getByRole('button', { name: button }).waitFor()
      expect(await graveFaults(page), path).toEqual([])
      expect(await scrollsSideways(page), path).toBe(false)
      expect(await tinyText(page), path).toEqual([])
      expect(await cutControls(page), path).toEqual([])
      expect(await smallTargets(page), path).toEqual([])
    }
  })
})
