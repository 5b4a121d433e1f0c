import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { gitHistory } from '../../../../src/adapters/git/history.js'
import { gitRemotes } from '../../../../src/adapters/git/remotes.js'
import { gitWrites } from '../../../../src/adapters/git/writes.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { added, worktreesOf } from '../../../support/git/worktrees.js'

const ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: '/nonexistent' }

let folder: string
let origin: TestRepository
const port = worktreesOf(ENV)
const git = systemGit(ENV)
const run = Effect.runPromise
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-layouts-')))
  origin = repositoryAt(join(folder, 'origin'), { 'a.txt': 'one\n' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a clone without the contents of files', () => {
  let clone: TestRepository
  /** A branch whose contents the clone does not have. */
  const newContents = (branch: string, text: string): void => {
    origin.git('switch', '--quiet', '-C', branch)
    origin.commit({ 'big.txt': text })
    origin.git('switch', '--quiet', 'main')
  }
  beforeEach(() => {
    origin.git('config', 'uploadpack.allowFilter', 'true')
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
    newContents('other', 'other\n')
    clone = openedAt(join(folder, 'clone'))
    gitIn(folder, 'clone', '--quiet', '--filter=blob:none', `file://${origin.path}`, clone.path)
  })
  const text = (dir: string): string => readFileSync(join(dir, 'big.txt'), 'utf8')

  it('gets them for a new lane, a reset and a pull', async () => {
    const lane = await added(port, clone.path, 'x', { bases: ['other'] })
    expect(text(lane.dir)).toBe('other\n')
    newContents('newer', 'newer\n')
    gitIn(clone.path, 'fetch', '--quiet')
    await run(port.reset(lane, ['newer']))
    expect(text(lane.dir)).toBe('newer\n')
    newContents('newer', 'newest\n')
    gitIn(lane.dir, 'fetch', '--quiet')
    gitIn(lane.dir, 'reset', '--quiet', '--soft', 'origin/main')
    gitIn(lane.dir, 'branch', '--quiet', '--set-upstream-to=origin/newer')
    gitIn(lane.dir, 'rm', '--quiet', '--force', 'big.txt')
    await run(gitRemotes(git).fastForward(lane.dir, () => null))
    expect(text(lane.dir)).toBe('newest\n')
    newContents('last', 'last\n')
    gitIn(lane.dir, 'fetch', '--quiet')
    gitIn(lane.dir, 'branch', '--quiet', 'last', 'origin/last')
    await run(gitHistory(git).switchTo(lane.dir, 'last', false))
    expect(text(lane.dir)).toBe('last\n')
  })

  it('runs no program that the repository names for it', async () => {
    const mark = join(folder, 'ran')
    const evil = join(folder, 'evil.sh')
    writeFileSync(evil, `#!/bin/sh\ntouch '${mark}'\nexec git-upload-pack "$@"\n`, { mode: 0o755 })
    clone.git('config', 'remote.origin.uploadpack', evil)
    await expect(added(port, clone.path, 'x', { bases: ['other'] })).rejects.toThrow("transport 'file' not allowed")
    expect(existsSync(mark)).toBe(false)
  })

  it('gets none for a read', async () => {
    await expect(run(git.read(clone.path, ['cat-file', 'blob', 'origin/other:big.txt']))).rejects.toThrow()
  })
})

it('a worktree whose files git keeps somewhere else fails before any is written', async () => {
  const repository = repositoryAt(join(folder, 'shop'), {})
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin.path, 'part')
  repository.commit({}, 'with a submodule')
  const part = openedAt(join(repository.path, 'part'))
  // Git then applies the submodule's `core.worktree` to its linked worktrees.
  part.git('config', 'extensions.worktreeConfig', 'true')
  const gitDir = join(repository.path, '.git', 'modules', 'part')
  const before = [...readdirSync(gitDir, { recursive: true }), 'worktrees']
  await expect(added(port, part.path, 'x')).rejects.toThrow('names another directory as its working directory')
  expect(readdirSync(gitDir, { recursive: true }).filter((name) => !before.includes(name))).toEqual([])
  expect(part.git('status', '--porcelain')).toBe('')
})

describe('a repository with filters of its own', () => {
  let lane: TestRepository
  const changed = async () =>
    (await run(gitWrites(git).status(lane.path))).changed.map(({ path, status }) => `${status} ${path}`)
  beforeEach(async () => {
    const repository = repositoryAt(join(folder, 'shop'), { '.gitattributes': '*.sec filter=x\n' })
    repository.git('config', 'filter.x.clean', 'tr a-z A-Z')
    repository.git('config', 'user.name', 'Ada')
    repository.git('config', 'user.email', 'ada@example.com')
    repository.git('config', 'filter.x.smudge', 'tr A-Z a-z')
    repository.commit({ 'a.sec': 'secret\n', 'b.txt': 'b\n' })
    repository.git('branch', 'older')
    repository.commit({ 'a.sec': 'newer\n' })
    const made = await added(port, repository.path, 'x')
    lane = openedAt(made.dir)
  })

  it('has no changes in a new lane, and after a switch, a merge, a commit and a discard', async () => {
    expect(readFileSync(join(lane.path, 'a.sec'), 'utf8')).toBe('newer\n')
    expect(await changed()).toEqual([])
    await run(gitHistory(git).switchTo(lane.path, 'older', false))
    expect(await changed()).toEqual([])
    await run(gitHistory(git).merge(lane.path, 'main'))
    expect(await changed()).toEqual([])
    lane.write('a.sec', 'mine\n')
    expect(await changed()).toEqual([' M a.sec'])
    await run(gitHistory(git).commit(lane.path, { message: 'a change', paths: ['a.sec'] }))
    expect(await changed()).toEqual([])
    expect(lane.git('show', 'HEAD:a.sec')).toBe('MINE')
    lane.write('a.sec', 'other\n')
    await run(gitWrites(git).discard(lane.path, { restored: ['a.sec'], deleted: [], unborn: false }))
    expect(await changed()).toEqual([])
  })
})
