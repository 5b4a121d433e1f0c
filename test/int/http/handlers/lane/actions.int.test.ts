import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']
type Preflight = RouteAnswer<'GET /api/lanes/:id/preflight'>

let app: App
let root: string
let repository: TestRepository
let lane: Lane
let worktree: TestRepository
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-actions-')))
  repository = repositoryAt(join(root, 'shop'), { 'a.txt': 'a', '.gitignore': 'ignored\n' })
  app = await startApp({}, root)
  lane = await newLane()
  worktree = openedAt(lane.cwd)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const newLane = async (more: object = {}): Promise<Lane> => {
  const body = { sourceRepo: repository.path, slug: 'one', ...more }
  const { json } = await app.send<{ lane: Lane }>('/api/lanes/worktree', { method: 'POST', body })
  const read = async () => (await app.get<{ lane: Lane }>(`/api/lanes/${json.lane.id}`)).lane
  await until('the worktree', async () => (await read()).status === 'idle')
  return read()
}
const preflight = (id = lane.id) => app.get<Preflight>(`/api/lanes/${id}/preflight?action=remove`)
const act = async (action: 'reset' | 'remove', body: object, id = lane.id) => {
  const { status, json } = await app.send<{
    error?: Readonly<Record<string, unknown>>
    directoryKept?: boolean
    branchKept?: boolean
  }>(`/api/lanes/${id}/${action}`, { method: 'POST', body })
  const { error, directoryKept, branchKept } = json
  return { status, code: error?.['code'], error, directoryKept, branchKept }
}
const confirmed = async (more: object = {}) => ({ confirm: true, expect: await preflight(), ...more })
const branches = (): string => repository.git('branch', '--list', 'feat/one')
const lanes = async () => (await app.get<{ lanes: Lane[] }>('/api/lanes')).lanes.length

describe('the preflight of a managed lane', () => {
  it('has what would be discarded', async () => {
    worktree.commit({ 'b.txt': 'b' })
    worktree.write('a.txt', 'changed')
    worktree.write('new.txt', 'new')
    expect(await preflight()).toEqual({
      head: worktree.git('rev-parse', 'HEAD'),
      dirty: 1,
      untracked: 1,
      unpushed: 1,
      database: null,
      blocked: ['unpushed-commits'],
      warnings: ['no-remote'],
    })
  })

  it('says when there is nothing to read, instead of counting nothing', async () => {
    rmSync(join(lane.cwd, '.git'))
    expect(await preflight()).toMatchObject({ head: null, dirty: null, unpushed: 0, blocked: ['unreadable'] })
    rmSync(lane.cwd, { recursive: true })
    expect(await preflight()).toMatchObject({ head: null, dirty: null, unpushed: 0, blocked: ['missing'] })
    rmSync(repository.path, { recursive: true })
    expect(await preflight()).toMatchObject({ head: null, dirty: null, unpushed: null, blocked: ['missing'] })
  })

  it('counts the branch in the repository, whatever happened to the directory', async () => {
    worktree.commit({ 'b.txt': 'b' })
    rmSync(join(lane.cwd, '.git'))
    expect(await preflight()).toMatchObject({ unpushed: 1, blocked: ['unreadable', 'unpushed-commits'] })
    rmSync(lane.cwd, { recursive: true })
    expect(await preflight()).toMatchObject({ unpushed: 1, blocked: ['missing', 'unpushed-commits'] })
  })
})

describe('a removal', () => {
  it('removes the worktree, the branch and the lane', async () => {
    expect((await act('remove', await confirmed())).status).toBe(200)
    expect([existsSync(lane.cwd), branches(), await lanes()]).toEqual([false, '', 0])
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1)
  })

  it('does nothing when a fact changed since it was confirmed', async () => {
    const body = await confirmed()
    const head = worktree.commit({ 'b.txt': 'b' })
    const { status, code, error } = await act('remove', body)
    expect([status, code, error?.['current']]).toMatchObject([409, 'ESTALE', { head, unpushed: 1 }])
    expect([existsSync(join(lane.cwd, 'b.txt')), branches(), await lanes()]).toEqual([true, '+ feat/one', 1])
  })

  it('needs force to lose commits', async () => {
    worktree.commit({ 'b.txt': 'b' })
    expect((await act('remove', await confirmed())).code).toBe('EUNPUSHED')
    expect(existsSync(lane.cwd)).toBe(true)
    expect((await act('remove', await confirmed({ force: true }))).status).toBe(200)
    expect([existsSync(lane.cwd), branches()]).toEqual([false, ''])
  })

  it('cleans up after a worktree that was deleted by hand, and its slug is free again', async () => {
    rmSync(lane.cwd, { recursive: true })
    expect((await act('remove', await confirmed())).status).toBe(200)
    expect([branches(), await lanes()]).toEqual(['', 0])
    expect((await newLane()).cwd).toBe(lane.cwd)
  })

  it('needs force to lose commits whose directory is gone, and where they cannot be counted', async () => {
    worktree.commit({ 'b.txt': 'b' })
    rmSync(lane.cwd, { recursive: true })
    expect((await act('remove', await confirmed())).code).toBe('EUNPUSHED')
    expect([branches(), await lanes()]).toEqual(['+ feat/one', 1])
    rmSync(repository.path, { recursive: true })
    expect(await act('remove', await confirmed())).toMatchObject({ status: 409, code: 'EUNPUSHED' })
    expect((await act('remove', await confirmed({ force: true }))).status).toBe(200)
    expect(await lanes()).toBe(0)
  })

  it('of a worktree whose registration is gone deletes the branch, and says that the directory stays', async () => {
    rmSync(join(repository.path, '.git', 'worktrees'), { recursive: true })
    const left = await act('remove', await confirmed())
    expect(left).toMatchObject({ status: 200, directoryKept: true, branchKept: false })
    expect([existsSync(join(lane.cwd, 'a.txt')), branches(), await lanes()]).toEqual([true, '', 0])
  })

  it('keeps the directory of a worktree that git cannot read', async () => {
    worktree.write('mine.txt', 'mine')
    writeFileSync(join(repository.path, '.git', 'worktrees', 'one', 'index'), 'broken')
    expect(await act('remove', await confirmed())).toMatchObject({ status: 200, directoryKept: true })
    expect([readFileSync(join(lane.cwd, 'mine.txt'), 'utf8'), branches()]).toEqual(['mine', ''])
  })

  it('keeps the record when the repository cannot be found, so nothing can be removed', async () => {
    rmSync(repository.path, { recursive: true })
    const { status, code, error } = await act('remove', await confirmed({ force: true }))
    expect([status, code, error?.['message']]).toEqual([
      400,
      'ENOTWORKTREE',
      expect.stringContaining('nothing was removed'),
    ])
    expect([existsSync(lane.cwd), await lanes()]).toEqual([true, 1])
  })

  it('of a lane from a worktree of a bare repository works after that worktree was removed', async () => {
    gitIn(root, 'clone', '--quiet', '--bare', repository.path, 'bare.git')
    gitIn(join(root, 'bare.git'), 'worktree', 'add', '--quiet', join(root, 'main'), 'main')
    const made = await newLane({ sourceRepo: join(root, 'main'), slug: 'two' })
    gitIn(join(root, 'bare.git'), 'worktree', 'remove', join(root, 'main'))
    const body = { confirm: true, expect: await preflight(made.id), force: true }
    expect((await act('remove', body, made.id)).status).toBe(200)
    expect([existsSync(made.cwd), gitIn(join(root, 'bare.git'), 'branch', '--list', 'feat/two')]).toEqual([false, ''])
    expect(gitIn(join(root, 'bare.git'), 'worktree', 'list').split('\n')).toHaveLength(1)
  })

  it('never touches a directory that replaced the worktree', async () => {
    rmSync(lane.cwd, { recursive: true })
    mkdirSync(lane.cwd)
    writeFileSync(join(lane.cwd, 'mine.txt'), 'mine')
    expect(await act('remove', await confirmed())).toMatchObject({ status: 200, directoryKept: true })
    expect([readFileSync(join(lane.cwd, 'mine.txt'), 'utf8'), await lanes()]).toEqual(['mine', 0])
  })

  it('of an adopted lane deletes only its record', async () => {
    const body = { cwd: repository.path }
    const { json } = await app.send<{ lane: Lane }>('/api/lanes', { method: 'POST', body })
    const { id } = json.lane
    expect(await preflight(id)).toMatchObject({ head: null, blocked: ['adopted'] })
    const confirmation = { confirm: true, expect: await preflight(id) }
    expect((await act('reset', confirmation, id)).code).toBe('ENOTMANAGED')
    expect((await act('remove', confirmation, id)).status).toBe(200)
    expect([existsSync(join(repository.path, 'a.txt')), await lanes()]).toEqual([true, 1])
  })
})

describe('a reset', () => {
  it('restores the base, and keeps ignored files', async () => {
    worktree.commit({ 'b.txt': 'b' })
    for (const name of ['a.txt', 'new.txt', 'ignored']) worktree.write(name, 'changed')
    expect((await act('reset', await confirmed())).code).toBe('EUNPUSHED')
    expect((await act('reset', await confirmed({ force: true }))).status).toBe(200)
    expect(await preflight()).toMatchObject({ dirty: 0, untracked: 0, unpushed: 0, blocked: [] })
    expect(['a.txt', 'b.txt', 'new.txt', 'ignored'].map((name) => existsSync(join(lane.cwd, name)))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('is refused when git cannot read the directory', async () => {
    writeFileSync(join(repository.path, '.git', 'worktrees', 'one', 'index'), 'broken')
    expect(await act('reset', await confirmed({ force: true }))).toMatchObject({ status: 400, code: 'ENOTWORKTREE' })
    rmSync(join(lane.cwd, '.git'))
    expect(await act('reset', await confirmed({ force: true }))).toMatchObject({ status: 400, code: 'ENOTWORKTREE' })
  })

  it('is refused when the directory is missing or is no worktree', async () => {
    rmSync(lane.cwd, { recursive: true })
    expect((await act('reset', await confirmed())).code).toBe('ENOTWORKTREE')
  })
})

it.each([
  [{}, 'ECONFIRM'],
  [{ confirm: 'true', expect: {} }, 'ECONFIRM'],
  [{ confirm: true }, 'EEXPECT'],
  [{ confirm: true, expect: { head: 'x', dirty: 0, untracked: 0 } }, 'EEXPECT'],
  [{ confirm: true, expect: { head: 'x', dirty: -1, untracked: 0, unpushed: 0 } }, 'EEXPECT'],
])('an action with %j is refused', async (body, code) => {
  for (const action of ['reset', 'remove'] as const) {
    expect(await act(action, body)).toMatchObject({ status: 400, code })
  }
  expect(existsSync(lane.cwd)).toBe(true)
})
