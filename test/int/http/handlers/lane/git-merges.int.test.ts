import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { stateOf } from '../../../../support/git/state.js'
import { type App, startApp } from '../../../../support/service/app.js'

interface Answer {
  readonly output: string
  readonly conflicts?: readonly string[]
  readonly merging?: boolean
  readonly error?: { readonly code: string; readonly message: string }
}

let app: App
let repository: TestRepository
let lane: number
let next = 0

const laneOn = async (cwd: string): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })).json.lane.id
const act = async (action: string, body: object = {}, id = lane) =>
  (await app.send<Answer>(`/api/lanes/${id}/git/${action}`, { method: 'POST', body })).json
/** Returns the code of an action that must change nothing. */
const refused = async (action: string, body: object = {}, id = lane) => {
  const before = stateOf(repository)
  const code = (await act(action, body, id)).error?.code
  expect(stateOf(repository)).toEqual(before)
  return code
}
const hook = (name: string, script: string): void => {
  const path = join(repository.path, '.git', 'hooks', name)
  mkdirSync(join(repository.path, '.git', 'hooks'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}
const text = (name: string): string => readFileSync(join(repository.path, name), 'utf8')
const facts = async () => (await app.send<Answer>(`/api/lanes/${lane}/git`)).json
const status = (): string => repository.git('status', '--porcelain')

/** Makes a branch `other` with some files, and a commit on `main` with others. */
const diverge = (theirs: Readonly<Record<string, string>>, ours: Readonly<Record<string, string>>): void => {
  repository.git('switch', '--quiet', '-c', 'other')
  repository.commit(theirs, 'theirs')
  repository.git('switch', '--quiet', 'main')
  repository.commit(ours, 'ours')
}

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  repository = repositoryAt(join(app.folder, `shop-${next++}`), {
    'a.txt': 'one\n',
    'b.txt': 'two\n',
    'lib/c.txt': '3\n',
  })
  repository.git('config', 'user.name', 'Ada')
  repository.git('config', 'user.email', 'ada@example.com')
  lane = await laneOn(repository.path)
})
afterAll(() => app.close())

describe('a merge', () => {
  it('creates a commit with the message of git', async () => {
    diverge({ 'a.txt': 'theirs\n' }, { 'b.txt': 'ours\n' })
    repository.write('untracked.txt', 'stays\n')
    expect(await act('merge', { branch: 'other' })).toMatchObject({ ok: true, conflicts: [] })
    expect(repository.git('log', '-1', '--format=%s')).toBe(`Merge branch 'other'`)
    expect(repository.git('rev-list', '--parents', '--max-count=1', 'HEAD').split(' ')).toHaveLength(3)
    expect([text('a.txt'), text('b.txt'), text('untracked.txt')]).toEqual(['theirs\n', 'ours\n', 'stays\n'])
  })

  it('only moves the branch if it is behind, also that of a remote', async () => {
    repository.git('switch', '--quiet', '-c', 'other')
    const head = repository.commit({ 'a.txt': 'theirs\n' })
    repository.git('update-ref', 'refs/remotes/origin/next', head)
    repository.git('switch', '--quiet', 'main')
    expect(await act('merge', { branch: 'origin/next' })).toMatchObject({ ok: true, conflicts: [] })
    expect(repository.git('rev-parse', 'HEAD')).toBe(head)
  })

  it('that stops at conflicts is a success, and is finished when they are resolved', async () => {
    diverge(
      { 'a.txt': 'theirs\n', 'b.txt': 'theirs\n', 'lib/c.txt': 'theirs\n' },
      { 'a.txt': 'ours\n', 'b.txt': 'ours\n', 'lib/c.txt': 'ours\n' },
    )
    const conflicts = ['a.txt', 'b.txt', 'lib/c.txt']
    expect(await act('merge', { branch: 'other' })).toMatchObject({ ok: true, conflicts })
    expect(await facts()).toMatchObject({ merging: true, conflicts })
    for (const action of ['merge', 'switch']) expect(await refused(action, { branch: 'other' })).toBe('EMERGING')
    expect(await refused('merge-commit')).toBe('ECONFLICTS')
    expect(await refused('resolve', { path: 'none.txt', side: 'ours' })).toBe('EBADPATH')
    expect(await refused('resolve', { path: '*', side: 'ours' })).toBe('EBADPATH')
    expect(await refused('resolve', { path: 'a.txt', side: 'both' })).toBe('EBADSIDE')
    expect(await refused('resolve', { path: 'lib/c.txt', side: 'done' })).toBe('EMARKERS')
    await act('resolve', { path: 'a.txt', side: 'ours' })
    await act('resolve', { path: 'b.txt', side: 'theirs' })
    repository.write('lib/c.txt', 'both\n')
    await act('resolve', { path: 'lib/c.txt', side: 'done' })
    expect([text('a.txt'), text('b.txt')]).toEqual(['ours\n', 'theirs\n'])
    expect(await act('merge-commit')).toMatchObject({ ok: true })
    expect(repository.git('log', '-1', '--format=%B').trim()).toBe(`Merge branch 'other'`)
    expect(repository.git('show', 'HEAD:lib/c.txt')).toBe('both')
    expect([status(), await facts()]).toMatchObject(['', { merging: false, conflicts: [] }])
  })

  it('resolves a file that one side deleted', async () => {
    repository.git('switch', '--quiet', '-c', 'other')
    repository.git('rm', '--quiet', 'a.txt')
    repository.commit({ 'b.txt': 'theirs\n' })
    repository.git('switch', '--quiet', 'main')
    repository.git('rm', '--quiet', 'b.txt')
    repository.commit({ 'a.txt': 'ours\n' })
    expect((await act('merge', { branch: 'other' })).conflicts).toEqual(['a.txt', 'b.txt'])
    await act('resolve', { path: 'a.txt', side: 'theirs' })
    await act('resolve', { path: 'b.txt', side: 'theirs' })
    expect(existsSync(join(repository.path, 'a.txt'))).toBe(false)
    expect(text('b.txt')).toBe('theirs\n')
    expect((await facts()).conflicts).toEqual([])
  })

  it('is aborted on confirmation, which restores the files from before it', async () => {
    diverge({ 'a.txt': 'theirs\n' }, { 'a.txt': 'ours\n' })
    const head = repository.git('rev-parse', 'HEAD')
    expect(await refused('merge-abort', { confirm: true })).toBe('ENOMERGE')
    expect(await refused('merge-commit')).toBe('ENOMERGE')
    await act('merge', { branch: 'other' })
    expect(await refused('merge-abort')).toBe('ECONFIRM')
    expect(await act('merge-abort', { confirm: true })).toMatchObject({ ok: true })
    expect([text('a.txt'), status(), repository.git('rev-parse', 'HEAD')]).toEqual(['ours\n', '', head])
  })

  it('is refused where it could lose something, and for branches that do not exist', async () => {
    diverge({ 'a.txt': 'theirs\n', 'new.txt': 'theirs\n' }, { 'b.txt': 'ours\n' })
    expect(await refused('merge', { branch: 'none' })).toBe('ENOBRANCH')
    expect(await refused('merge', { branch: '--abort' })).toBe('EBADBRANCH')
    repository.write('new.txt', 'untracked\n')
    expect(await refused('merge', { branch: 'other' })).toBe('EGIT')
    repository.write('lib/c.txt', 'changed\n')
    expect(await refused('merge', { branch: 'other' })).toBe('EDIRTY')
    expect(await refused('merge', { branch: 'other' }, await laneOn(join(repository.path, 'lib')))).toBe('ESUBDIR')
  })

  it.each(['pre-merge-commit', 'commit-msg'])('that the hook %s refuses changes nothing', async (name) => {
    diverge({ 'a.txt': 'theirs\n' }, { 'b.txt': 'ours\n' })
    hook(name, 'echo no merges today >&2; exit 1')
    const before = stateOf(repository)
    const { error } = await act('merge', { branch: 'other' })
    expect(error).toMatchObject({ code: 'EGIT', message: expect.stringContaining('no merges today') })
    const { files, refs, head, git } = stateOf(repository)
    expect({ files, refs, head, git }).toEqual({
      files: before.files,
      refs: before.refs,
      head: before.head,
      git: before.git,
    })
    expect(status()).toBe('')
  })
})
