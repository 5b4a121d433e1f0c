import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeScriptedAgent } from '../../support/agents/scripted-agent.js'
import { choose } from '../../support/browser/choose.js'
import { graveFaults } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { repositoryAt } from '../../support/git/repository.js'
import { BOOT, newShop } from '../../support/stack/shop.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'

/** A service that fails once it has started. */
const WORKER = `(printf 'ready\\n0 errors\\n\\033[31mTypeError: used.cards is not iterable\\033[0m\\n    at total\\n') >"$LANE_LOG_DIR/worker.log"
sh -c : & echo $! >"$LANE_RUN_DIR/worker.pid"; wait $!
`

inChromium('The stack of a lane', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-stack-')))
  const shop = join(root, 'shop')
  const bin = join(root, 'bin')
  const stage = useStage({ env: { HOME: root, PATH: `${bin}:${process.env['PATH']}`, SHELL: '/bin/sh' } })
  let base = 0
  const post = async <T>(path: string, body: object = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    return (await (
      await fetch(stage.url() + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as T
  }
  const laneAt = async (cwd: string): Promise<number> =>
    (await post<{ lane: { id: number } }>('/api/lanes', { cwd, title: 'Gift cards' })).lane.id
  beforeAll(() => {
    mkdirSync(bin)
    writeScriptedAgent(join(bin, 'claude'))
    repositoryAt(shop, { 'a.txt': 'a\n' })
    base = newShop(shop, {
      profile: { services: ['web', 'worker'], dbPrefix: 'shop' },
      hooks: {
        boot: `${WORKER}${BOOT}`,
        'ci-gate': 'echo "1 failed: checkout"; exit 3',
        'db-drop': 'touch dropped',
      },
    })
  })
  afterAll(async () => {
    await post('/api/lanes/1/down')
    if (hasTmux) endServer(stage.places.dataDir)
    rmSync(root, { recursive: true, force: true })
  })

  it('is brought up, shows what fails, runs hooks, and is brought down', async () => {
    const id = await laneAt(shop)
    const page = await stage.open(`/lanes/${id}?tab=stack`)
    await page.getByRole('status').filter({ hasText: 'The stack is down' }).waitFor()
    await page.getByRole('button', { name: 'Bring up' }).click()
    await page.getByRole('status').filter({ hasText: '1 of 2 services stopped' }).waitFor()
    const web = page.getByRole('listitem').filter({ hasText: 'web' })
    await web.getByRole('img', { name: 'runs' }).waitFor()
    expect(await web.getByRole('link').getAttribute('href')).toBe(`http://127.0.0.1:${base + 1}`)
    await web.getByText('listening').waitFor()
    const failing = page.getByRole('region', { name: 'What fails' })
    await failing.getByText('worker: first failing line').waitFor()
    await failing.getByText('TypeError: used.cards is not iterable', { exact: true }).waitFor()
    // No agent runs, which could be told.
    expect(await page.getByRole('button', { name: 'Send to agent' }).count()).toBe(0)
    await page.getByLabel('Log of worker').getByText('at total').waitFor()
    await choose(page.getByRole('combobox', { name: 'Service' }), 'web')
    await page.getByLabel('Log of web').getByText('listening').waitFor()
    expect(await graveFaults(page)).toEqual([])

    const run = async (hook: string): Promise<void> => {
      await page.getByRole('button', { name: 'Run' }).click()
      await page.getByRole('menuitem', { name: hook }).click()
    }
    if (hasTmux) {
      await post(`/api/lanes/${id}/start`)
      await failing.getByRole('button', { name: 'Send to agent' }).click()
      await page.getByText('Sent to the agent').waitFor()
      await expect
        .poll(() => readFileSync(join(root, `log.${id}.0`), 'utf8'))
        .toContain('worker: first failing line:\\nTypeError: used.cards is not iterable')
    }

    await run('ci-gate')
    await page.getByText('exited with 3').waitFor()
    await page.getByLabel('Output of ci-gate').getByText('1 failed: checkout').waitFor()
    await run('db-drop')
    const question = page.getByRole('dialog', { name: 'Drop the databases of this lane?' })
    await question.getByText('shop_1, shop_1_test').waitFor()
    expect(await page.getByText('db-drop', { exact: true }).count()).toBe(0)
    await question.getByRole('button', { name: 'Drop databases' }).click()
    await page.getByText('db-drop', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Bring down' }).click()
    await page.getByRole('status').filter({ hasText: 'The stack is down' }).waitFor()
    expect(await page.getByRole('link', { name: String(base + 1) }).count()).toBe(0)
  })

  it('without a profile says where one belongs, and fits on a phone', async () => {
    const id = await laneAt(repositoryAt(join(root, 'plain'), { 'a.txt': 'a\n' }).path)
    const page = await stage.open(`/lanes/${id}?tab=stack`, { viewport: { width: 390, height: 844 } })
    await page.getByRole('heading', { name: 'No stack' }).waitFor()
    await page.getByText(join(root, 'plain', '.svc', 'profile')).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })
})
