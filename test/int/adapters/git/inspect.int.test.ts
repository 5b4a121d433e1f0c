import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, repositoryAt } from '../../../support/git/repository.js'
import { shim } from '../../../support/git/shim.js'
import { added, worktreesOf } from '../../../support/git/worktrees.js'

let folder: string
const port = worktreesOf()
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-inspect-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inspect = (path: string) => Effect.runPromise(port.inspect(path))
const refusal = (path: string) => Effect.runPromise(Effect.flip(port.inspect(path)))

describe('a repository', () => {
  it('is found from its directories and its worktrees', async () => {
    const repository = repositoryAt(join(folder, 'shop'), { 'lib/a.txt': 'one\n' })
    const expected = {
      path: repository.path,
      commonDir: join(repository.path, '.git'),
      workingDir: repository.path,
      defaultBases: ['main', 'master', repository.git('rev-parse', 'HEAD')],
    }
    expect(await inspect(join(repository.path, 'lib'))).toEqual(expected)
    const { dir, head } = await added(port, repository.path, 'x')
    expect(await inspect(dir)).toEqual({ ...expected, defaultBases: ['feat/x', 'master', head] })
  })

  it('starts branches from what is checked out, the default of the remote, that of the user, master, the commit', async () => {
    const repository = repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' })
    const head = repository.commit({})
    const bases = async () => (await inspect(repository.path)).defaultBases
    repository.git('switch', '--quiet', '--detach')
    expect(await bases()).toEqual(['master', head])
    repository.git('config', 'init.defaultBranch', 'trunk')
    expect(await bases()).toEqual(['trunk', 'master', head])
    repository.git('update-ref', 'refs/remotes/origin/release/1', head)
    repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/release/1')
    expect(await bases()).toEqual(['release/1', 'trunk', 'master', head])
  })

  it('may be bare', async () => {
    repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' }).git('clone', '--quiet', '--bare', '.', '../shop.git')
    const bare = join(folder, 'shop.git')
    expect(await inspect(bare)).toMatchObject({ path: bare, commonDir: bare, workingDir: null })
    expect((await added(port, bare, 'x')).dir).toBe(join(folder, 'shop-lanes', 'x'))
  })

  it('is the bare repository of a linked worktree, which may be removed', async () => {
    repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' }).git('clone', '--quiet', '--bare', '.', '../shop.git')
    const [bare, main] = [join(folder, 'shop.git'), join(folder, 'main')]
    gitIn(bare, 'worktree', 'add', '--quiet', main, 'main')
    expect(await inspect(main)).toMatchObject({ path: bare, commonDir: bare, workingDir: main })
    // Sparse checkouts move the setting that the repository is bare.
    gitIn(bare, 'config', 'extensions.worktreeConfig', 'true')
    gitIn(bare, 'config', '--unset', 'core.bare')
    gitIn(bare, 'config', '--worktree', 'core.bare', 'true')
    expect(await inspect(main)).toMatchObject({ path: bare, workingDir: main })
  })

  it.each(['.bare', '.git'])('has lanes with the name of the project if it is hidden in it as %s', async (name) => {
    repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' })
    const project = join(folder, 'project')
    mkdirSync(project)
    gitIn(folder, 'clone', '--quiet', '--bare', 'shop', join(project, name))
    if (name !== '.git') writeFileSync(join(project, '.git'), `gitdir: ./${name}\n`)
    gitIn(project, 'worktree', 'add', '--quiet', join(project, 'main'), 'main')
    const lanes = join(folder, 'project-lanes')
    for (const [slug, path] of [
      ['x', project],
      ['y', join(project, 'main')],
      ['z', join(project, name)],
    ] as const) {
      const lane = await added(port, path, slug)
      expect(lane.dir).toBe(join(lanes, slug))
      await Effect.runPromise(port.guard(lane))
    }
  })

  it('may be hidden itself', async () => {
    const { path } = repositoryAt(join(folder, '.dotfiles'), { 'a.txt': 'one\n' })
    expect((await added(port, path, 'x')).dir).toBe(join(folder, '.dotfiles-lanes', 'x'))
  })

  it('may have its git directory elsewhere', async () => {
    const { path, git } = repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' })
    git('init', '--quiet', `--separate-git-dir=${join(folder, 'data')}`)
    const lane = await added(port, path, 'x')
    expect(await Effect.runPromise(port.facts(lane, 'main', true))).toMatchObject({ dirty: 0, unpushed: 0 })
    expect(await Effect.runPromise(port.remove(lane, false))).toEqual({ directoryKept: false, branchKept: false })
  })

  it('may be a submodule', async () => {
    const part = repositoryAt(join(folder, 'part'), { 'p.txt': 'part\n' })
    const repository = repositoryAt(join(folder, 'shop'), {})
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'part')
    expect(await inspect(join(repository.path, 'part'))).toMatchObject({ path: join(repository.path, 'part') })
    expect((await added(port, join(repository.path, 'part'), 'x')).dir).toBe(join(repository.path, 'part-lanes', 'x'))
    const other = gitIn(join(repository.path, 'part-lanes', 'x'), 'rev-parse', '--show-toplevel')
    expect(await inspect(other)).toMatchObject({ path: join(repository.path, 'part') })
  })

  it('is refused before its first commit', async () => {
    gitIn(folder, 'init', '--quiet', 'empty')
    expect(await refusal(join(folder, 'empty'))).toMatchObject({ _tag: 'RepositoryRefused', reason: 'empty' })
  })

  it('is refused when it belongs to another user', async () => {
    const repository = repositoryAt(join(folder, 'shop'), {})
    // Git's own switch for its tests: changing the owner needs root.
    const foreign = worktreesOf({
      PATH: shim(folder, 'export GIT_TEST_ASSUME_DIFFERENT_OWNER=1'),
      HOME: '/nonexistent',
    })
    const refused = await Effect.runPromise(Effect.flip(foreign.inspect(repository.path)))
    expect(refused).toMatchObject({ reason: 'foreign-owner', message: expect.stringContaining('dubious ownership') })
  })

  it('is refused when it is broken', async () => {
    const repository = repositoryAt(join(folder, 'shop'), {})
    writeFileSync(join(repository.path, '.git', 'config'), '[core\n')
    expect(await refusal(repository.path)).toMatchObject({
      reason: 'broken',
      message: expect.stringContaining('bad config'),
    })
  })
})

describe('a path without a repository', () => {
  it('is refused', async () => {
    mkdirSync(join(folder, 'plain'))
    writeFileSync(join(folder, 'file'), '')
    const plain = join(folder, 'plain')
    const message = `${plain} is not in a git repository`
    expect(await refusal(plain)).toMatchObject({ reason: 'not-a-repository', message })
    expect(await refusal(join(folder, 'missing'))).toMatchObject({ reason: 'missing' })
    expect(await refusal(join(folder, 'file'))).toMatchObject({ reason: 'missing' })
  })

  it('has no branches', async () => {
    expect(await Effect.runPromise(port.branches(folder))).toBeNull()
  })
})

it('branches come with the worktrees that have them checked out', async () => {
  const repository = repositoryAt(join(folder, 'shop'), {})
  const { dir, head } = await added(port, repository.path, 'x')
  repository.git('branch', '--quiet', '--set-upstream-to=main', 'feat/x')
  const found = await Effect.runPromise(port.branches(dir))
  const none = { sha: head, current: false, upstream: null, ahead: null, behind: null }
  expect(found?.branches.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { ...none, name: 'feat/x', current: true, upstream: 'main', ahead: 0, behind: 0, worktree: dir },
    { ...none, name: 'main', worktree: repository.path },
  ])
  expect([found?.current, found?.worktrees.map(({ path }) => path)]).toEqual(['feat/x', [repository.path, dir]])
})
