import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GitError } from '../../../../src/adapters/git/errors.js'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { gitHunks } from '../../../../src/adapters/git/hunks.js'
import { gitWrites } from '../../../../src/adapters/git/writes.js'
import { repositoryAt } from '../../../support/git/repository.js'
import { shim } from '../../../support/git/shim.js'

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-git-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const git = systemGit({ PATH, HOME: '/nonexistent' })
const text = (effect: ReturnType<typeof git.read>): Promise<string> =>
  Effect.runPromise(Effect.map(effect, (output) => output.toString('utf8')))
const failure = <A>(effect: Effect.Effect<A, GitError>) => Effect.runPromise(Effect.flip(effect))

describe('a repository whose configuration names programs', () => {
  /** Names a program for each thing that git can run, and changes files so that git has a reason to. */
  const armed = (): { readonly repository: ReturnType<typeof repositoryAt>; readonly ran: () => readonly string[] } => {
    const repository = repositoryAt(join(folder, 'repo'), { 'a.txt': 'one\n', 'b c.txt': 'two\n' })
    const marks = join(folder, 'marks')
    mkdirSync(marks)
    const program = (name: string): string => {
      const path = join(folder, `${name.replaceAll('/', '-')}.sh`)
      writeFileSync(path, `#!/bin/sh\ntouch '${join(marks, name.replaceAll('/', '-'))}'\ncat\n`, { mode: 0o755 })
      return path
    }
    const keys = ['core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.sshCommand', 'core.gitProxy']
    const more = ['diff.external', 'diff.evil.textconv', 'diff.evil.command', 'gpg.program', 'sequence.editor']
    const filters = ['filter.evil.clean', 'filter.evil.smudge', 'filter.a=b.clean', 'filter.a=b.process']
    for (const key of [...keys, ...more, ...filters]) repository.git('config', key, program(key))
    repository.git('config', 'log.showSignature', 'true')
    repository.git('config', 'credential.helper', `!${program('credential')}`)
    repository.git('config', 'remote.origin.url', `ext::${program('remote')}`)
    repository.git('config', 'remote.origin.promisor', 'true')
    repository.git('config', 'remote.origin.partialclonefilter', 'blob:none')
    // An alias cannot replace a command of git.
    repository.git('config', 'alias.status', `!${program('alias')}`)
    // The configuration also includes other files.
    writeFileSync(join(folder, 'included'), `[filter "included"]\n\tclean = ${program('included')}\n`)
    repository.git('config', 'include.path', join(folder, 'included'))
    writeFileSync(
      join(repository.path, '.git', 'info', 'attributes'),
      'a.txt diff=evil filter=evil\n"b c.txt" diff=evil filter=a=b\nc.txt filter=included\n',
    )
    const hooks = join(repository.path, '.git', 'hooks')
    mkdirSync(hooks, { recursive: true })
    for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman']) {
      writeFileSync(join(hooks, hook), readFileSync(program(`hook-${hook}`)))
      chmodSync(join(hooks, hook), 0o755)
    }
    for (const file of ['a.txt', 'b c.txt', 'c.txt']) repository.write(file, 'changed\n')
    return { repository, ran: () => readdirSync(marks) }
  }

  const READS: readonly (readonly string[])[] = [
    ['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=all'],
    ['diff', '--no-ext-diff', '--no-textconv', 'HEAD'],
    ['diff', '--no-ext-diff', '--no-textconv', '--numstat', '-z', 'HEAD'],
    ['log', '-1', '--format=%H %G? %s'],
    ['log', '-p', '--no-ext-diff', '--no-textconv'],
    ['show', '--no-ext-diff', '--no-textconv', 'HEAD'],
    ['cat-file', '-p', 'HEAD:a.txt'],
    ['ls-files', '-z', '--others', '--exclude-standard'],
    ['for-each-ref'],
    ['worktree', 'list', '--porcelain', '-z'],
    ['rev-list', '--count', 'HEAD', '--not', '--remotes'],
  ]

  it('runs none of them on reads', async () => {
    const { repository, ran } = armed()
    for (const args of READS) {
      await text(git.read(repository.path, args))
      expect({ args, ran: ran() }).toEqual({ args, ran: [] })
    }
    // A missing object is not fetched.
    await failure(git.read(repository.path, ['cat-file', '-p', 'a'.repeat(40)]))
    expect(ran()).toEqual([])
  })

  it('runs some of them without our settings, so that the test above can fail', () => {
    const { repository, ran } = armed()
    for (const args of READS) repository.git(...args.filter((arg) => !arg.startsWith('--no-')))
    expect(ran().length).toBeGreaterThan(5)
  })

  it('runs no hook when a worktree is added, but the filters', async () => {
    const { repository, ran } = armed()
    await text(git.write(repository.path, ['worktree', 'add', '-q', '-b', 'x', join(folder, 'x')]))
    expect(ran().toSorted()).toEqual(['filter.a=b.process', 'filter.evil.smudge'])
  })

  it('runs only the filters when files and parts of them are staged, unstaged and discarded', async () => {
    const { repository, ran } = armed()
    repository.write('d.txt', 'new\n')
    const [dir, paths, hunks] = [repository.path, gitWrites(git), gitHunks(git)]
    const done = Effect.gen(function* () {
      yield* paths.status(dir)
      yield* paths.stage(dir, ['a.txt', 'd.txt'])
      yield* paths.unstage(dir, ['a.txt'])
      const { change, index } = yield* hunks.find(dir, 'a.txt', 3)
      yield* hunks.putInIndex(dir, change, [...(index ?? []), 'two\n'])
      yield* hunks.putInWork(dir, change, { before: ['changed\n'], after: ['two\n'] })
      yield* paths.discard(dir, { restored: ['a.txt', 'd.txt'], deleted: ['c.txt'], unborn: false })
    })
    await Effect.runPromise(done)
    expect(ran().filter((name) => !name.startsWith('filter.'))).toEqual([])
    expect(ran()).toContain('filter.evil.clean')
    expect(repository.git('diff', '--cached', '--name-only')).toBe('')
  })
})

describe('the environment', () => {
  it('is not that of a surrounding git process', async () => {
    const repository = repositoryAt(join(folder, 'repo'), { 'a.txt': 'one\n' })
    const inside = systemGit({ PATH, GIT_DIR: join(folder, 'other'), GIT_INDEX_FILE: join(folder, 'index') })
    expect(await text(inside.read(repository.path, ['ls-files']))).toBe('a.txt\n')
  })

  it('keeps the filters of the user', async () => {
    const home = join(folder, 'home')
    mkdirSync(home)
    writeFileSync(join(home, '.gitconfig'), '[filter "upper"]\n\tclean = tr a-z A-Z\n\tsmudge = tr A-Z a-z\n')
    const repository = repositoryAt(join(folder, 'repo'), { 'a.txt': 'ONE\n' })
    writeFileSync(join(repository.path, '.git', 'info', 'attributes'), '* filter=upper\n')
    repository.write('a.txt', 'one\n')
    const status = ['status', '--porcelain']
    expect(await text(systemGit({ PATH, HOME: home }).read(repository.path, status))).toBe('')
    expect(await text(git.read(repository.path, status))).toBe(' M a.txt\n')
  })

  it('reads without locks while another process holds the index', async () => {
    const repository = repositoryAt(join(folder, 'repo'), { 'a.txt': 'one\n' })
    writeFileSync(join(repository.path, '.git', 'index.lock'), '')
    expect(await text(git.read(repository.path, ['status', '--porcelain']))).toBe('')
    expect(existsSync(join(repository.path, '.git', 'index.lock'))).toBe(true)
  })
})

describe('a failure', () => {
  it('has the exit code and the message of git', async () => {
    const repository = repositoryAt(join(folder, 'repo'), {})
    expect(await failure(git.read(repository.path, ['rev-parse', '--verify', 'no-such']))).toMatchObject({
      _tag: 'GitRefused',
      code: 128,
      complaint: expect.stringContaining('Needed a single revision'),
    })
    expect(await failure(git.read(join(folder, 'missing'), ['status']))).toMatchObject({
      complaint: expect.stringContaining('cannot change to'),
    })
  })

  it('contains no login', async () => {
    const repository = repositoryAt(join(folder, 'repo'), {})
    const url = 'https://me:p@ssword@127.0.0.1:9/x.git'
    const refused = await failure(git.network(repository.path, ['fetch', '--end-of-options', url]))
    expect(JSON.stringify(refused)).toContain('127.0.0.1')
    expect(JSON.stringify(refused)).not.toMatch(/me:|ssword/)
  })
})

it('a name with the characters of a pattern means one file', async () => {
  const repository = repositoryAt(join(folder, 'repo'), { '*': 'star\n', 'a.txt': 'one\n', ':(top)b': 'b\n' })
  expect(await text(git.read(repository.path, ['ls-files', '--', '*', ':(top)b']))).toBe('*\n:(top)b\n')
})

it('a hunk is staged with four processes', async () => {
  const repository = repositoryAt(join(folder, 'repo'), { 'a.txt': 'one\n' })
  repository.write('a.txt', 'staged\n')
  repository.git('add', 'a.txt')
  repository.write('a.txt', 'two\n')
  const log = join(folder, 'log')
  const counted = systemGit({ PATH: shim(folder, `echo x >> ${log}`), HOME: '/nonexistent' })
  const hunks = gitHunks(counted)
  await Effect.runPromise(counted.directories(repository.path))
  rmSync(log)
  const stage = Effect.flatMap(hunks.find(repository.path, 'a.txt', 3), ({ change }) =>
    hunks.putInIndex(repository.path, change, ['two\n']),
  )
  await Effect.runPromise(stage)
  expect(repository.git('show', ':a.txt')).toBe('two')
  expect(readFileSync(log, 'utf8')).toBe('x\nx\nx\nx\n')
})
