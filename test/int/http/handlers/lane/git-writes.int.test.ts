import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'
import { readLogged } from '../../../../support/service/log.js'

let app: App
let repository: TestRepository
let lane: number
let next = 0

interface Answer {
  readonly status: number
  readonly json: { readonly error?: { readonly code: string; readonly message: string } }
}
const act = async (action: string, body: object, id = lane, prefix = 'lanes'): Promise<Answer> =>
  await app.send<Answer['json']>(`/api/${prefix}/${id}/git/${action}`, { method: 'POST', body })
const laneOn = async (cwd: string): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })).json.lane.id
const status = (): string => repository.git('status', '--porcelain', '--untracked-files=all')
const text = (name: string): string => readFileSync(join(repository.path, name), 'utf8')
const has = (name: string): boolean => existsSync(join(repository.path, name))
const ok = (action: string) => ({ status: 200, json: { action, ok: true, output: '' } })

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  repository = repositoryAt(join(app.folder, `shop-${next++}`), {
    'a.txt': 'one\n',
    'b.txt': 'two\n',
    'old.txt': '1\n2\n3\n4\n',
    'lib/c.txt': 'three\n',
  })
  lane = await laneOn(repository.path)
})
afterEach(() => expect(has('.git/index.lock')).toBe(false))
afterAll(() => app.close())

/** What a refused action must leave unchanged. */
const everything = (): unknown => ({
  status: status(),
  index: readFileSync(join(repository.path, '.git', 'index')).toString('hex'),
  refs: repository.git('for-each-ref'),
})

const merging = (): void => {
  repository.git('switch', '--quiet', '-c', 'other')
  repository.commit({ 'a.txt': 'theirs\n' })
  repository.git('switch', '--quiet', 'main')
  repository.commit({ 'a.txt': 'ours\n' })
  expect(() => repository.git('merge', '--quiet', 'other')).toThrow('merge')
}

describe('an action on the repository of a lane', () => {
  it('is possible under both prefixes, is in the log, and updates the lane', async () => {
    repository.write('a.txt', 'secret content\n')
    const live = await listenTo(app.url)
    expect(await act('stage', { paths: ['a.txt'] }, lane, 'workspaces')).toMatchObject(ok('stage'))
    await until('the update', () => live.of('lane_update').length > 0)
    await live.close()
    expect(live.of('lane_update')[0]?.data).toMatchObject({ lane: { id: lane } })
    expect(readLogged(join(app.folder, 'data'), `lane-${lane}`).at(-1)).toMatchObject({
      type: 'lane-git-changed',
      data: { lane, action: 'stage', session: null, paths: ['a.txt'], pathCount: 1, result: {} },
    })
  })

  it('is refused when it is unknown, from a foreign page, and outside of repositories', async () => {
    expect(await act('rebase', {})).toMatchObject({ status: 400, json: { error: { code: 'EBADACTION' } } })
    expect(await act('toString', {})).toMatchObject({ status: 400, json: { error: { code: 'EBADACTION' } } })
    const foreign = await app.send(`/api/lanes/${lane}/git/stage`, {
      method: 'POST',
      body: { paths: ['a.txt'] },
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign).toMatchObject({ status: 403, json: { error: { code: 'EBADORIGIN' } } })
    const plain = join(app.folder, `plain-${next++}`)
    mkdirSync(plain)
    expect(await act('stage', { paths: ['a.txt'] }, await laneOn(plain))).toMatchObject({
      status: 409,
      json: { error: { code: 'EGIT' } },
    })
  })

  it('works in the worktree of a session', async () => {
    const path = join(repository.path, '.claude', 'worktrees', 'one')
    repository.git('worktree', 'add', '--quiet', '-b', 'worktree-one', path)
    await app.hook('SessionStart', { session_id: `session-${next}`, cwd: path })
    await app.settled()
    writeFileSync(join(path, 'a.txt'), 'changed\n')
    expect(await act(`stage?session=session-${next}`, { paths: ['a.txt'] })).toMatchObject(ok('stage'))
    expect(gitIn(path, 'status', '--porcelain')).toBe('M  a.txt')
    expect(repository.git('diff', '--cached', '--name-only')).toBe('')
  })

  it('runs one at a time on an index', async () => {
    const names = Array.from({ length: 12 }, (_, number) => `new-${number}.txt`)
    for (const name of names) repository.write(name, name)
    const answers = await Promise.all(names.map((name) => act('stage', { paths: [name] })))
    expect(answers.map((answer) => answer.status)).toEqual(names.map(() => 200))
    expect(repository.git('diff', '--cached', '--name-only').split('\n')).toEqual(names.toSorted())
  })
})

describe('stage', () => {
  it('stages changed, new, deleted and renamed files whatever their names are', async () => {
    const odd = ['*', ':(top)x', 'a b"\t.txt', '-f', 'Käse.txt', 'new\nline']
    for (const name of odd) repository.write(name, name)
    repository.write('b.txt', 'changed\n')
    repository.git('rm', '--quiet', '--cached', 'a.txt')
    expect(await act('stage', { paths: ['*'] })).toMatchObject(ok('stage'))
    expect(repository.git('diff', '--cached', '--name-only', '-z').split('\0')).toEqual(['*', 'a.txt', ''])
    expect(await act('stage', { paths: [...odd, 'b.txt', 'a.txt'] })).toMatchObject(ok('stage'))
    expect(repository.git('diff', '--name-only')).toBe('')
    expect(repository.git('ls-files', '--others')).toBe('')
  })

  it('takes paths relative to a directory below the top', async () => {
    const inside = await laneOn(join(repository.path, 'lib'))
    repository.write('lib/c.txt', 'changed\n')
    repository.write('a.txt', 'changed\n')
    expect(await act('stage', { paths: ['../a.txt'] }, inside)).toMatchObject({ json: { error: { code: 'EBADPATH' } } })
    expect(await act('stage', { paths: ['lib/c.txt'] }, inside)).toMatchObject({
      json: { error: { code: 'EBADPATH' } },
    })
    expect(await act('stage', { paths: ['c.txt'] }, inside)).toMatchObject(ok('stage'))
    expect(status()).toBe(' M a.txt\nM  lib/c.txt')
  })

  it('refuses conflicted files that contain conflict markers, and resolves others', async () => {
    merging()
    const before = everything()
    expect(await act('stage', { paths: ['a.txt'] })).toMatchObject({
      status: 400,
      json: { error: { code: 'EMARKERS' } },
    })
    expect(everything()).toEqual(before)
    repository.write('a.txt', 'resolved\n')
    expect(await act('stage', { paths: ['a.txt'] })).toMatchObject(ok('stage'))
    expect(status()).toBe('M  a.txt')
  })

  it('runs the filters of the user', async () => {
    repository.git('config', 'filter.upper.clean', 'tr a-z A-Z')
    repository.write('.gitattributes', '*.up filter=upper\n')
    repository.write('x.up', 'text\n')
    expect(await act('stage', { paths: ['x.up'] })).toMatchObject(ok('stage'))
    expect(repository.git('show', ':x.up')).toBe('TEXT')
  })
})

describe('unstage', () => {
  it('keeps the files, and also unstages the earlier path of a renamed file', async () => {
    repository.git('mv', 'old.txt', 'new.txt')
    repository.write('fresh.txt', 'fresh\n')
    repository.git('add', '--all')
    expect(await act('unstage', { paths: ['new.txt', 'fresh.txt'] })).toMatchObject(ok('unstage'))
    expect(status()).toBe(' D old.txt\n?? fresh.txt\n?? new.txt')
    expect(text('new.txt')).toBe('1\n2\n3\n4\n')
  })

  it('works before the first commit', async () => {
    const path = join(app.folder, `unborn-${next++}`)
    mkdirSync(path)
    gitIn(path, 'init', '--quiet')
    writeFileSync(join(path, 'a.txt'), 'one\n')
    gitIn(path, 'add', 'a.txt')
    expect(await act('unstage', { paths: ['a.txt'] }, await laneOn(path))).toMatchObject(ok('unstage'))
    expect(gitIn(path, 'status', '--porcelain')).toBe('?? a.txt')
  })

  it('refuses files with conflicts, which git would resolve as ours', async () => {
    merging()
    const before = everything()
    expect(await act('unstage', { paths: ['a.txt'] })).toMatchObject({
      status: 409,
      json: { error: { code: 'ECONFLICTS' } },
    })
    expect(everything()).toEqual(before)
  })
})

describe('discard', () => {
  const discard = (...paths: readonly string[]) => act('discard', { paths, confirm: true })

  it('restores tracked files and deletes untracked ones, but only with a confirmation', async () => {
    repository.write('a.txt', 'changed\n')
    repository.git('add', 'a.txt')
    repository.git('rm', '--quiet', 'b.txt')
    repository.git('mv', 'old.txt', 'new.txt')
    repository.write('added.txt', 'added\n')
    repository.git('add', 'added.txt')
    repository.write('untracked.txt', 'untracked\n')
    repository.write('lib/c.txt', 'stays\n')
    const before = everything()
    const paths = ['a.txt', 'b.txt', 'new.txt', 'added.txt', 'untracked.txt']
    expect(await act('discard', { paths })).toMatchObject({ status: 400, json: { error: { code: 'ECONFIRM' } } })
    expect(await act('discard', { paths, confirm: 'true' })).toMatchObject({ json: { error: { code: 'ECONFIRM' } } })
    expect(everything()).toEqual(before)
    expect(await discard(...paths)).toMatchObject(ok('discard'))
    expect(status()).toBe(' M lib/c.txt')
    expect([text('a.txt'), text('b.txt'), has('added.txt'), has('untracked.txt')]).toEqual([
      'one\n',
      'two\n',
      false,
      false,
    ])
  })

  it('never deletes what is in the place of a file, or behind a link', async () => {
    repository.git('rm', '--quiet', 'b.txt')
    repository.write('b.txt/precious', 'untracked\n')
    repository.git('rm', '--quiet', '-r', 'lib')
    repository.write('lib', 'a file\n')
    const before = everything()
    for (const path of ['b.txt', 'lib/c.txt']) {
      expect(await discard(path)).toMatchObject({ status: 409, json: { error: { code: 'EGIT' } } })
    }
    expect(everything()).toEqual(before)
    expect([text('b.txt/precious'), text('lib')]).toEqual(['untracked\n', 'a file\n'])
  })

  it('deletes a link, not what it leads to', async () => {
    const target = join(app.folder, 'target.txt')
    writeFileSync(target, 'mine\n')
    symlinkSync(target, join(repository.path, 'link'))
    expect(await discard('link')).toMatchObject(ok('discard'))
    expect([has('link'), readFileSync(target, 'utf8')]).toEqual([false, 'mine\n'])
  })

  it('refuses files with conflicts, repositories in the repository, and submodules', async () => {
    const nested = repositoryAt(join(repository.path, 'nested'), { 'x.txt': 'x\n' })
    expect(await discard('nested/')).toMatchObject({ json: { error: { code: 'EBADPATH' } } })
    repository.git('add', 'nested')
    repository.git('commit', '--quiet', '-m', 'a submodule')
    nested.commit({ 'x.txt': 'y\n' })
    expect(status()).toBe(' M nested')
    expect(await discard('nested')).toMatchObject({ json: { error: { code: 'EGIT' } } })
    repository.git('add', 'nested')
    repository.git('commit', '--quiet', '-m', 'its next commit')
    merging()
    expect(await discard('a.txt')).toMatchObject({ json: { error: { code: 'ECONFLICTS' } } })
    expect(nested.git('status', '--porcelain')).toBe('')
  })

  it('works before the first commit', async () => {
    const path = join(app.folder, `unborn-${next++}`)
    mkdirSync(path)
    gitIn(path, 'init', '--quiet')
    writeFileSync(join(path, 'a.txt'), 'one\n')
    writeFileSync(join(path, 'b.txt'), 'two\n')
    gitIn(path, 'add', 'a.txt')
    const id = await laneOn(path)
    expect(await act('discard', { paths: ['a.txt'], confirm: true }, id)).toMatchObject(ok('discard'))
    expect(gitIn(path, 'status', '--porcelain')).toBe('?? b.txt')
  })
})
