import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { writeScriptedAgent } from '../../../../support/agents/scripted-agent.js'
import { repositoryAt } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux } from '../../../../support/tmux/panes.js'

type Budget = RouteAnswer<'POST /api/budgets'>['budget']
type Refused = { readonly error?: Readonly<Record<string, unknown>> }

let app: App
let root: string
let [shop, garden, branch] = [0, 0, 0]
let budget: Budget

const post = async <A = object>(path: string, body: object = {}, method: 'POST' | 'PATCH' = 'POST') => {
  const { status, json } = await app.send<A & Refused>(path, { method, body })
  return { status, ...json }
}
const laneAt = async (cwd: string, more: object = {}): Promise<number> =>
  (await post<{ lane: { id: number } }>('/api/lanes', { cwd, ...more })).lane.id
const start = (lane: number, body: object = {}) => post(`/api/lanes/${lane}/start`, body)
const set = (change: object) => post(`/api/budgets/${budget.id}`, change, 'PATCH')

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-pause-')))
  mkdirSync(join(root, 'bin'))
  writeScriptedAgent(join(root, 'bin', 'claude'))
  for (const name of ['shop', 'garden']) repositoryAt(join(root, name), { 'a.txt': 'a' })
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
  // A dollar of output.
  const usage = { input_tokens: 0, output_tokens: 40_000 }
  const said = {
    id: 'm-1',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [{ type: 'text', text: 'Done' }],
    usage,
  }
  const about = { sessionId: 'spent', cwd: join(root, 'shop'), timestamp: new Date().toISOString() }
  mkdirSync(join(app.claudeHome, 'projects', 'shop'))
  writeFileSync(
    join(app.claudeHome, 'projects', 'shop', 'spent.jsonl'),
    [
      { ...about, type: 'user', uuid: 'a', message: { role: 'user', content: 'Sell umbrellas' } },
      { ...about, type: 'assistant', uuid: 'b', message: said },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )
  await post('/api/import/rescan')
  await app.settled()
  shop = await laneAt(join(root, 'shop'))
  garden = await laneAt(join(root, 'garden'))
  branch = (
    await post<{ lane: { id: number } }>('/api/lanes/worktree', { sourceRepo: join(root, 'shop'), title: 'Cards' })
  ).lane.id
  const settings = { name: 'Shop', period: 'day', cwd: join(root, 'shop'), amount_usd: 0.5, timezone: 'UTC' }
  budget = (await post<{ budget: Budget }>('/api/budgets', { ...settings, pauses_starts: true })).budget
})
afterAll(async () => {
  await app.close()
  if (hasTmux) endServer(join(root, 'data'))
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!hasTmux)('a budget that pauses starts', () => {
  it('says so', () => expect(budget).toMatchObject({ pauses_starts: true, spent_usd: 1, share: 2 }))

  it('refuses agents in its project, also on worktrees of it, with what is spent and when it resets', async () => {
    const refused = { code: 'EBUDGET', budget: budget.id, name: 'Shop', spent_usd: 1, amount_usd: 0.5 }
    for (const lane of [shop, branch]) {
      expect(await start(lane)).toMatchObject({ status: 409, error: { ...refused, resets_at: budget.resets_at } })
    }
  })

  it('refuses new lanes before one is created', async () => {
    const lanes = async () => (await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')).lanes.length
    const before = await lanes()
    const asked = { repo: join(root, 'shop'), prompt: 'Sell more' }
    expect(await post('/api/lanes/new', asked)).toMatchObject({ status: 409, error: { code: 'EBUDGET' } })
    expect(await lanes()).toBe(before)
  })

  it('leaves shells, other projects and what runs alone', async () => {
    expect((await start(shop, { shell: true, slot: 3 })).status).toBe(200)
    expect((await start(garden)).status).toBe(200)
  })

  it('lets agents start once it does not pause, is off, or is not used up', async () => {
    for (const [slot, change] of [
      { pauses_starts: false },
      { pauses_starts: true, enabled: false },
      { enabled: true, amount_usd: 5 },
    ].entries()) {
      await set(change)
      expect([change, (await start(shop, { slot: slot + 4 })).status]).toEqual([change, 200])
    }
    expect((await set({ amount_usd: 0.5 })).status).toBe(200)
    // It waits in its slot: nothing is started.
    expect(await start(shop, { slot: 4 })).toMatchObject({ status: 200, attached: true })
    expect((await start(shop, { slot: 7 })).error).toMatchObject({ code: 'EBUDGET' })
  })
})
