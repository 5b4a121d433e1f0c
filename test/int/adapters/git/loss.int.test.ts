import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LaneWorktree } from '../../../../src/commands/ports/worktrees.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { added, worktreesOf } from '../../../support/git/worktrees.js'

let folder: string
let repository: TestRepository
let lane: LaneWorktree
let inLane: TestRepository
const port = worktreesOf()
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-loss-')))
  repository = repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n', '.gitignore': '.claude/worktrees\n' })
  gitIn(folder, 'init', '--quiet', '--bare', 'remote.git')
  repository.git('remote', 'add', 'origin', join(folder, 'remote.git'))
  await open()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Pushes everything and creates a lane. */
const open = async (slug = 'x') => {
  repository.git('push', '--quiet', 'origin', 'main')
  lane = await added(port, repository.path, slug)
  inLane = openedAt(lane.dir)
}
const facts = (removes = true) => Effect.runPromise(port.facts(lane, 'main', removes))
const branchFacts = () => Effect.runPromise(port.branchFacts(lane, 'main'))
const deleteDirectory = (): void => rmSync(lane.dir, { recursive: true })

describe('the facts of a lane without its directory', () => {
  it('count the commits of its branch', async () => {
    const head = inLane.commit({ 'b.txt': 'b' })
    deleteDirectory()
    expect(await branchFacts()).toEqual({ head, unpushed: 1, hasRemote: true })
    repository.git('push', '--quiet', 'origin', 'feat/x')
    expect(await branchFacts()).toMatchObject({ unpushed: 0 })
  })

  it('count the commits of a detached head, which only the registration of the worktree has', async () => {
    inLane.git('switch', '--quiet', '--detach')
    inLane.commit({ 'b.txt': 'b' })
    inLane.commit({ 'c.txt': 'c' })
    deleteDirectory()
    expect(await branchFacts()).toMatchObject({ unpushed: 2 })
  })

  it('count the branch when the registration is gone', async () => {
    inLane.commit({ 'b.txt': 'b' })
    rmSync(join(repository.path, '.git', 'worktrees'), { recursive: true })
    expect(await branchFacts()).toMatchObject({ unpushed: 1 })
  })

  it('count nothing where the branch does not exist, or has no commit of its own', async () => {
    inLane.git('switch', '--quiet', '--orphan', 'empty')
    expect(await branchFacts()).toMatchObject({ unpushed: 0 })
    repository.git('branch', '-D', 'feat/x')
    expect(await branchFacts()).toEqual({ head: null, unpushed: 0, hasRemote: true })
  })

  it('are not hidden by a replaced commit', async () => {
    const head = inLane.commit({ 'b.txt': 'b' })
    repository.git('replace', head, repository.git('rev-parse', 'main'))
    deleteDirectory()
    expect(await branchFacts()).toMatchObject({ unpushed: 1 })
  })

  it('are never guessed', async () => {
    const head = inLane.commit({ 'b.txt': 'b' })
    rmSync(join(repository.path, '.git', 'objects', head.slice(0, 2), head.slice(2)))
    await expect(branchFacts()).rejects.toThrow(head)
    rmSync(repository.path, { recursive: true })
    await expect(branchFacts()).rejects.toThrow('cannot read the repository')
  })
})

describe('commits of submodules', () => {
  let part: TestRepository
  const submodule = () => openedAt(join(lane.dir, 'sub'))
  beforeEach(async () => {
    part = repositoryAt(join(folder, 'part'), { 'p.txt': 'part\n' })
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'sub')
    repository.commit({}, 'with a submodule')
    await open('y')
    expect(existsSync(join(lane.dir, 'sub', '.git'))).toBe(true)
  })

  it('count until they are on a remote of the submodule or in the main directory, also without their record', async () => {
    expect(await facts()).toMatchObject({ dirty: 0, unpushed: 0 })
    submodule().commit({ 'new.txt': 'new' })
    expect(await facts()).toMatchObject({ dirty: 1, unpushed: 1 })
    inLane.commit({}, 'record it')
    repository.git('push', '--quiet', 'origin', 'feat/y')
    expect(await facts()).toMatchObject({ dirty: 0, unpushed: 1 })
    const main = openedAt(join(repository.path, 'sub'))
    main.git('fetch', '--quiet', join(lane.dir, 'sub'), 'HEAD:refs/heads/kept')
    expect(await facts()).toMatchObject({ dirty: 0, unpushed: 0 })
  })

  it('count on branches and in the stash of a submodule, which are deleted with it', async () => {
    const inner = submodule()
    inner.git('switch', '--quiet', '-c', 'aside')
    inner.commit({ 'new.txt': 'new' })
    inner.git('switch', '--quiet', '--detach', 'HEAD~')
    expect(await facts()).toMatchObject({ dirty: 0, unpushed: 1 })
    inner.write('p.txt', 'stashed')
    inner.git('stash', '--quiet')
    expect((await facts()).unpushed).toBeGreaterThan(1)
  })

  it('count without the directory', async () => {
    submodule().commit({ 'new.txt': 'new' })
    deleteDirectory()
    expect(await branchFacts()).toMatchObject({ unpushed: 1 })
  })

  it('count in a submodule that the last commit does not record, and in an untracked repository', async () => {
    submodule().commit({ 'new.txt': 'new' })
    inLane.git('rm', '--quiet', '--force', 'sub')
    inLane.commit({}, 'without it')
    repository.git('push', '--quiet', 'origin', 'feat/y')
    expect(await facts()).toMatchObject({ dirty: 0, unpushed: 1 })
    repositoryAt(join(lane.dir, 'cloned'), { 'c.txt': 'c' })
    expect(await facts()).toMatchObject({ untracked: 1, unpushed: 2 })
  })

  it('count in submodules of submodules', async () => {
    const deep = repositoryAt(join(folder, 'deep'), { 'd.txt': 'd' })
    submodule().git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', deep.path, 'lib/deep')
    submodule().commit({}, 'nested')
    submodule().git('push', '--quiet', 'origin', 'HEAD:refs/heads/nested')
    expect(await facts()).toMatchObject({ unpushed: 0 })
    openedAt(join(lane.dir, 'sub', 'lib', 'deep')).commit({ 'new.txt': 'new' })
    expect(await facts()).toMatchObject({ unpushed: 1 })
  })
})

describe('worktrees inside of a lane', () => {
  const session = () => openedAt(join(lane.dir, '.claude', 'worktrees', 'fix'))

  it('count their changes and the commits of a detached head for a removal, not for a reset', async () => {
    inLane.git('worktree', 'add', '--quiet', '-b', 'worktree-fix', session().path)
    session().commit({ 'b.txt': 'b' })
    session().write('a.txt', 'changed')
    session().write('new.txt', 'new')
    expect(await facts()).toMatchObject({ dirty: 1, untracked: 1, unpushed: 0 })
    session().git('switch', '--quiet', '--detach')
    session().commit({})
    session().commit({ 'c.txt': 'c' })
    expect(await facts()).toMatchObject({ dirty: 0, untracked: 0, unpushed: 3 })
    expect(await facts(false)).toMatchObject({ dirty: 0, untracked: 0, unpushed: 0 })
  })

  it('are not deleted unread', async () => {
    inLane.git('worktree', 'add', '--quiet', '-b', 'worktree-fix', session().path)
    rmSync(join(session().path, '.git'))
    await expect(facts()).rejects.toThrow('cannot read')
  })
})

it('a directory that became another repository is not counted as the lane', async () => {
  deleteDirectory()
  repositoryAt(lane.dir, { 'mine.txt': 'mine' })
  await expect(facts()).rejects.toThrow('is no longer a worktree')
  writeFileSync(join(lane.dir, 'more.txt'), 'more')
})
