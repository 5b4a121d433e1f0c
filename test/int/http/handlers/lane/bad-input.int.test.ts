import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningCommands } from '../../../../../src/adapters/process/commands.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { shim } from '../../../../support/git/shim.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']
interface Answer {
  readonly lane: Lane
  readonly run_id: string
  readonly error?: { readonly code: string }
}

let app: App
let root: string
let shop: TestRepository
const at = (...names: readonly string[]): string => join(root, ...names)
const isRoot = process.getuid?.() === 0

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-bad-input-')))
  shop = repositoryAt(at('shop'), { 'a.txt': 'a', 'large.txt': 'x'.repeat(100_000) })
  gitIn(root, 'init', '--quiet', 'empty')
  repositoryAt(at('broken'), { 'a.txt': 'a' }).write('.git/config', '[core\n')
  repositoryAt(at('foreign'), { 'a.txt': 'a' })
  if (isRoot) for (const path of [at('foreign'), at('foreign', '.git')]) chownSync(path, 65_534, 65_534)
  mkdirSync(at('plain'))
  writeFileSync(at('file'), '')
  symlinkSync(at('loop'), at('loop'))
  symlinkSync(at('nowhere'), at('dangling'))
  // While a file says so, files can only have four kilobytes.
  const path = shim(root, `[ -e '${at('full')}' ] && case "$*" in *" reset --hard"*) ulimit -f 8;; esac`)
  writeFileSync(at('bin', 'claude'), '#!/bin/sh\nexec cat\n', { mode: 0o755 })
  app = await startApp({ PATH: path, HOME: root, SHELL: '/bin/sh' }, root)
})
afterAll(async () => {
  await app.close()
  if (hasTmux) endServer(at('data'))
  rmSync(root, { recursive: true, force: true })
})

const post = async (path: string, body: unknown = {}) => {
  const { status, json } = await app.send<Answer>(path, { method: 'POST', body })
  return { ...json, status }
}
const laneOf = async (id: number) => (await app.get<RouteAnswer<'GET /api/lanes/:id'>>(`/api/lanes/${id}`)).lane
const provisioned = async (body: object): Promise<Lane> => {
  const { lane } = await post('/api/lanes/worktree', { sourceRepo: shop.path, ...body })
  await until('the worktree', async () => (await laneOf(lane.id)).status !== 'provisioning')
  return laneOf(lane.id)
}

/** Returns everything that a refused request could leave behind. */
const traces = async () => ({
  lanes: (await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')).lanes.map(({ id, status }) => [id, status]),
  refs: shop.git('for-each-ref', '--format=%(refname) %(objectname)'),
  worktrees: shop.git('worktree', 'list', '--porcelain'),
  directories: existsSync(at('shop-lanes')) ? readdirSync(at('shop-lanes')) : [],
  status: shop.git('status', '--porcelain'),
  locks: readdirSync(at('shop', '.git'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.lock'),
  ),
  processes: (runningCommands() ?? []).filter(
    ({ args }) => args.some((one) => one.includes(root)) && args[0] === 'git',
  ),
})

const LONG = 'x'.repeat(300)

describe('a bad path', () => {
  const paths: readonly (readonly [string, unknown])[] = [
    ['missing', undefined],
    ['empty', ''],
    ['relative', 'shop'],
    ['below the home of the shell', '~/shop'],
    ['not there', '/does/not/exist'],
    ['a file', 'file'],
    ['below a file', 'file/x'],
    ['a dangling link', 'dangling'],
    ['a loop of links', 'loop'],
    ['with a NUL', '/x\0y'],
    ['with a name that is too long', `/${LONG}`],
    ['too long', `/${'x/'.repeat(2100)}`],
    ['an option', '--upload-pack=x'],
    ['a number', 7],
    ['a list', ['/']],
  ]
  const resolved = (path: unknown): unknown =>
    typeof path === 'string' && /^(?:file|dangling|loop)/.test(path) ? at(path) : path

  it.each(paths)('%s is refused for a lane and for a repository, and changes nothing', async (_, path) => {
    const before = await traces()
    for (const [route, member] of [
      ['/api/lanes', 'cwd'],
      ['/api/lanes/worktree', 'sourceRepo'],
    ] as const) {
      const { status, error } = await post(route, { [member]: resolved(path) })
      expect([status, error?.code]).toEqual([400, typeof path === 'object' ? expect.anything() : 'EBADCWD'])
    }
    expect(await traces()).toEqual(before)
  })
})

describe('a bad repository', () => {
  it.each<readonly [string, string]>([
    ['plain', 'EBADCWD'],
    ['empty', 'EEMPTYREPO'],
    ['broken', 'EBADCWD'],
    ...(isRoot ? [['foreign', 'EBADCWD'] as const] : []),
  ])('(%s) is refused with %s', async (name, code) => {
    const before = [await traces(), readdirSync(root)]
    const { status, error } = await post('/api/lanes/worktree', { sourceRepo: at(name), title: 'x' })
    expect([status, error?.code]).toEqual([400, code])
    expect([await traces(), readdirSync(root)]).toEqual(before)
  })
})

it('a bare repository gets a lane', async () => {
  shop.git('clone', '--quiet', '--bare', '.', '../bare.git')
  const lane = await provisioned({ sourceRepo: at('bare.git'), slug: 'bare' })
  expect([lane.status, lane.cwd]).toEqual(['idle', at('bare-lanes', 'bare')])
  const expectation = await app.get(`/api/lanes/${lane.id}/preflight?action=remove`)
  // A bare clone has a remote, but records no branch of it.
  const confirmed = { confirm: true, expect: expectation, force: true }
  expect((await post(`/api/lanes/${lane.id}/remove`, confirmed)).status).toBe(200)
  expect(gitIn(at('bare.git'), 'worktree', 'list').split('\n')).toHaveLength(1)
})

describe('a bad name', () => {
  it.each([
    [{ slug: '..' }, 'EBADSLUG'],
    [{ slug: '-' }, 'EBADSLUG'],
    [{ slug: '\u0007\u001b' }, 'EBADSLUG'],
    [{ slug: 7 }, 'EBADSLUG'],
    [{ base: '-x' }, 'EBADFIELD'],
    [{ base: 'a\nb' }, 'EBADFIELD'],
    [{ base: LONG }, 'EBADFIELD'],
    [{ title: LONG }, 'EBADFIELD'],
    [{ title: 'a\u0007b' }, 'EBADFIELD'],
    [{ tool: 'rm' }, 'EBADTOOL'],
    [{ pipeline: '../x' }, 'EBADPIPELINE'],
  ])('%j is refused with %s', async (body, code) => {
    const before = await traces()
    const { status, error } = await post('/api/lanes/worktree', { sourceRepo: shop.path, ...body })
    expect([status, error?.code]).toEqual([400, code])
    expect(await traces()).toEqual(before)
  })

  it.each([
    ['-x', 'x'],
    ['a/../b', 'a-.-b'],
    ['a\u0007b', 'ab'],
    ['feat/y.lock', 'y'],
    [LONG, 'x'.repeat(60)],
  ])('of which something can be used becomes a name that git accepts (%j)', async (slug, name) => {
    const lane = await provisioned({ slug })
    expect([lane.status, lane.branch, lane.cwd]).toEqual(['idle', `feat/${name}`, at('shop-lanes', name)])
  })
})

it('a base that is no commit fails the lane and leaves nothing', async () => {
  const before = await traces()
  const lane = await provisioned({ slug: 'no-base', base: 'a..b' })
  expect([lane.status, lane.notes]).toEqual(['failed', expect.stringContaining('a..b')])
  expect(await traces()).toEqual({ ...before, lanes: [[lane.id, 'failed'], ...before.lanes] })
})

describe('a disk without space', () => {
  it('fails the lane with the reason of git, leaves nothing, and its name is free again', async () => {
    const before = await traces()
    writeFileSync(at('full'), '')
    const lane = await provisioned({ slug: 'full' })
    rmSync(at('full'))
    expect([lane.status, lane.notes]).toEqual(['failed', expect.stringMatching(/./)])
    expect(await traces()).toEqual({ ...before, lanes: [[lane.id, 'failed'], ...before.lanes] })
    expect((await app.send(`/api/lanes/${lane.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await provisioned({ slug: 'full' })).toMatchObject({ status: 'idle', branch: 'feat/full' })
  })
})

describe.skipIf(!hasTmux)('a start', () => {
  const start = (id: number, body: object = {}) => post(`/api/lanes/${id}/start`, body)
  const tmux = (...args: readonly string[]) => tmuxOf(at('data'))(...args)

  it('of two agents in one slot at once starts one', async () => {
    const { id } = await provisioned({ slug: 'twice' })
    const both = await Promise.all(['one', 'two'].map((prompt) => start(id, { prompt })))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.find(({ status }) => status === 409)?.error?.code).toBe('ERUNLIVE')
    expect(tmux('list-sessions', '-F', '#{session_name}').split('\n')).toEqual([`lane-${id}-0`])
  })

  it('works again after its pane was killed by hand', async () => {
    const { id } = await provisioned({ slug: 'killed' })
    await start(id)
    tmux('kill-session', '-t', `=lane-${id}-0`)
    await until('the end', async () => (await laneOf(id)).status === 'idle')
    expect((await start(id, { prompt: 'again' })).status).toBe(200)
  })

  it.each([
    ['is missing', () => undefined],
    ['became a file', (dir: string) => writeFileSync(dir, '')],
  ])('is refused when the worktree %s, and the lane can be removed', async (name, replace) => {
    const { id, cwd } = await provisioned({ slug: name })
    rmSync(cwd, { recursive: true })
    replace(cwd)
    const { status, error } = await start(id)
    expect([status, error?.code]).toEqual([409, 'ENOCWD'])
    expect((await laneOf(id)).status).toBe('idle')
    rmSync(cwd, { force: true })
    const expectation = await app.get(`/api/lanes/${id}/preflight?action=remove`)
    expect((await post(`/api/lanes/${id}/remove`, { confirm: true, expect: expectation })).status).toBe(200)
    expect(openedAt(shop.path).git('branch', '--list', `feat/${name}`)).toBe('')
  })

  it('leaves nothing running when all lanes are stopped', async () => {
    const { lanes } = await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')
    for (const { id, status } of lanes) if (status === 'running') await post(`/api/lanes/${id}/stop`)
    const agents = () => (runningCommands() ?? []).filter(({ args }) => args.some((one) => one === at('bin', 'claude')))
    await until('the end of all agents', () => agents().length === 0)
    expect(() => tmux('list-sessions')).toThrow(/no server running|error connecting/)
  })
})
