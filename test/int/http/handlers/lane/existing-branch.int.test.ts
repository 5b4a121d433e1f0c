import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']
interface Answer {
  readonly lane: Lane
  readonly error?: { readonly code: string; readonly message: string; readonly field?: string }
}

let app: App
let root: string
let repository: TestRepository
let head: string
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-existing-')))
  repository = repositoryAt(join(root, 'shop'), { 'a.txt': 'a' })
  repository.git('switch', '--quiet', '--create', 'fix/login')
  repository.commit({ 'b.txt': 'b' })
  head = repository.git('rev-parse', 'HEAD')
  repository.git('switch', '--quiet', 'main')
  app = await startApp({}, root)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const post = <A>(path: string, body: object) => app.send<A>(path, { method: 'POST', body })
const create = (existingBranch: unknown, more: object = {}) =>
  post<Answer>('/api/lanes/worktree', { sourceRepo: repository.path, existingBranch, ...more })
const laneOf = async (id: number) => (await app.get<{ lane: Lane }>(`/api/lanes/${id}`)).lane
const made = async (existingBranch: unknown, more: object = {}): Promise<Lane> => {
  const { json } = await create(existingBranch, more)
  await until('the worktree', async () => (await laneOf(json.lane.id)).status !== 'provisioning')
  return laneOf(json.lane.id)
}
const confirmed = async (id: number, action: 'reset' | 'remove') => {
  const {
    head: at,
    dirty,
    untracked,
    unpushed,
  } = await app.get<{
    head: string
    dirty: number
    untracked: number
    unpushed: number
  }>(`/api/lanes/${id}/preflight?action=${action}`)
  const body = { confirm: true, expect: { head: at, dirty, untracked, unpushed }, force: true }
  return { unpushed, ...(await post<{ branchKept?: boolean }>(`/api/lanes/${id}/${action}`, body)) }
}

describe('a lane on a branch that exists', () => {
  it('works on it, is compared with the base, and leaves it when it is removed', async () => {
    const lane = await made('fix/login')
    expect(lane).toMatchObject({
      title: 'fix/login',
      branch: 'fix/login',
      kept_head: head,
      base_branch: 'main',
      cwd: join(root, 'shop-lanes', 'fix-login'),
      status: 'idle',
    })
    const worktree = openedAt(lane.cwd)
    worktree.commit({ 'c.txt': 'c' })
    const after = repository.git('rev-parse', 'fix/login')
    expect(await confirmed(lane.id, 'remove')).toMatchObject({ unpushed: 0, json: { branchKept: true } })
    expect([existsSync(lane.cwd), repository.git('rev-parse', 'fix/login')]).toEqual([false, after])
    // The branch is free for the next one.
    expect((await made('fix/login', { title: 'Again' })).kept_head).toBe(after)
  })

  it('is reset to the commit that the branch had, not to its base', async () => {
    const lane = await made('fix/login')
    openedAt(lane.cwd).commit({ 'c.txt': 'c' })
    expect(await confirmed(lane.id, 'reset')).toMatchObject({ unpushed: 1, status: 200 })
    expect([gitIn(lane.cwd, 'rev-parse', 'HEAD'), existsSync(join(lane.cwd, 'b.txt'))]).toEqual([head, true])
  })

  it('does not touch it when there is no place for a worktree', async () => {
    await app.close()
    app = await startApp({ LANE_WORKTREE_ROOT: join(repository.path, 'a.txt', 'lanes') }, root)
    expect((await create('fix/login')).status).not.toBe(202)
    await app.close()
    app = await startApp({}, root)
    expect((await made('fix/login')).kept_head).toBe(head)
    expect(repository.git('rev-parse', 'fix/login')).toBe(head)
  })

  it('gets a branch that only a remote has, also one that was pushed since the last fetch', async () => {
    const origin = join(root, 'origin.git')
    gitIn(root, 'clone', '--quiet', '--bare', repository.path, origin)
    repository.git('remote', 'add', 'origin', origin)
    repository.git('branch', '-D', 'fix/login')
    const lane = await made('fix/login')
    expect([lane.branch, lane.kept_head, lane.notes]).toEqual(['fix/login', head, null])
    expect(gitIn(lane.cwd, 'rev-parse', '--abbrev-ref', '@{upstream}')).toBe('origin/fix/login')
  })

  it.each([
    ['nothing', 'ENOBRANCH'],
    ['--force', 'ENOBRANCH'],
    ['main', 'EBRANCHBUSY'],
    [7, 'EBADFIELD'],
  ])('is refused for %j with %s', async (branch, code) => {
    const { json, status } = await create(branch)
    expect([status, json.error]).toMatchObject([400, { code, field: 'existingBranch' }])
    expect((await app.get<{ lanes: readonly Lane[] }>('/api/lanes')).lanes).toEqual([])
  })

  it('is the only one: of ten requests at once, one wins', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('fix/login')))
    expect(answers.filter(({ status }) => status === 202).length).toBe(1)
    expect(new Set(answers.flatMap(({ json }) => json.error?.code ?? []))).toEqual(new Set(['EBRANCHBUSY']))
  })

  it('is refused for several agents on one branch', async () => {
    const { json, status } = await post<Answer>('/api/lanes/new', {
      repo: repository.path,
      prompt: 'x',
      count: 2,
      existingBranch: 'fix/login',
    })
    expect([status, json.error]).toMatchObject([400, { code: 'EBADFIELD', field: 'existingBranch' }])
  })
})
