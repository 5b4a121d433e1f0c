import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changesReader } from '../../../../src/adapters/git/changes.js'
import { factsReader } from '../../../../src/adapters/git/facts.js'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { gitHistory } from '../../../../src/adapters/git/history.js'
import { gitRemotes } from '../../../../src/adapters/git/remotes.js'
import { gitWrites } from '../../../../src/adapters/git/writes.js'
import type { ChangesRequest } from '../../../../src/commands/ports/git-reads.js'
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
  const WORK: ChangesRequest = { range: 'work', base: 'main', sha: null, path: null, full: true, context: 3 }
  let lane: TestRepository
  let worktree: Awaited<ReturnType<typeof added>>
  const changes = () => run(changesReader(git)(lane.path, WORK))
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
    worktree = await added(port, repository.path, 'x')
    lane = openedAt(worktree.dir)
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

  it('has no changes right after a commit of somebody else, in the same second', async () => {
    for (const text of ['one\n', 'two\n', 'six\n']) {
      lane.write('a.sec', text)
      expect(await changed()).toEqual([' M a.sec'])
      lane.commit({ 'b.txt': text })
      expect(await changed()).toEqual([])
      expect(await run(factsReader(git, { now: () => 0 })(lane.path))).toMatchObject({ dirty: 0, files: [] })
      expect((await run(port.facts(worktree, 'main', true))).dirty).toBe(0)
    }
  })

  it('has a change without lines, with the name of the filter, beside others with lines', async () => {
    lane.write('a.sec', 'mine\n')
    lane.write('b.txt', 'mine\n')
    const { files } = await changes()
    expect(files).toMatchObject([
      { path: 'a.sec', status: 'M', filter: 'x', added: null, deleted: null, binary: false, hunks: [] },
      { path: 'b.txt', status: 'M', added: 1, deleted: 1 },
    ])
    expect(files[1]).not.toHaveProperty('filter')
    expect(files[1]?.hunks).toHaveLength(1)
    lane.git('add', '--all')
    expect(await changed()).toEqual(['M  a.sec', 'M  b.txt'])
    lane.git('rm', '--quiet', '--force', 'a.sec')
    expect((await changes()).files[0]).toMatchObject({ status: 'D', filter: 'x' })
  })

  it('has no changes with several filters, one of which fails, and with names that need quotes', async () => {
    lane.git('config', 'filter.a.b.clean', 'tr a-z A-Z')
    lane.git('config', 'filter.a.b.smudge', 'tr A-Z a-z')
    lane.commit({
      '.gitattributes': '*.sec filter=x\n*.key filter=a.b\n',
      'ä "ö".key': 'key\n',
      'new\nline.key': 'key\n',
    })
    lane.git('config', 'filter.a.b.clean', 'false')
    lane.git('config', 'filter.a.b.required', 'true')
    expect(await changed()).toEqual([])
    lane.write('ä "ö".key', 'kee\n')
    expect(await changed()).toEqual([' M ä "ö".key'])
  })
})
