import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { stateOf } from '../../../../support/git/state.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { readLogged } from '../../../../support/service/log.js'

interface Answer {
  readonly output: string
  readonly error?: { readonly code: string; readonly message: string }
}

let app: App
let repository: TestRepository
let lane: number
let next = 0

const laneOn = async (cwd: string): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })).json.lane.id
const act = async (action: string, body: object, id = lane) =>
  (await app.send<Answer>(`/api/lanes/${id}/git/${action}`, { method: 'POST', body })).json
const codeOf = async (action: string, body: object, id = lane) => (await act(action, body, id)).error?.code
/** Returns the code of an action that must change nothing. */
const refused = async (action: string, body: object, id = lane) => {
  const before = stateOf(repository)
  const code = await codeOf(action, body, id)
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
const committed = (): string => repository.git('show', '--format=', '--name-status', '--no-renames', 'HEAD')

beforeAll(async () => {
  app = await startApp({ DASHBOARD_TOKEN: '' })
})
beforeEach(async () => {
  repository = repositoryAt(join(app.folder, `shop-${next++}`), {
    'a.txt': 'one\n',
    'b.txt': 'two\n',
    'lib/c.txt': 'three\n',
  })
  repository.git('config', 'user.name', 'Ada')
  repository.git('config', 'user.email', 'ada@example.com')
  lane = await laneOn(repository.path)
})
afterAll(() => app.close())

describe('a commit', () => {
  it('contains all changes of the lane, with the message of the user', async () => {
    repository.write('a.txt', 'changed\n')
    repository.write('new/*.txt', 'new\n')
    repository.git('rm', '--quiet', 'b.txt')
    repositoryAt(join(repository.path, 'nested'), { 'x.txt': 'x\n' })
    const { output } = await act('commit', { message: '\n# Zürich\r\n\r\nwhy\n\n\n' })
    expect(output).toContain('# Zürich')
    expect(repository.git('log', '-1', '--format=%B%an')).toBe('# Zürich\n\nwhy\nAda')
    expect(committed()).toBe('M\ta.txt\nD\tb.txt\nA\tnew/*.txt')
    expect(repository.git('status', '--porcelain')).toBe('?? nested/')
    expect(readLogged(join(app.folder, 'data'), `lane-${lane}`).at(-1)).toMatchObject({
      type: 'lane-git-changed',
      data: { action: 'commit', pathCount: 3, result: { head: repository.git('rev-parse', 'HEAD') } },
    })
  })

  it('contains only the index if that is requested', async () => {
    repository.write('a.txt', 'staged\n')
    repository.git('add', 'a.txt')
    repository.write('a.txt', 'not staged\n')
    repository.write('b.txt', 'not staged\n')
    await act('commit', { message: 'part', only: 'staged' })
    expect(repository.git('show', 'HEAD:a.txt')).toBe('staged')
    expect(repository.git('status', '--porcelain')).toBe(' M a.txt\n M b.txt')
  })

  it('can be the first one', async () => {
    const empty = join(app.folder, 'empty')
    mkdirSync(empty)
    repository.git('init', '--quiet', '-b', 'main', empty)
    for (const [key, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@example.com'],
    ] as const) {
      repository.git('-C', empty, 'config', key, value)
    }
    writeFileSync(join(empty, 'a.txt'), 'one\n')
    await act('commit', { message: 'the first' }, await laneOn(empty))
    expect(repository.git('-C', empty, 'log', '--format=%s')).toBe('the first')
  })

  it('runs the hooks of the repository without the settings of the service', async () => {
    hook('pre-commit', `env > ../env-${next}; echo generated > x.gen; git add -- '*.gen'`)
    hook('commit-msg', `printf '\\nReviewed-by: hook\\n' >> "$1"`)
    repository.write('a.txt', 'changed\n')
    await act('commit', { message: 'with hooks' })
    expect(committed()).toBe('M\ta.txt\nA\tx.gen')
    expect(repository.git('log', '-1', '--format=%b').trim()).toBe('Reviewed-by: hook')
    const names = readFileSync(join(app.folder, `env-${next}`), 'utf8')
    expect(names).not.toMatch(/^(?:GIT_LITERAL_PATHSPECS|GIT_ALLOW_PROTOCOL|DASHBOARD_|SVC_)/m)
  })

  it('that a hook refuses leaves the index and the files as they were', async () => {
    hook(
      'pre-commit',
      `git add --all; printf '\\033[31mlint: https://ada:token@example.com failed\\033[0m' >&2; exit 3`,
    )
    repository.write('a.txt', 'staged\n')
    repository.git('add', 'a.txt')
    repository.write('b.txt', 'changed\n')
    repository.write('new.txt', 'new\n')
    const before = stateOf(repository)
    for (const only of [undefined, 'staged']) {
      const { error } = await act('commit', { message: 'no', only })
      expect(error).toMatchObject({
        code: 'EGIT',
        message: expect.stringContaining('lint: https://example.com failed'),
      })
      expect(error?.message).not.toMatch(/token|\[31m/)
      expect(stateOf(repository)).toEqual(before)
    }
  })

  it('that a hook refuses after an agent committed keeps the index of the agent', async () => {
    hook(
      'pre-commit',
      `[ -n "$INNER" ] && exit 0; unset GIT_INDEX_FILE; git add b.txt; INNER=1 git -c user.name=A -c user.email=a@b commit -qm agent; exit 1`,
    )
    repository.write('b.txt', 'by the agent\n')
    expect(await codeOf('commit', { message: 'no' })).toBe('EGIT')
    expect(repository.git('log', '-1', '--format=%s')).toBe('agent')
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it.each([undefined, null, 5, '', ' \n', 'a\0b', '\ud800', 'x'.repeat(70_000)])(
    'is refused with the message %j',
    async (message) => {
      repository.write('a.txt', 'changed\n')
      expect(await refused('commit', { message })).toBe('EBADMESSAGE')
    },
  )

  it('is refused without changes, with conflicts, and with another selection', async () => {
    expect(await refused('commit', { message: 'm' })).toBe('ENOCHANGES')
    repository.write('a.txt', 'changed\n')
    expect(await refused('commit', { message: 'm', only: 'staged' })).toBe('ENOCHANGES')
    expect(await refused('commit', { message: 'm', only: 'all' })).toBe('INVALID_INPUT')
    repository.git('switch', '--quiet', '-c', 'other')
    repository.commit({ 'a.txt': 'theirs\n' })
    repository.git('switch', '--quiet', 'main')
    repository.commit({ 'a.txt': 'ours\n' })
    expect(() => repository.git('merge', '--quiet', 'other')).toThrow('merge')
    expect(await refused('commit', { message: 'm' })).toBe('ECONFLICTS')
    expect(await refused('commit', { message: 'm', only: 'staged' })).toBe('ECONFLICTS')
    expect(await refused('switch', { branch: 'other' })).toBe('EMERGING')
  })

  it('of a lane below the top contains only its changes, and is refused while others are staged', async () => {
    const inside = await laneOn(join(repository.path, 'lib'))
    repository.write('a.txt', 'changed\n')
    expect(await refused('commit', { message: 'm' }, inside)).toBe('ENOCHANGES')
    repository.write('lib/c.txt', 'changed\n')
    await act('commit', { message: 'inside' }, inside)
    expect(committed()).toBe('M\tlib/c.txt')
    repository.git('add', 'a.txt')
    repository.write('lib/c.txt', 'again\n')
    expect(await refused('commit', { message: 'm' }, inside)).toBe('ESTAGEDOUTSIDE')
    expect(await refused('commit', { message: 'm', only: 'staged' }, inside)).toBe('ESTAGEDOUTSIDE')
  })
})

describe('a branch', () => {
  it('is switched to, and may be created for that', async () => {
    repository.git('branch', 'other')
    repository.write('untracked.txt', 'stays\n')
    expect(await act('switch', { branch: 'other' })).toMatchObject({ ok: true })
    expect(repository.git('branch', '--show-current')).toBe('other')
    await act('switch', { branch: 'feat/cart', create: true })
    expect(repository.git('branch', '--show-current')).toBe('feat/cart')
    expect(text('untracked.txt')).toBe('stays\n')
  })

  it('is switched to although the hook that runs afterwards fails', async () => {
    hook('post-checkout', 'exit 1')
    repository.git('branch', 'other')
    expect(await act('switch', { branch: 'other' })).toMatchObject({ ok: true })
  })

  it('is not switched to if that would lose something', async () => {
    repository.git('switch', '--quiet', '-c', 'other')
    repository.commit({ 'new.txt': 'theirs\n' })
    repository.git('switch', '--quiet', 'main')
    repository.write('new.txt', 'untracked\n')
    expect(await refused('switch', { branch: 'other' })).toBe('EGIT')
    repository.write('a.txt', 'changed\n')
    expect(await refused('switch', { branch: 'other' })).toBe('EDIRTY')
    expect(await refused('switch', { branch: 'fresh', create: true })).toBe('EDIRTY')
    const inside = await laneOn(join(repository.path, 'lib'))
    expect(await refused('switch', { branch: 'other' }, inside), 'a change outside of the lane').toBe('EDIRTY')
  })

  it('is created at a base, and deleted if it is merged', async () => {
    const first = repository.git('rev-parse', 'HEAD')
    repository.commit({ 'a.txt': 'second\n' })
    await act('branch-create', { branch: 'at-head' })
    await act('branch-create', { branch: 'at-first', base: first })
    expect(repository.git('rev-parse', 'at-head', 'at-first')).toBe(`${repository.git('rev-parse', 'HEAD')}\n${first}`)
    expect(repository.git('branch', '--show-current')).toBe('main')
    expect((await act('branch-delete', { branch: 'at-first' })).output).toContain(first.slice(0, 7))
    repository.git('switch', '--quiet', 'at-head')
    repository.commit({ 'a.txt': 'third\n' })
    repository.git('switch', '--quiet', 'main')
    expect(await refused('branch-delete', { branch: 'at-head' }), 'not merged').toBe('EGIT')
  })

  it.each([
    ['EBADBRANCH', 'switch', { branch: '--orphan' }],
    ['EBADBRANCH', 'switch', { branch: 5 }],
    ['EBADBRANCH', 'branch-create', { branch: 'a..b' }],
    ['EBADBRANCH', 'branch-create', { branch: 'new', base: 5 }],
    ['EBADBRANCH', 'branch-delete', {}],
    ['ENOBRANCH', 'switch', { branch: 'none' }],
    ['ENOBRANCH', 'branch-create', { branch: 'new', base: 'none' }],
    ['ENOBRANCH', 'branch-create', { branch: 'new', base: '--force' }],
    ['ENOBRANCH', 'branch-delete', { branch: 'none' }],
    ['EBRANCHEXISTS', 'switch', { branch: 'other', create: true }],
    ['EBRANCHEXISTS', 'branch-create', { branch: 'other' }],
    ['EPROTECTED', 'branch-delete', { branch: 'main' }],
    ['EPROTECTED', 'branch-delete', { branch: 'develop' }],
    ['EBRANCHBUSY', 'branch-delete', { branch: 'current' }],
    ['EBRANCHBUSY', 'branch-delete', { branch: 'elsewhere' }],
    ['EBRANCHBUSY', 'switch', { branch: 'elsewhere' }],
    ['EGIT', 'branch-create', { branch: 'other/below' }],
  ])('is refused: %s with %s %j', async (code, action, body) => {
    repository.git('branch', 'other')
    repository.git('worktree', 'add', '--quiet', '-b', 'elsewhere', join(app.folder, `elsewhere-${next}`))
    repository.git('switch', '--quiet', '-c', 'current')
    expect(await refused(action, body)).toBe(code)
  })
})
