import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EventType } from '../../../src/events/envelope.js'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { writeScriptedAgent } from '../../support/agents/scripted-agent.js'
import { until } from '../../support/agents/until.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../support/git/repository.js'
import { type GitServer, hasGitServer, startGitServer } from '../../support/git/server.js'
import { type App, startApp } from '../../support/service/app.js'
import { acceptWrites, refuseWrites } from '../../support/service/refused-writes.js'
import { newShop, stackOf } from '../../support/stack/shop.js'
import { endServer, hasTmux, tmuxOf } from '../../support/tmux/panes.js'

/** What the routes of these tests answer, as far as the tests read it. */
interface Answer {
  readonly lane: RouteAnswer<'GET /api/lanes/:id'>['lane']
  readonly run_id: string
  readonly slot: number
  readonly head: string
  readonly error?: { readonly code: string }
}

const LOGIN = { protocol: 'https', username: 'ada', password: 'hush-token-4711' }

let app: App
let root: string
let repository: TestRepository
let server: GitServer
const dataDir = (): string => join(root, 'data')
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-refused-')))
  mkdirSync(join(root, 'bin'))
  writeScriptedAgent(join(root, 'bin', 'claude'))
  writeFileSync(join(root, 'agent.json'), '{}')
  repository = repositoryAt(join(root, 'shop'), { 'a.txt': 'a\n' })
  if (hasGitServer) {
    server = await startGitServer(root, `${LOGIN.username}:${LOGIN.password}`)
    writeFileSync(join(root, '.gitconfig'), `[http]\n\tsslCAInfo = ${server.certificate}\n`)
  }
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
})
afterAll(async () => {
  await app.close()
  if (hasGitServer) server.stop()
  if (hasTmux) endServer(dataDir())
  rmSync(root, { recursive: true, force: true })
})
afterEach(() => acceptWrites())

const post = async (path: string, body: object = {}) => {
  const { status, json } = await app.send<Answer>(path, { method: 'POST', body })
  return { status, ...json }
}
const shown = (id: number) => app.get<RouteAnswer<'GET /api/lanes/:id'>>(`/api/lanes/${id}`)
const lanesAt = async (cwd: string) =>
  (await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')).lanes.filter((one) => one.cwd === cwd)
const runOf = async (id: string) => (await app.get<RouteAnswer<'GET /api/run/:id'>>(`/api/run/${id}`)).run
const history = async (lane: number) =>
  (await app.get<RouteAnswer<'GET /api/run/history'>>('/api/run/history')).items.filter(
    ({ lane_id }) => lane_id === lane,
  )
const logins = () => app.get<{ readonly items: readonly object[] }>('/api/git-credentials').then(({ items }) => items)
/** The body of a request that discards what a lane has. */
const confirmed = async (lane: number, action: 'reset' | 'remove') => ({
  confirm: true,
  expect: await app.get(`/api/lanes/${lane}/preflight?action=${action}`),
  force: true,
})
/** The panes of a lane that tmux has. */
const panes = (lane: number): readonly string[] => {
  try {
    return tmuxOf(dataDir())('list-panes', '-a', '-F', '#{session_name}')
      .split('\n')
      .filter((name) => name.startsWith(`lane-${lane}-`))
  } catch {
    return []
  }
}

/** The body of a request that saves a file. */
const edited = async (lane: number) => {
  const { sha } = await app.get<{ readonly sha: string }>(`/api/lanes/${lane}/git/file?path=a.txt`)
  return { path: 'a.txt', content: 'edited\n', baseSha: sha }
}

let folders = 0
const newFolder = (): string => {
  const path = join(root, `folder-${(folders += 1)}`)
  mkdirSync(path)
  return path
}
const newLane = async (cwd = newFolder()): Promise<number> => (await post('/api/lanes', { cwd })).lane.id
const newWorktree = async (): Promise<Answer['lane']> => {
  const { lane } = await post('/api/lanes/worktree', { sourceRepo: repository.path })
  return until('the worktree', async () => {
    const now = (await shown(lane.id)).lane
    return now.status === 'idle' && now
  })
}

describe.skipIf(!hasTmux)('a disk that refuses one write', () => {
  /** Every command that commits after it has acted: what it acts on, the request, and the event of that commit. */
  const COMMANDS: readonly (readonly [EventType, string, () => Promise<() => Promise<{ readonly status: number }>>])[] =
    [
      [
        'run-started',
        'a start',
        async () => {
          const lane = await newLane()
          return () => post(`/api/lanes/${lane}/start`)
        },
      ],
      [
        'run-ended',
        'a stop',
        async () => {
          const lane = await newLane()
          await post(`/api/lanes/${lane}/start`)
          return () => post(`/api/lanes/${lane}/stop`)
        },
      ],
      [
        'lane-reset',
        'a reset',
        async () => {
          const { id } = await newWorktree()
          const body = await confirmed(id, 'reset')
          return () => post(`/api/lanes/${id}/reset`, body)
        },
      ],
      [
        'lane-removed',
        'a removal',
        async () => {
          const { id } = await newWorktree()
          const body = await confirmed(id, 'remove')
          return () => post(`/api/lanes/${id}/remove`, body)
        },
      ],
      [
        'lane-forgotten',
        'the removal of an adopted lane',
        async () => {
          const lane = await newLane()
          const body = await confirmed(lane, 'remove')
          return () => post(`/api/lanes/${lane}/remove`, body)
        },
      ],
      [
        'lane-git-changed',
        'a git action',
        async () => {
          const { id, cwd } = await newWorktree()
          writeFileSync(join(cwd, 'new.txt'), 'new\n')
          return () => post(`/api/lanes/${id}/git/stage`, { paths: ['new.txt'] })
        },
      ],
      [
        'lane-file-saved',
        'the save of a file',
        async () => {
          const { id } = await newWorktree()
          const body = await edited(id)
          return () => app.send(`/api/lanes/${id}/git/file`, { method: 'PUT', body })
        },
      ],
    ]

  it.each(COMMANDS)('does not fail at %s what %s has done', async (event, _, prepare) => {
    const request = await prepare()
    refuseWrites([event], 'next')
    expect(await request()).toMatchObject({ status: 200 })
    expect(acceptWrites()).toEqual([])
  })
})

describe.skipIf(!hasTmux)('while the disk refuses', () => {
  it('a start leaves no program whose request is not stored', async () => {
    const lane = await newLane()
    refuseWrites(['run-requested'], 'all')
    expect(await post(`/api/lanes/${lane}/start`)).toMatchObject({ status: 500, error: { code: 'EINTERNAL' } })
    expect(panes(lane)).toEqual([])
    acceptWrites()
    expect(await history(lane)).toEqual([])
    expect(await post(`/api/lanes/${lane}/start`)).toMatchObject({ status: 200, attached: false })
  })

  it('a start ends the program that it cannot record', async () => {
    const lane = await newLane()
    refuseWrites(['run-started'], 'all')
    expect(await post(`/api/lanes/${lane}/start`)).toMatchObject({ status: 500, error: { code: 'EINTERNAL' } })
    expect(panes(lane)).toEqual([])
    expect(await history(lane)).toMatchObject([{ status: 'ended', reason: 'failed' }])
    acceptWrites()
    expect(await post(`/api/lanes/${lane}/start`)).toMatchObject({ status: 200, slot: 0, attached: false })
  })

  it('a start whose end cannot be recorded either ends by itself later', async () => {
    const lane = await newLane()
    refuseWrites(['run-started', 'run-ended'], 'all')
    expect(await post(`/api/lanes/${lane}/start`)).toMatchObject({ status: 500 })
    expect(panes(lane)).toEqual([])
    expect((await shown(lane)).panes).toHaveLength(1)
    acceptWrites()
    await until('the end', async () => (await shown(lane)).panes.length === 0)
    expect(await history(lane)).toMatchObject([{ status: 'ended', reason: 'vanished' }])
  })

  it('a stop ends the program, and its end is recorded later', async () => {
    const lane = await newLane()
    const { run_id } = await post(`/api/lanes/${lane}/start`)
    refuseWrites(['run-ended'], 'all')
    expect(await post(`/api/lanes/${lane}/stop`)).toMatchObject({ status: 500 })
    expect(panes(lane)).toEqual([])
    acceptWrites()
    await until('the end', async () => (await runOf(run_id)).status === 'ended')
  })

  it('the end of a program that exits is recorded later, with its code', async () => {
    const lane = await newLane()
    const { run_id } = await post(`/api/lanes/${lane}/start`, { shell: true })
    refuseWrites(['run-ended'], 'all')
    tmuxOf(dataDir())('send-keys', '-t', `=lane-${lane}-0:`, 'exit 3', 'Enter')
    await until('the exit', () =>
      tmuxOf(dataDir())('list-panes', '-a', '-F', '#{session_name} #{pane_dead_status}').includes(`lane-${lane}-0 3`),
    )
    expect((await runOf(run_id)).status).toBe('running')
    acceptWrites()
    await until('the end', async () => (await runOf(run_id)).status === 'ended')
    expect(await runOf(run_id)).toMatchObject({ reason: 'exited', exit_code: 3 })
  })

  it.each([['run-requested'], ['run-started']] as const)(
    'a lane that is made for a run is forgotten when %s cannot be stored',
    async (event) => {
      const cwd = newFolder()
      refuseWrites([event], 'all')
      expect(await post('/api/run', { cwd })).toMatchObject({ status: 500 })
      acceptWrites()
      expect(await lanesAt(cwd)).toEqual([])
    },
  )

  it('a lane is not created, nor its worktree', async () => {
    const before = repository.git('worktree', 'list')
    refuseWrites(['lane-created'], 'all')
    expect(await post('/api/lanes/worktree', { sourceRepo: repository.path, slug: 'never' })).toMatchObject({
      status: 500,
    })
    acceptWrites()
    expect(repository.git('worktree', 'list')).toBe(before)
    expect(existsSync(join(root, 'shop-lanes', 'never'))).toBe(false)
  })

  it('a worktree is created, and its lane is idle later', async () => {
    refuseWrites(['lane-provisioned'], 'all')
    const { lane } = await post('/api/lanes/worktree', { sourceRepo: repository.path, slug: 'late' })
    await until('the worktree', () => existsSync(join(lane.cwd, 'a.txt')))
    expect((await shown(lane.id)).lane.status).toBe('provisioning')
    acceptWrites()
    await until('the lane', async () => (await shown(lane.id)).lane.status === 'idle')
  })

  it('a removal can be repeated', async () => {
    const { id, cwd, branch } = await newWorktree()
    refuseWrites(['lane-removed'], 'all')
    expect(await post(`/api/lanes/${id}/remove`, await confirmed(id, 'remove'))).toMatchObject({ status: 500 })
    acceptWrites()
    expect(existsSync(cwd)).toBe(false)
    expect((await shown(id)).lane).toMatchObject({ branch })
    expect(await post(`/api/lanes/${id}/remove`, await confirmed(id, 'remove'))).toMatchObject({ status: 200 })
    expect(await lanesAt(cwd)).toEqual([])
  })

  it('a reset can be repeated', async () => {
    const { id, cwd } = await newWorktree()
    writeFileSync(join(cwd, 'a.txt'), 'changed\n')
    refuseWrites(['lane-reset'], 'all')
    expect(await post(`/api/lanes/${id}/reset`, await confirmed(id, 'reset'))).toMatchObject({ status: 500 })
    acceptWrites()
    expect(openedAt(cwd).git('status', '--porcelain')).toBe('')
    expect(await post(`/api/lanes/${id}/reset`, await confirmed(id, 'reset'))).toMatchObject({ status: 200 })
  })

  it('a hook of a stack that has ended does not run for ever', async () => {
    const cwd = newFolder()
    newShop(cwd)
    const lane = await newLane(cwd)
    const stack = stackOf(app, lane)
    refuseWrites(['stack-hook-ended'], 'all')
    expect((await stack.job('up')).status).toBe(202)
    await until('the service', async () => (await stack.log('web')).status === 200)
    acceptWrites()
    const { services } = await stack.settled()
    expect(services).toMatchObject([{ name: 'web', alive: true }])
    expect((await stack.hooks()).filter(({ running }) => running !== null)).toEqual([])
    await stack.down()
  })

  it('a secret is neither kept nor lost', async () => {
    const names = () => app.get<RouteAnswer<'GET /api/webhooks'>>('/api/webhooks').then(({ targets }) => targets.length)
    const target = { name: 'Mine', type: 'generic', url: 'https://example.com/hook', secret: 'first' }
    refuseWrites(['webhook-target-set'], 'all')
    expect(await post('/api/webhooks', target)).toMatchObject({ status: 500 })
    expect(await names()).toBe(0)
    acceptWrites()
    expect(await post('/api/webhooks', target)).toMatchObject({ status: 201 })
    refuseWrites(['webhook-target-removed'], 'all')
    const [made] = (await app.get<RouteAnswer<'GET /api/webhooks'>>('/api/webhooks')).targets
    expect((await app.send(`/api/webhooks/${made?.id}`, { method: 'DELETE' })).status).toBe(500)
    acceptWrites()
    expect((await app.get<RouteAnswer<'GET /api/webhooks'>>('/api/webhooks')).targets).toMatchObject([
      { has_secret: true },
    ])
  })

  it('a file is saved, and is saved again after it was read again', async () => {
    const { id, cwd } = await newWorktree()
    const save = async (body: object) => (await app.send(`/api/lanes/${id}/git/file`, { method: 'PUT', body })).status
    const body = await edited(id)
    refuseWrites(['lane-file-saved'], 'all')
    expect(await save(body)).toBe(500)
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('edited\n')
    acceptWrites()
    expect(await save(body)).toBe(409)
    expect(await save(await edited(id))).toBe(200)
  })
})

describe.skipIf(!hasGitServer)('while the disk refuses, with a remote', () => {
  let made = 0
  const newShop = async () => {
    const name = `remote-${(made += 1)}.git`
    const origin = server.create(name)
    const shop = repositoryAt(join(root, `shop-${made}`), { 'a.txt': 'a\n' })
    return { lane: await newLane(shop.path), shop, origin, url: server.url(name) }
  }
  const credentials = () => ({ ...LOGIN, host: server.host })

  it('a publish has pushed, and the lane works with its remote', async () => {
    const { lane, shop, origin, url } = await newShop()
    refuseWrites(['lane-git-changed'], 'all')
    expect(await post(`/api/lanes/${lane}/git/publish`, { url, credentials: credentials() })).toMatchObject({
      status: 500,
    })
    acceptWrites()
    expect(gitIn(origin, 'rev-parse', 'main')).toBe(shop.git('rev-parse', 'HEAD'))
    shop.commit({ 'a.txt': 'b\n' })
    for (const action of ['push', 'fetch'] as const) {
      const body = { credentials: credentials() }
      refuseWrites(['lane-git-changed'], 'all')
      expect(await post(`/api/lanes/${lane}/git/${action}`, body), action).toMatchObject({ status: 500 })
      acceptWrites()
      expect(await post(`/api/lanes/${lane}/git/${action}`, body), action).toMatchObject({ status: 200 })
    }
    expect(gitIn(origin, 'rev-parse', 'main')).toBe(shop.git('rev-parse', 'HEAD'))
    expect(await logins()).toEqual([])
  })

  it('an accepted login that cannot be saved does not fail what was pushed with it', async () => {
    const { lane, shop, origin, url } = await newShop()
    shop.git('remote', 'add', 'origin', url)
    refuseWrites(['git-credential-saved'], 'all')
    const body = { credentials: { ...credentials(), remember: true } }
    expect(await post(`/api/lanes/${lane}/git/push`, body)).toMatchObject({
      status: 200,
      output: expect.stringContaining('The login was not saved'),
    })
    acceptWrites()
    expect(gitIn(origin, 'rev-parse', 'main')).toBe(shop.git('rev-parse', 'HEAD'))
    expect(await logins()).toEqual([])
  })

  it('a login is neither kept nor lost', async () => {
    refuseWrites(['git-credential-saved'], 'all')
    expect(await post('/api/git-credentials', credentials())).toMatchObject({ status: 500 })
    expect(await logins()).toEqual([])
    acceptWrites()
    expect((await post('/api/git-credentials', credentials())).status).toBeLessThan(300)
    const { lane, shop, url } = await newShop()
    shop.git('remote', 'add', 'origin', url)
    refuseWrites(['git-credential-removed'], 'all')
    const path = `/api/git-credentials/https/${encodeURIComponent(server.host)}`
    expect((await app.send(path, { method: 'DELETE' })).status).toBe(500)
    acceptWrites()
    expect(await post(`/api/lanes/${lane}/git/push`)).toMatchObject({ status: 200 })
    expect((await app.send(path, { method: 'DELETE' })).status).toBeLessThan(300)
    expect(await logins()).toEqual([])
  })
})
