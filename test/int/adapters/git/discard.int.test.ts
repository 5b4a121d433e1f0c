import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
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
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-discard-')))
  repository = repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n', 'b.txt': 'two\n', '.gitignore': '.env\n' })
  lane = await added(port, repository.path, 'x')
  inLane = openedAt(lane.dir)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const facts = (base: string | null = 'main', removes = true) => Effect.runPromise(port.facts(lane, base, removes))
/** Adds a bare remote, and pushes the lane's branch to it. */
const pushed = (): void => {
  gitIn(folder, 'init', '--quiet', '--bare', 'remote.git')
  repository.git('remote', 'add', 'origin', join(folder, 'remote.git'))
  inLane.git('push', '--quiet', '-u', 'origin', 'feat/x')
}

describe('the facts of a worktree', () => {
  it('are zero when nothing would be lost', async () => {
    expect(await facts()).toEqual({
      head: repository.git('rev-parse', 'HEAD'),
      dirty: 0,
      untracked: 0,
      unpushed: 0,
      hasRemote: false,
    })
  })

  it('count changed and untracked files one by one, without ignored ones', async () => {
    inLane.write('a.txt', 'changed\n')
    inLane.git('rm', '--quiet', 'b.txt')
    for (const name of ['new/1', 'new/2', '.env']) inLane.write(name, 'x')
    expect(await facts()).toMatchObject({ dirty: 2, untracked: 2 })
  })

  it('count changes inside submodules, and run no program of theirs', async () => {
    const part = repositoryAt(join(folder, 'part'), { 'p.txt': 'part\n' })
    inLane.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'part')
    inLane.commit({})
    const mark = join(folder, 'ran')
    gitIn(join(lane.dir, 'part'), 'config', 'filter.evil.clean', `touch ${mark}; cat`)
    gitIn(join(lane.dir, 'part'), 'config', 'core.fsmonitor', `touch ${mark}; false`)
    writeFileSync(
      join(gitIn(join(lane.dir, 'part'), 'rev-parse', '--absolute-git-dir'), 'info', 'attributes'),
      '* filter=evil\n',
    )
    inLane.write('part/p.txt', 'changed\n')
    inLane.write('part/new', 'new\n')
    expect(await facts()).toMatchObject({ dirty: 1, untracked: 1, unpushed: 1 })
    expect(existsSync(mark)).toBe(false)
  })

  it('count commits that are on no remote', async () => {
    pushed()
    expect(await facts()).toMatchObject({ unpushed: 0, hasRemote: true })
    inLane.commit({ 'c.txt': 'c\n' })
    expect((await facts()).unpushed).toBe(1)
    inLane.git('branch', '--unset-upstream')
    expect((await facts()).unpushed).toBe(1)
    inLane.git('push', '--quiet', 'origin', 'feat/x:other')
    expect((await facts()).unpushed).toBe(0)
    // The remote branches were deleted: nothing else has any of the commits.
    inLane.git('push', '--quiet', 'origin', ':other', ':feat/x')
    expect((await facts()).unpushed).toBe(2)
  })

  it('count commits since the base without a remote, and all without a base', async () => {
    inLane.commit({ 'c.txt': 'c\n' })
    inLane.commit({ 'd.txt': 'd\n' })
    expect([(await facts()).unpushed, (await facts('no-such')).unpushed, (await facts(null)).unpushed]).toEqual([
      2, 3, 3,
    ])
  })

  it('count the commits of a detached head and of the branch together', async () => {
    inLane.commit({ 'c.txt': 'c\n' })
    inLane.git('switch', '--quiet', '--detach', 'main')
    expect((await facts()).unpushed).toBe(1)
    inLane.commit({ 'd.txt': 'd\n' })
    expect((await facts()).unpushed).toBe(2)
  })

  it('are never guessed', async () => {
    const unreadable = () => Effect.runPromise(Effect.flip(port.facts(lane, 'main', true)))
    const link = readFileSync(join(lane.dir, '.git'))
    writeFileSync(join(lane.dir, '.git'), 'gitdir: /nowhere\n')
    expect(await unreadable()).toMatchObject({ _tag: 'GitFailed' })
    writeFileSync(join(lane.dir, '.git'), link)
    writeFileSync(join(repository.path, '.git', 'worktrees', 'x', 'index'), 'broken')
    expect(await unreadable()).toMatchObject({ _tag: 'GitFailed' })
    rmSync(lane.dir, { recursive: true })
    expect(await unreadable()).toMatchObject({ _tag: 'GitFailed' })
  })

  it('are not those of a repository around the worktree', async () => {
    gitIn(folder, 'init', '--quiet')
    rmSync(join(lane.dir, '.git'))
    expect(await Effect.runPromise(Effect.flip(port.facts(lane, 'main', true)))).toMatchObject({
      message: expect.stringContaining('is no longer a worktree'),
    })
  })
})

describe('the guard', () => {
  const refused = (dir: string) => Effect.runPromise(Effect.flip(port.guard({ ...lane, dir })))

  it('lets pass the worktree of a lane, and a missing directory', async () => {
    await Effect.runPromise(port.guard(lane))
    rmSync(lane.dir, { recursive: true })
    await Effect.runPromise(port.guard(lane))
  })

  it('refuses directories that are elsewhere, also registered ones', async () => {
    repository.git('worktree', 'add', '--quiet', join(folder, 'mine'))
    for (const dir of [repository.path, join(folder, 'mine'), join(folder, 'shop-lanes'), '/']) {
      expect(await refused(dir)).toMatchObject({ _tag: 'WorktreeRefused', reason: 'outside-root' })
    }
  })

  it('refuses directories that are not worktrees of the repository', async () => {
    const other = repositoryAt(join(folder, 'shop-lanes', 'other'), {})
    mkdirSync(join(lane.dir, 'inside'))
    for (const dir of [other.path, join(lane.dir, 'inside')]) {
      expect(await refused(dir)).toMatchObject({ reason: 'not-worktree' })
    }
  })
})

describe('a reset', () => {
  const resetTo = (...bases: readonly string[]) => Effect.runPromise(port.reset(lane, bases))

  it('restores the branch from its base and keeps ignored files', async () => {
    inLane.commit({ 'c.txt': 'c\n' })
    repository.commit({ 'a.txt': 'newer\n' })
    inLane.write('a.txt', 'changed\n')
    inLane.write('new/file', 'new\n')
    inLane.write('.env', 'secret\n')
    inLane.git('switch', '--quiet', '--detach')
    expect(await resetTo('main')).toEqual({ head: repository.git('rev-parse', 'main'), warnings: [] })
    expect(inLane.git('status', '--porcelain=v2', '--branch')).toMatch(/branch.head feat\/x$/)
    expect([
      readFileSync(join(lane.dir, 'a.txt'), 'utf8'),
      existsSync(join(lane.dir, 'new')),
      existsSync(join(lane.dir, '.env')),
    ]).toEqual(['newer\n', false, true])
  })

  it('ends a merge and a rebase', async () => {
    repository.commit({ 'a.txt': 'theirs\n' })
    inLane.commit({ 'a.txt': 'ours\n' })
    for (const command of ['merge', 'rebase']) {
      expect(() => inLane.git(command, 'main')).toThrow('ended with 1')
      expect(inLane.git('status')).toMatch(/unmerged/i)
      await resetTo('main')
      expect(inLane.git('status')).not.toMatch(/merging|rebase|unmerged/i)
      inLane.git('reset', '--quiet', '--hard', 'main~')
      inLane.commit({ 'a.txt': 'ours\n' })
    }
  })

  it('fails without a base and changes nothing', async () => {
    inLane.write('a.txt', 'changed\n')
    expect(await Effect.runPromise(Effect.flip(port.reset(lane, ['no-such'])))).toMatchObject({ _tag: 'GitFailed' })
    expect(readFileSync(join(lane.dir, 'a.txt'), 'utf8')).toBe('changed\n')
  })
})

describe('a removal', () => {
  const remove = (keepsDirectory = false) => Effect.runPromise(port.remove(lane, keepsDirectory))
  const expectRemoved = (): void => {
    expect(repository.git('worktree', 'list', '--porcelain')).not.toContain(lane.dir)
    expect(repository.git('branch', '--list', 'feat/x')).toBe('')
  }

  it.each([
    ['with changes', () => inLane.write('a.txt', 'changed\n')],
    ['that is locked', () => inLane.git('worktree', 'lock', '.')],
    ['with a commit', () => inLane.commit({ 'c.txt': 'c\n' })],
    ['that was deleted by hand', () => rmSync(lane.dir, { recursive: true })],
    ['with its lock of the index', () => writeFileSync(join(repository.path, '.git/worktrees/x/index.lock'), '')],
    [
      'with a submodule',
      () => {
        const part = repositoryAt(join(folder, 'part'), { 'p.txt': 'part\n' })
        inLane.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'part')
      },
    ],
  ])('of a worktree %s leaves nothing, and the slug can be used again', async (_, prepare) => {
    prepare()
    await remove()
    expectRemoved()
    expect(existsSync(lane.dir)).toBe(false)
    expect(await added(port, repository.path, 'x')).toMatchObject({ dir: lane.dir, branch: 'feat/x' })
  })

  it('of a directory that is no worktree any more only removes the registration', async () => {
    rmSync(join(lane.dir, '.git'))
    expect(await remove()).toEqual({ directoryKept: true, branchKept: false })
    expectRemoved()
    expect(readFileSync(join(lane.dir, 'a.txt'), 'utf8')).toBe('one\n')
  })

  it('keeps the branch that another worktree has checked out', async () => {
    inLane.git('switch', '--quiet', '--detach')
    repository.git('switch', '--quiet', 'feat/x')
    expect(await remove()).toEqual({ directoryKept: false, branchKept: true })
    expect([existsSync(lane.dir), repository.git('branch', '--show-current')]).toEqual([false, 'feat/x'])
  })

  it('keeps the branch that another worktree rebases', async () => {
    inLane.commit({ 'a.txt': 'ours\n' })
    inLane.git('switch', '--quiet', '--detach')
    repository.commit({ 'a.txt': 'theirs\n' })
    repository.git('switch', '--quiet', 'feat/x')
    expect(() => repository.git('rebase', 'main')).toThrow('ended with 1')
    expect(await remove()).toEqual({ directoryKept: false, branchKept: true })
    expect(repository.git('branch', '--list', 'feat/x')).toContain('feat/x')
  })

  it('fails when the repository was deleted and the directory was not, and touches nothing', async () => {
    rmSync(repository.path, { recursive: true })
    await expect(remove()).rejects.toThrow('nothing was removed')
    expect(existsSync(lane.dir)).toBe(true)
    rmSync(lane.dir, { recursive: true })
    expect(await remove()).toEqual({ directoryKept: false, branchKept: false })
  })

  it('finds the repository through the worktree when the recorded directory is gone', async () => {
    rmSync(lane.dir, { recursive: true })
    repository.git('worktree', 'prune')
    repository.git('worktree', 'add', '--quiet', join(folder, 'side'))
    repository.git('worktree', 'add', '--quiet', lane.dir, 'feat/x')
    lane = { ...lane, repository: join(folder, 'side') }
    repository.git('worktree', 'remove', lane.repository)
    expect(await remove()).toEqual({ directoryKept: false, branchKept: false })
    expectRemoved()
  })

  it('also removes the registrations of the worktrees that were in the directory, but not their branches', async () => {
    const session = join(lane.dir, '.claude', 'worktrees', 'fix')
    inLane.git('worktree', 'add', '--quiet', '-b', 'worktree-fix', session)
    await remove()
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1)
    expect(repository.git('branch', '--list', 'worktree-fix')).toContain('worktree-fix')
  })
})
