import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { systemClock } from '../../../../src/adapters/clock.js'
import { gitReads } from '../../../../src/adapters/git/reads.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { shim } from '../../../support/git/shim.js'

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'

let folder: string
let repository: TestRepository
let dir: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-reads-')))
  dir = join(folder, 'shop')
  repository = repositoryAt(dir, { 'a.txt': 'one\n', 'lib/b.txt': 'two\nthree\n', 'lib/sub/c.txt': 'four\n' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const port = gitReads(systemGit({ PATH, HOME: '/nonexistent' }), systemClock())
const { runPromise } = Effect
/** Git says once where its directories are, and what is configured. */
const FINDING = 2

/** Returns a port whose processes are counted. */
const counted = (script = '') => {
  const log = join(folder, 'log')
  const reads = gitReads(
    systemGit({ PATH: shim(folder, `echo "$*" >> ${log}\n${script}`), HOME: '/nonexistent' }),
    systemClock(),
  )
  return { reads, processes: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0) }
}

describe('the facts', () => {
  it('of a clean directory have no changes', async () => {
    expect(await runPromise(port.facts(dir))).toEqual({
      branch: 'main',
      head: repository.git('rev-parse', 'HEAD'),
      unborn: false,
      subject: 'the first',
      dirty: 0,
      untracked: 0,
      files: [],
      hasRemote: false,
      upstream: null,
      ahead: null,
      behind: null,
      merging: false,
      conflicts: [],
    })
  })

  it('list changed files with their line counts', async () => {
    repository.git('mv', 'a.txt', 'renamed.txt')
    repository.write('lib/b.txt', 'changed\nthree\nmore\n')
    repository.write('image', 'a\0b')
    repository.git('add', 'image')
    repository.write('new file', 'x\n')
    const facts = await runPromise(port.facts(dir))
    expect(facts).toMatchObject({ dirty: 3, untracked: 1 })
    expect(facts?.files).toEqual([
      { path: 'image', status: 'A ', added: null, deleted: null },
      { path: 'lib/b.txt', status: ' M', added: 2, deleted: 1 },
      { path: 'renamed.txt', status: 'R ', added: null, deleted: null },
      { path: 'new file', status: '??', added: null, deleted: null },
    ])
  })

  it('of a subdirectory are about it only', async () => {
    repository.write('a.txt', 'changed\n')
    repository.write('lib/sub/c.txt', 'changed\n')
    repository.write('lib/new', 'x')
    const facts = await runPromise(port.facts(join(dir, 'lib')))
    expect(facts).toMatchObject({ dirty: 1, untracked: 1 })
    expect(facts?.files.map(({ path, added }) => [path, added])).toEqual([
      ['sub/c.txt', 1],
      ['new', null],
    ])
  })

  it('before the first commit need one process', async () => {
    gitIn(folder, 'init', '--quiet', '-b', 'main', 'empty')
    writeFileSync(join(folder, 'empty', 'a'), 'a')
    gitIn(join(folder, 'empty'), 'add', 'a')
    const { reads, processes } = counted()
    expect(await runPromise(reads.facts(join(folder, 'empty')))).toMatchObject({
      unborn: true,
      head: null,
      subject: '',
      branch: 'main',
      dirty: 1,
      files: [{ path: 'a', status: 'A ', added: null, deleted: null }],
    })
    expect(processes()).toBe(FINDING + 1)
  })

  it('count commits from the upstream, and name conflicts during a merge', async () => {
    gitIn(folder, 'clone', '--quiet', dir, 'clone')
    const clone = join(folder, 'clone')
    repository.commit({ 'a.txt': 'theirs\n' })
    writeFileSync(join(clone, 'a.txt'), 'ours\n')
    gitIn(clone, 'commit', '--quiet', '-am', 'ours')
    gitIn(clone, 'fetch', '--quiet')
    expect(await runPromise(port.facts(clone))).toMatchObject({
      hasRemote: true,
      upstream: 'origin/main',
      ahead: 1,
      behind: 1,
      merging: false,
    })
    expect(() => gitIn(clone, 'merge', 'origin/main')).toThrow('ended with 1')
    expect(await runPromise(port.facts(clone))).toMatchObject({
      merging: true,
      conflicts: ['a.txt'],
      files: [{ status: 'UU' }],
    })
  })

  it('list twenty files, in three processes', async () => {
    for (let at = 0; at < 30; at++) repository.write(`n${at}`, 'x')
    repository.write('a.txt', 'changed\n')
    const { reads, processes } = counted()
    const facts = await runPromise(reads.facts(dir))
    expect([facts?.files.length, facts?.untracked, processes()]).toEqual([20, 30, FINDING + 3])
  })

  it('run one process while nothing changes, and count a file again after each change', async () => {
    const { reads, processes } = counted()
    const facts = async () => {
      const before = processes()
      const { files = [], subject } = (await runPromise(reads.facts(dir))) ?? {}
      return { subject, counts: [files[0]?.added, files[0]?.deleted], started: processes() - before }
    }
    // A file that has just changed is counted each time.
    const settled = async () => expect.poll(async () => (await facts()).started, { timeout: 20_000 }).toBe(1)
    repository.write('lib/b.txt', 'two\nfour\n')
    await settled()
    expect(await facts()).toEqual({ subject: 'the first', counts: [1, 1], started: 1 })
    repository.write('lib/b.txt', 'six\nsome\n')
    expect(await facts()).toEqual({ subject: 'the first', counts: [2, 2], started: 2 })
    await settled()
    repository.commit({}, 'the second')
    expect(await facts()).toEqual({ subject: 'the second', counts: [undefined, undefined], started: 2 })
    repository.write('lib/b.txt', 'six\nmore\n')
    expect(await facts()).toMatchObject({ counts: [1, 1] })
  })

  it('are read once for concurrent requests, also when the first one is interrupted', async () => {
    const gate = join(folder, 'gate')
    gitIn(folder, 'init', '--quiet', 'empty')
    const { reads, processes } = counted(`while [ ! -e ${gate} ]; do sleep 0.01; done`)
    const first = Effect.runFork(reads.facts(join(folder, 'empty')))
    const others = Array.from({ length: 20 }, () => runPromise(reads.facts(join(folder, 'empty'))))
    await runPromise(first.interruptAsFork(first.id()))
    writeFileSync(gate, '')
    expect((await Promise.all(others)).every((facts) => facts?.unborn)).toBe(true)
    expect(processes()).toBe(FINDING + 1)
  })

  it('are null where git cannot read', async () => {
    expect(await runPromise(port.facts(folder))).toBeNull()
    expect(await runPromise(port.facts(join(folder, 'missing')))).toBeNull()
  })
})

describe('the log', () => {
  it('has the newest commits first, and can be that of a file', async () => {
    const sha = repository.commit({ 'lib/b.txt': 'x\n' }, 'b')
    repository.git('tag', 'v1')
    const all = await runPromise(port.log(dir, 10, null))
    expect(all?.map(({ subject }) => subject)).toEqual(['b', 'the first'])
    expect(all?.[0]).toMatchObject({ sha, author: 'Ada', refs: ['HEAD', 'refs/heads/main', 'refs/tags/v1'] })
    expect((await runPromise(port.log(dir, 1, null)))?.length).toBe(1)
    expect((await runPromise(port.log(join(dir, 'lib'), 10, 'sub/c.txt')))?.map(({ subject }) => subject)).toEqual([
      'the first',
    ])
  })

  it('is empty before the first commit, and null without a repository', async () => {
    gitIn(folder, 'init', '--quiet', 'empty')
    expect(await runPromise(port.log(join(folder, 'empty'), 10, null))).toEqual([])
    expect(await runPromise(port.log(folder, 10, null))).toBeNull()
  })
})

describe('a file', () => {
  const file = (path: string, rev = 'work', from = dir) => runPromise(port.file(from, path, rev))
  const refused = async (path: string, rev = 'work', from = dir) =>
    (await runPromise(Effect.flip(port.file(from, path, rev)))).code

  it('is read from the working directory, and from a commit in one process', async () => {
    const head = repository.git('rev-parse', 'HEAD')
    repository.write('lib/b.txt', 'changed\r\nlast')
    expect(await file('lib/b.txt')).toEqual({
      path: 'lib/b.txt',
      rev: 'work',
      binary: false,
      truncated: false,
      lines: ['changed', 'last'],
      eol: '\r\n',
      finalNewline: false,
      sha: repository.git('hash-object', '--no-filters', 'lib/b.txt'),
    })
    const { reads, processes } = counted()
    const committed = {
      lines: ['two', 'three'],
      eol: '\n',
      finalNewline: true,
      sha: repository.git('rev-parse', 'HEAD:lib/b.txt'),
    }
    expect(await runPromise(reads.file(join(dir, 'lib'), './b.txt', head.slice(0, 8)))).toMatchObject(committed)
    expect(processes()).toBe(FINDING + 1)
    expect(await file('b.txt', 'HEAD', join(dir, 'lib'))).toMatchObject(committed)
  })

  it('may be empty, binary or large', async () => {
    repository.commit({ empty: '', binary: 'a\0b', large: 'x\n'.repeat(600_000) })
    for (const rev of ['work', 'HEAD']) {
      expect(await file('empty', rev)).toMatchObject({ lines: [], binary: false, truncated: false })
      expect(await file('binary', rev)).toMatchObject({ lines: [], binary: true })
      const large = await file('large', rev)
      expect([large?.lines.length, large?.truncated, large?.sha]).toEqual([524_288, true, null])
    }
  })

  it('is refused outside of the lane', async () => {
    writeFileSync(join(folder, 'secret'), 'secret\n')
    symlinkSync(join(folder, 'secret'), join(dir, 'link'))
    symlinkSync(folder, join(dir, 'up'))
    symlinkSync('.git', join(dir, 'data'))
    for (const path of ['../secret', '/etc/passwd', 'link', 'up/secret', '.git/config', 'data/config', '']) {
      expect([path, await refused(path)]).toEqual([path, 'EBADPATH'])
    }
    expect(await refused('../a.txt', 'HEAD', join(dir, 'lib'))).toBe('EBADPATH')
    expect(await refused('a.txt', 'work', join(dir, 'lib'))).toBe('ENOFILE')
  })

  it('is refused when it holds settings of one machine, at any depth and revision', async () => {
    repository.commit({ '.claude/settings.local.json': '{}', 'settings.local.json': '{}' })
    symlinkSync('settings.local.json', join(dir, 'innocent.json'))
    for (const path of ['.claude/settings.local.json', 'settings.local.json', 'SETTINGS.local.json']) {
      for (const rev of ['work', 'HEAD']) expect([path, rev, await refused(path, rev)]).toEqual([path, rev, 'ESECRET'])
    }
    expect(await refused('innocent.json')).toBe('ESECRET')
  })

  it('is null where git cannot read', async () => {
    writeFileSync(join(folder, 'plain'), 'plain\n')
    expect(await file('plain', 'work', folder)).toBeNull()
  })

  it('is refused when it or the commit does not exist', async () => {
    mkdirSync(join(dir, 'folder'))
    for (const path of ['none', 'folder', 'lib']) expect([path, await refused(path)]).toEqual([path, 'ENOFILE'])
    expect([await refused('none', 'HEAD'), await refused('lib', 'HEAD')]).toEqual(['ENOFILE', 'ENOFILE'])
    for (const rev of ['ffffffff', 'main', '--help', 'HEAD:a.txt', 'HEAD~1']) {
      expect([rev, await refused('a.txt', rev)]).toEqual([rev, 'EBADREV'])
    }
  })

  it('has the bytes of an image up to the limit', async () => {
    repository.commit({ 'logo.svg': '<svg/>', 'a.PNG': 'png' })
    expect(await runPromise(port.image(dir, 'logo.svg', 'HEAD'))).toEqual({
      type: 'image/svg+xml',
      bytes: Buffer.from('<svg/>'),
    })
    expect(await runPromise(port.image(dir, 'a.PNG', 'work'))).toEqual({ type: 'image/png', bytes: Buffer.from('png') })
    truncateSync(join(dir, 'a.PNG'), 20 * 1024 * 1024 + 1)
    const code = async (path: string) => (await runPromise(Effect.flip(port.image(dir, path, 'work')))).code
    expect([await code('a.PNG'), await code('a.txt')]).toEqual(['ETOOBIG', 'ENOTIMAGE'])
  })
})

describe('the files', () => {
  it('are those that are tracked or not ignored, in two processes with their status', async () => {
    repository.commit({ '.gitignore': 'out/\n' })
    repository.write('out/x', 'x')
    repository.write('lib/new ü\n"', 'x')
    rmSync(join(dir, 'a.txt'))
    expect(await runPromise(port.files(dir))).toEqual(
      expect.arrayContaining(['a.txt', 'lib/new ü\n"', 'lib/sub/c.txt']),
    )
    expect(await runPromise(port.files(dir))).not.toContain('out/x')
    const { reads, processes } = counted()
    const tree = await runPromise(reads.tree(dir))
    expect(tree?.levels.get('')).toEqual([
      { name: 'lib', path: 'lib', dir: true, changed: true },
      { name: '.gitignore', path: '.gitignore', dir: false },
      { name: 'a.txt', path: 'a.txt', dir: false, status: ' D' },
    ])
    expect(processes()).toBe(FINDING + 2)
    expect((await runPromise(port.tree(join(dir, 'lib'))))?.levels.get('sub')).toEqual([
      { name: 'c.txt', path: 'sub/c.txt', dir: false },
    ])
  })
})

it('reads write nothing, also when the index is out of date', async () => {
  const index = join(dir, '.git', 'index')
  utimesSync(join(dir, 'a.txt'), 1, 1)
  const written = (): readonly unknown[] => [readFileSync(index, 'base64'), readdirSync(join(dir, '.git'))]
  const before = written()
  const work = { range: 'work', base: null, sha: null, path: null, full: true, context: 3 } as const
  const reads = [port.facts(dir), port.log(dir, 10, 'a.txt'), port.tree(dir), port.files(dir), port.changes(dir, work)]
  await runPromise(Effect.all(reads as Effect.Effect<unknown, unknown>[]))
  expect(written()).toEqual(before)
  // What git does without our settings.
  repository.git('status')
  expect(written()).not.toEqual(before)
})

it('the configuration of the user changes nothing', async () => {
  const settings = [
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.renames', 'copies'],
    ['diff.relative', 'false'],
    ['diff.orderFile', '/dev/null'],
    ['color.ui', 'always'],
    ['color.status', 'always'],
    ['status.relativePaths', 'false'],
    ['status.showUntrackedFiles', 'no'],
    ['status.short', 'true'],
    ['status.branch', 'true'],
    ['status.renames', 'false'],
    ['status.aheadBehind', 'false'],
    ['core.quotePath', 'true'],
    ['core.abbrev', '12'],
    ['log.decorate', 'short'],
    ['log.showSignature', 'true'],
    ['log.excludeDecoration', 'refs/tags/*'],
    ['log.date', 'relative'],
    ['log.showRoot', 'false'],
    ['format.pretty', 'oneline'],
    ['i18n.logOutputEncoding', 'latin1'],
    ['diff.external', 'false'],
    ['notes.displayRef', '*'],
  ]
  const home = join(folder, 'home')
  mkdirSync(home)
  for (const [key = '', value = ''] of settings) gitIn(folder, 'config', '--file', join(home, '.gitconfig'), key, value)
  repository.commit({ 'lib/ü.txt': 'x\n' }, 'Grüße')
  repository.git('tag', 'v1')
  repository.git('mv', 'a.txt', 'moved.txt')
  repository.write('lib/b.txt', 'changed\n')
  repository.write('new', 'x')
  const configured = gitReads(systemGit({ PATH, HOME: home }), systemClock())
  const all = (reads: typeof port) =>
    runPromise(
      Effect.all([
        reads.facts(join(dir, 'lib')),
        reads.facts(dir),
        reads.log(dir, 10, null),
        reads.tree(dir),
        reads.file(dir, 'lib/ü.txt', 'HEAD'),
      ]),
    )
  expect(await all(configured)).toEqual(await all(port))
})
