import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { writeScriptedAgent } from '../../../../support/agents/scripted-agent.js'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux } from '../../../../support/tmux/panes.js'

type Answer = RouteAnswer<'POST /api/lanes/new'> & {
  readonly error?: { readonly code: string; readonly field?: string }
}

let app: App
let root: string
let repo: string
const send = async (body: object) => {
  const { status, json } = await app.send<Answer>('/api/lanes/new', { method: 'POST', body: { repo, ...body } })
  return { status, ...json }
}
const listed = async () => (await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')).lanes
const argvOf = (lane: number) =>
  until('the agent', () => {
    try {
      return (JSON.parse(readFileSync(join(root, `log.${lane}.0`), 'utf8').split('\n')[0] ?? '') as { argv: string[] })
        .argv
    } catch {
      return false
    }
  })

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-new-')))
  mkdirSync(join(root, 'bin'))
  writeScriptedAgent(join(root, 'bin', 'claude'))
  repo = repositoryAt(join(root, 'shop'), { 'a.txt': 'a' }).path
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(join(root, 'data'))
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!hasTmux)('new lanes', () => {
  it('need a prompt and a repository: worktree, title, branch and a running agent follow from them', async () => {
    const prompt = 'Accept gift cards at checkout. Partial balances must work.'
    const { status, lanes, refused } = await send({ prompt, permissionMode: 'plan' })
    expect([status, lanes.length, refused]).toEqual([201, 1, []])
    const [{ lane, run_id: run, error } = { lane: { id: 0 } as never, run_id: null, error: null }] = lanes
    expect(lane).toMatchObject({
      title: 'Accept gift cards at checkout',
      branch: 'feat/accept-gift-cards-checkout',
      status: 'running',
      run_id: run,
    })
    expect(error).toBeNull()
    expect((await argvOf(lane.id)).slice(-2)).toEqual(['--', prompt])
    expect(await argvOf(lane.id)).toContain('--permission-mode=plan')
  })

  it('are several with one prompt, or one for each prompt', async () => {
    const same = await send({ prompt: 'Round prices', count: 2 })
    expect(same.lanes.map(({ lane }) => [lane.title, lane.branch])).toEqual([
      ['Round prices', 'feat/round-prices'],
      ['Round prices (2)', 'feat/round-prices-2'],
    ])
    const each = await send({ prompts: ['Add a wishlist', 'Export orders as CSV'], branch: null })
    expect(each.lanes.map(({ lane }) => lane.branch)).toEqual(['feat/add-wishlist', 'feat/export-orders-csv'])
    const runs = [...same.lanes, ...each.lanes].map(({ run_id: run }) => run)
    expect([new Set(runs).size, runs.includes(null)]).toEqual([4, false])
  })

  it('keep a link to the issue whose address is in the prompt, and are named after it', async () => {
    const url = 'https://github.com/acme/shop/issues/412'
    const { lanes } = await send({ prompt: `${url} Gift wrap as an option. It costs 2.50.` })
    expect(lanes[0]?.lane).toMatchObject({
      title: 'Gift wrap as an option',
      branch: 'feat/412-gift-wrap-option',
      links: { '#412': url },
    })
    expect((await argvOf(lanes[0]?.lane.id ?? 0)).at(-1)).toContain(url)
  })

  it('take a title, a branch and a base of the user', async () => {
    const { lanes } = await send({ prompt: 'Round prices', title: 'Cents', branch: 'cents', base: 'main' })
    expect(lanes[0]?.lane).toMatchObject({ title: 'Cents', branch: 'feat/cents', base_branch: 'main' })
  })

  it.each([
    ['no prompt', {}, 'EBADPROMPT', 'prompt'],
    ['five lanes', { prompt: 'x', count: 5 }, 'EBADFIELD', 'count'],
    ['half a lane', { prompt: 'x', count: 0.5 }, 'EBADFIELD', 'count'],
    ['five prompts', { prompts: ['1', '2', '3', '4', '5'] }, 'EBADFIELD', 'prompts'],
    ['an empty prompt among others', { prompts: ['1', ' '] }, 'EBADFIELD', 'prompts'],
    ['an unknown mode', { prompt: 'x', permissionMode: 'none' }, 'EBADFIELD', 'permissionMode'],
    ['an unknown tool', { prompt: 'x', tool: 'vim' }, 'EBADTOOL', 'tool'],
    ['no repository', { prompt: 'x', repo: '' }, 'EBADCWD', 'sourceRepo'],
  ])('are refused with %s, and nothing is created', async (_what, body, code, field) => {
    const { status, error } = await send(body)
    expect([status, error]).toMatchObject([400, { code, field }])
    expect(await listed()).toEqual([])
  })

  it('are refused if the program of the agent is missing, and nothing is created', async () => {
    expect((await send({ prompt: 'x', tool: 'cli_b' })).error?.code).toBe('ENOTOOL')
    expect(await listed()).toEqual([])
  })

  it('stay with their error if a worktree cannot be created', async () => {
    writeFileSync(join(repo, '.git', 'hooks', 'post-checkout'), '#!/bin/sh\nexit 1\n')
    chmodSync(join(repo, '.git', 'hooks', 'post-checkout'), 0o700)
    const { lanes } = await send({ prompt: 'Round prices', base: 'nowhere' })
    expect(lanes[0]).toMatchObject({ run_id: null, error: { code: 'EGIT' }, lane: { status: 'failed' } })
  })
})
