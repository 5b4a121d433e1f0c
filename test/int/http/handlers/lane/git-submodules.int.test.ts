import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

interface Answer {
  readonly output: string
  readonly conflicts?: readonly string[]
  readonly error?: { readonly code: string; readonly message: string }
}

let app: App
let part: TestRepository
let repository: TestRepository
let lane: Lane
let inLane: TestRepository
let next = 0

const act = async (action: string, body: object = {}) =>
  (await app.send<Answer>(`/api/lanes/${lane.id}/git/${action}`, { method: 'POST', body })).json
const recorded = (revision = 'HEAD'): string => inLane.git('rev-parse', `${revision}:sub`)
const checkedOut = (path = 'sub'): string => gitIn(join(lane.cwd, path), 'rev-parse', 'HEAD')
const status = (): string => inLane.git('status', '--porcelain')
/** Commits a new commit of the submodule in the main directory. */
const moveInMain = (): string => {
  const head = openedAt(join(repository.path, 'sub')).commit({ 'p.txt': `newer ${next++}\n` })
  repository.commit({}, 'move the submodule')
  return head
}

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  const folder = join(app.folder, `case-${next++}`)
  part = repositoryAt(join(folder, 'part'), { 'p.txt': 'part\n' })
  repository = repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' })
  repository.git('config', 'user.name', 'Ada')
  repository.git('config', 'user.email', 'ada@example.com')
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'sub')
  repository.commit({}, 'with a submodule')
  const body = { sourceRepo: repository.path, slug: 'x' }
  const { json } = await app.send<{ lane: Lane }>('/api/lanes/worktree', { method: 'POST', body })
  const read = async () => (await app.get<{ lane: Lane }>(`/api/lanes/${json.lane.id}`)).lane
  await until('the worktree', async () => (await read()).status === 'idle')
  lane = await read()
  inLane = openedAt(lane.cwd)
})
afterAll(() => app.close())

describe('a submodule without work of its own', () => {
  it('follows a merge, so the next commit does not move it back', async () => {
    const moved = moveInMain()
    expect((await act('merge', { branch: 'main' })).error).toBeUndefined()
    expect([checkedOut(), status()]).toEqual([moved, ''])
    inLane.write('a.txt', 'changed\n')
    await act('commit', { message: 'a change' })
    expect(recorded()).toBe(moved)
  })

  it('follows a merge that stops at conflicts, and its abort', async () => {
    const before = checkedOut()
    repository.write('a.txt', 'theirs\n')
    const moved = moveInMain()
    inLane.commit({ 'a.txt': 'ours\n' })
    expect((await act('merge', { branch: 'main' })).conflicts).toEqual(['a.txt'])
    expect(checkedOut()).toBe(moved)
    await act('merge-abort', { confirm: true })
    expect([checkedOut(), status()]).toEqual([before, ''])
  })

  it('follows a switch', async () => {
    const before = checkedOut()
    const moved = moveInMain()
    repository.git('branch', 'newer')
    await act('switch', { branch: 'newer' })
    expect([checkedOut(), status()]).toEqual([moved, ''])
    await act('switch', { branch: 'feat/x' })
    expect([checkedOut(), status()]).toEqual([before, ''])
  })

  it('follows a pull', async () => {
    gitIn(app.folder, 'init', '--quiet', '--bare', `remote-${next}.git`)
    repository.git('remote', 'add', 'origin', join(app.folder, `remote-${next}.git`))
    const moved = moveInMain()
    repository.git('push', '--quiet', 'origin', 'main')
    inLane.git('fetch', '--quiet')
    inLane.git('branch', '--quiet', '--set-upstream-to=origin/main')
    expect((await act('pull')).error).toBeUndefined()
    expect([checkedOut(), status()]).toEqual([moved, ''])
  })

  it('follows with its own submodules', async () => {
    const deep = repositoryAt(join(app.folder, `deep-${next++}`), { 'd.txt': 'd\n' })
    const main = openedAt(join(repository.path, 'sub'))
    main.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', deep.path, 'deep')
    main.commit({}, 'nested')
    repository.commit({}, 'nested')
    await act('merge', { branch: 'main' })
    const inSub = openedAt(join(lane.cwd, 'sub'))
    inSub.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init')
    const moved = openedAt(join(repository.path, 'sub', 'deep')).commit({ 'd.txt': 'newer\n' })
    deep.git('fetch', '--quiet', join(repository.path, 'sub', 'deep'), 'HEAD:refs/heads/newer')
    main.commit({}, 'move the nested one')
    repository.commit({}, 'move both')
    await act('merge', { branch: 'main' })
    expect([checkedOut('sub/deep'), status()]).toEqual([moved, ''])
  })
})

describe('a submodule with work of its own', () => {
  it.each([
    ['a commit', (sub: TestRepository) => sub.commit({ 'mine.txt': 'mine\n' })],
    ['a changed file', (sub: TestRepository) => sub.write('p.txt', 'mine\n')],
  ])('is left alone with %s', async (what, work) => {
    const sub = openedAt(join(lane.cwd, 'sub'))
    work(sub)
    const before = [checkedOut(), sub.git('status', '--porcelain'), readFileSync(join(sub.path, 'p.txt'), 'utf8')]
    moveInMain()
    const merged = await act('merge', { branch: 'main' })
    expect(merged.error?.code).toBe(what === 'a commit' ? 'EDIRTY' : undefined)
    expect([checkedOut(), sub.git('status', '--porcelain'), readFileSync(join(sub.path, 'p.txt'), 'utf8')]).toEqual(
      before,
    )
  })

  it('is named in the answer when a file is in the way', async () => {
    const sub = openedAt(join(lane.cwd, 'sub'))
    sub.write('new.txt', 'mine\n')
    openedAt(join(repository.path, 'sub')).commit({ 'new.txt': 'theirs\n' })
    repository.commit({}, 'move it')
    expect((await act('merge', { branch: 'main' })).output).toMatch(/submodule sub was not moved: .*new\.txt/s)
    expect(readFileSync(join(sub.path, 'new.txt'), 'utf8')).toBe('mine\n')
  })
})

it('a submodule whose commit is nowhere is named in the answer', async () => {
  const moved = moveInMain()
  rmSync(join(repository.path, '.git', 'modules'), { recursive: true })
  const { output, error } = await act('merge', { branch: 'main' })
  expect([error, output]).toEqual([undefined, expect.stringContaining(`its commit ${moved.slice(0, 10)} is missing`)])
})

it('a reset restores submodules, after their facts were confirmed', async () => {
  const before = checkedOut()
  const sub = openedAt(join(lane.cwd, 'sub'))
  sub.commit({ 'mine.txt': 'mine\n' })
  sub.write('p.txt', 'mine\n')
  sub.write('new.txt', 'mine\n')
  const read = () => app.get<Record<string, unknown>>(`/api/lanes/${lane.id}/preflight?action=reset`)
  const expected = await read()
  expect(expected).toMatchObject({ dirty: 2, untracked: 1, unpushed: 1 })
  const reset = (body: object) =>
    app.send<{ warnings?: readonly string[] }>(`/api/lanes/${lane.id}/reset`, { method: 'POST', body })
  expect((await reset({ confirm: true, expect: expected })).status).toBe(409)
  const done = await reset({ confirm: true, expect: expected, force: true })
  expect([done.status, done.json.warnings]).toEqual([200, []])
  expect([checkedOut(), status(), existsSync(join(sub.path, 'new.txt'))]).toEqual([before, '', false])
})

describe('a conflict of a submodule', () => {
  it.each(['ours', 'theirs'] as const)('is resolved with %s', async (side) => {
    const theirs = moveInMain()
    const ours = openedAt(join(lane.cwd, 'sub')).commit({ 'mine.txt': 'mine\n' })
    inLane.commit({}, 'move it elsewhere')
    expect((await act('merge', { branch: 'main' })).conflicts).toEqual(['sub'])
    expect((await act('resolve', { path: 'sub', side })).error).toBeUndefined()
    expect((await act('merge-commit')).error).toBeUndefined()
    const chosen = side === 'ours' ? ours : theirs
    expect([recorded(), checkedOut(), status()]).toEqual([chosen, chosen, ''])
  })

  it('is resolved with a side that deleted it, and its directory stays', async () => {
    repository.git('rm', '--quiet', '--cached', 'sub')
    repository.git('commit', '--quiet', '-m', 'without it')
    openedAt(join(lane.cwd, 'sub')).commit({ 'mine.txt': 'mine\n' })
    inLane.commit({}, 'move it')
    expect((await act('merge', { branch: 'main' })).conflicts).toEqual(['sub'])
    await act('resolve', { path: 'sub', side: 'theirs' })
    await act('merge-commit')
    expect(inLane.git('ls-tree', '--name-only', 'HEAD')).not.toContain('sub')
    expect(existsSync(join(lane.cwd, 'sub', 'mine.txt'))).toBe(true)
  })
})
