import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
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
import type { Changes, ChangesRequest } from '../../../../src/commands/ports/git-reads.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { shim } from '../../../support/git/shim.js'

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'

let folder: string
let repository: TestRepository
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-changes-')))
  repository = repositoryAt(join(folder, 'shop'), {
    'a.txt': 'one\ntwo\nthree\n',
    'lib/b.txt': 'b\n',
    'old.txt': '1\n2\n3\n4\n',
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const port = gitReads(systemGit({ PATH, HOME: '/nonexistent' }), systemClock())
const WORK: ChangesRequest = { range: 'work', base: 'main', sha: null, path: null, full: false, context: 3 }
const changes = async (
  request: Partial<ChangesRequest> = {},
  dir = repository.path,
  reads = port,
): Promise<Changes> => {
  const found = await Effect.runPromise(reads.changes(dir, { ...WORK, ...request }))
  if (found === null) throw new Error('git cannot read the directory')
  return found
}
const refused = async (request: Partial<ChangesRequest>) =>
  (await Effect.runPromise(Effect.flip(port.changes(repository.path, { ...WORK, ...request })))).code

describe('changes of the working directory', () => {
  it('say what is staged, unstaged, untracked and renamed', async () => {
    repository.write('a.txt', 'one\nTWO\nthree\n')
    repository.git('add', 'a.txt')
    repository.write('a.txt', 'one\nTWO\nthree\nfour\n')
    repository.git('mv', 'old.txt', 'new "name".txt')
    repository.git('rm', '--quiet', '--cached', 'lib/b.txt')
    repository.write('image', 'a\0b')
    repository.write('text', 'x\ny')
    symlinkSync('/etc/passwd', join(repository.path, 'link'))
    const none = {
      from: null,
      untracked: false,
      staged: false,
      unstaged: false,
      conflicted: false,
      binary: false,
      hunks: [],
    }
    const found = await changes()
    expect(found.files).toEqual([
      { ...none, path: 'a.txt', status: 'M', staged: true, unstaged: true, added: 2, deleted: 1 },
      { ...none, path: 'image', status: '?', untracked: true, unstaged: true, added: null, deleted: 0, binary: true },
      { ...none, path: 'lib/b.txt', status: 'D', staged: true, added: 0, deleted: 1 },
      { ...none, path: 'link', status: '?', untracked: true, unstaged: true, added: 1, deleted: 0 },
      { ...none, path: 'new "name".txt', from: 'old.txt', status: 'R', staged: true, added: 0, deleted: 0 },
      { ...none, path: 'text', status: '?', untracked: true, unstaged: true, added: 2, deleted: 0 },
    ])
    expect(found).toMatchObject({ range: 'work', base: null, sha: null, mergeBase: null, truncated: false })
  })

  it('do not include files that were only touched', async () => {
    repository.write('old.txt', 'changed\n')
    utimesSync(join(repository.path, 'a.txt'), 1, 1)
    const { files } = await changes({ full: true })
    expect(files.map(({ path, hunks }) => [path, hunks.length])).toEqual([['old.txt', 1]])
  })

  it('of many files are the same in each reading, also after all were discarded and before the first commit', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `n${n}.txt`)
    repository.commit(Object.fromEntries(names.map((name) => [name, 'one\n'])))
    for (const name of names) repository.write(name, 'two\nthree\n')
    const log = join(folder, 'log')
    const git = systemGit({ PATH: shim(folder, `echo x >> ${log}`), HOME: '/nonexistent' })
    const counted = gitReads(git, systemClock())
    const read = async (request: Partial<ChangesRequest> = {}) => {
      rmSync(log, { force: true })
      const { files } = await changes(request, repository.path, counted)
      return { files, processes: readFileSync(log, 'utf8').length / 2 }
    }
    await Effect.runPromise(counted.files(repository.path))
    const first = await read()
    expect([first.files.length, first.files[7]?.added, first.processes]).toEqual([60, 2, 2])
    expect(await read()).toEqual(first)
    expect((await read({ full: true })).files.every(({ hunks }) => hunks.length === 1)).toBe(true)
    repository.git('checkout', '--quiet', '.')
    expect((await read()).files).toEqual([])
    expect(await read()).toEqual({ files: [], processes: 1 })
    for (const name of names) repository.write(name, 'two\n')
    await read()
    repository.git('checkout', '--quiet', '--orphan', 'other')
    expect((await read()).files.filter(({ status }) => status === 'A').length).toBe(63)
  })

  it('have the hunks of one file, at any context, in two processes', async () => {
    repository.write('a.txt', 'one\nTWO\nthree\n')
    const log = join(folder, 'log')
    const counted = gitReads(systemGit({ PATH: shim(folder, `echo x >> ${log}`), HOME: '/nonexistent' }), systemClock())
    await Effect.runPromise(counted.files(repository.path))
    rmSync(log)
    const [file] = (await changes({ path: 'a.txt', context: 0 }, repository.path, counted)).files
    expect(readFileSync(log, 'utf8')).toBe('x\nx\n')
    const changed = [
      { type: 'removed', oldLine: 2, newLine: null, text: 'two' },
      { type: 'added', oldLine: null, newLine: 2, text: 'TWO' },
    ]
    const blocks = [{ block: 0, staged: false }]
    const hunk = { header: '@@ -2 +2 @@', context: 'one', oldStart: 2, newStart: 2, lines: changed, blocks }
    expect(file?.hunks).toEqual([hunk])
    expect((await changes({ path: 'a.txt' })).files[0]?.hunks[0]?.lines).toHaveLength(4)
  })

  it('have the hunks of a renamed and of an untracked file', async () => {
    repository.git('mv', 'old.txt', 'new.txt')
    repository.write('new.txt', '1\n2\n3\n4\n5\n')
    repository.write('text', 'x\ny')
    expect((await changes({ path: 'new.txt' })).files).toMatchObject([
      { from: 'old.txt', status: 'R', added: 1, hunks: [{ header: '@@ -2,3 +2,4 @@' }] },
    ])
    expect((await changes({ path: 'text' })).files[0]?.hunks).toEqual([
      {
        header: '@@ -0,0 +1,2 @@',
        context: '',
        blocks: [{ block: 0, staged: false }],
        oldStart: 0,
        newStart: 1,
        lines: [
          { type: 'added', oldLine: null, newLine: 1, text: 'x' },
          { type: 'added', oldLine: null, newLine: 2, text: 'y', noNewline: true },
        ],
      },
    ])
  })

  it('are those below a subdirectory, relative to it', async () => {
    repository.write('a.txt', 'changed\n')
    repository.write('lib/b.txt', 'changed\n')
    const found = await changes({ full: true }, join(repository.path, 'lib'))
    expect(found.files.map(({ path, added, hunks }) => [path, added, hunks.length])).toEqual([['b.txt', 1, 1]])
  })

  it('name conflicts, and what exists before the first commit', async () => {
    repository.git('switch', '--quiet', '-c', 'other')
    repository.commit({ 'a.txt': 'theirs\n' })
    repository.git('switch', '--quiet', 'main')
    repository.commit({ 'a.txt': 'ours\n' })
    expect(() => repository.git('merge', 'other')).toThrow('ended with 1')
    expect((await changes({ full: true })).files).toMatchObject([
      { path: 'a.txt', status: 'U', conflicted: true, staged: false },
    ])
    gitIn(folder, 'init', '--quiet', 'empty')
    writeFileSync(join(folder, 'empty', 'a'), 'a\n')
    gitIn(join(folder, 'empty'), 'add', 'a')
    expect((await changes({ full: true }, join(folder, 'empty'))).files).toMatchObject([
      { path: 'a', status: 'A', staged: true, added: 1, hunks: [{ newStart: 1 }] },
    ])
  })

  it('never have the content of settings of one machine', async () => {
    const secret = { '.claude/settings.local.json': '{ "key": "hush" }\n', 'lib/x.json': 'x\n' }
    repository.commit(secret)
    repository.write('.claude/settings.local.json', '{ "key": "hush-hush" }\n')
    repository.write('settings.local.json', 'hush\n')
    expect(JSON.stringify(await changes({ full: true }))).not.toContain('hush')
    expect((await changes({ path: 'settings.local.json' })).files[0]?.hunks).toEqual([])
    repository.git('checkout', '--quiet', '.')
    repository.git('mv', '.claude/settings.local.json', 'lib/renamed.json')
    repository.write('lib/renamed.json', '{ "key": "hush" }\n\n')
    expect(JSON.stringify(await changes({ full: true }))).not.toContain('hush')
  })
})

describe('changes of commits', () => {
  it('are those of one commit, also of the first and of a merge', async () => {
    const first = repository.git('rev-parse', 'HEAD')
    const sha = repository.commit({ 'a.txt': 'one\n' })
    const found = await changes({ range: 'commit', sha: sha.slice(0, 10), full: true })
    expect(found).toMatchObject({
      range: 'commit',
      sha,
      files: [{ path: 'a.txt', status: 'M', deleted: 2, hunks: [{}] }],
    })
    expect(found.files[0]).not.toHaveProperty('staged')
    expect((await changes({ range: 'commit', sha: first })).files).toHaveLength(3)
    repository.git('switch', '--quiet', '-c', 'side', first)
    repository.commit({ 'side.txt': 'x\n' })
    repository.git('switch', '--quiet', 'main')
    repository.git('merge', '--quiet', '--no-edit', 'side')
    expect((await changes({ range: 'commit', sha: 'HEAD' })).files.map(({ path }) => path)).toEqual(['side.txt'])
  })

  it('are those since the branch left its base, also for a renamed file', async () => {
    const mergeBase = repository.git('rev-parse', 'HEAD')
    repository.git('switch', '--quiet', '-c', 'feat/x')
    repository.git('mv', 'old.txt', 'new.txt')
    repository.commit({ 'new.txt': '1\n2\n3\n4\n5\n' })
    repository.git('switch', '--quiet', 'main')
    repository.commit({ 'a.txt': 'main\n' })
    repository.git('switch', '--quiet', 'feat/x')
    repository.write('a.txt', 'not committed\n')
    const found = {
      base: 'main',
      baseRef: 'refs/heads/main',
      mergeBase,
      files: [{ path: 'new.txt', from: 'old.txt', added: 1 }],
    }
    expect(await changes({ range: 'branch' })).toMatchObject(found)
    expect(await changes({ range: 'branch', path: 'new.txt' })).toMatchObject({
      ...found,
      files: [{ from: 'old.txt', hunks: [{}] }],
    })
  })

  it('are refused for what does not exist', async () => {
    for (const sha of ['ffffffff', 'main', '--all', null])
      expect([sha, await refused({ range: 'commit', sha })]).toEqual([sha, 'EBADREV'])
    for (const base of ['none', '--all', null])
      expect([base, await refused({ range: 'branch', base })]).toEqual([base, 'ENOBASE'])
    expect(await refused({ path: 'a.txt' })).toBe('ENOFILECHANGE')
    expect(await Effect.runPromise(port.changes(folder, WORK))).toBeNull()
  })
})

describe('limits', () => {
  it('are 300 files, and patches of 200 KB for a file and 1 MB in total', async () => {
    for (let at = 0; at < 310; at++) repository.write(`n/${at}`, 'x\n')
    const many = await changes()
    expect([many.files.length, many.truncated]).toEqual([300, true])
    rmSync(join(repository.path, 'n'), { recursive: true })
    repository.write('large', 'x\n'.repeat(150_000))
    expect(await changes({ path: 'large' })).toMatchObject({ truncated: true, files: [{ added: 150_000, hunks: [] }] })
    for (let at = 0; at < 8; at++) repository.write(`l${at}`, `${'x'.repeat(79)}\n`.repeat(2000))
    const full = await changes({ full: true })
    expect([full.truncated, full.files.filter(({ hunks }) => hunks.length > 0).length]).toEqual([true, 6])
  })

  it('stop git when the patch is far too long', async () => {
    repository.write('b-large', 'x\n'.repeat(6_000_000))
    repository.write('a.txt', 'changed\n')
    repository.git('add', 'b-large')
    const { truncated, files } = await changes({ full: true })
    expect([truncated, files.map(({ path, hunks }) => [path, hunks.length])]).toEqual([
      true,
      [
        ['a.txt', 1],
        ['b-large', 0],
      ],
    ])
  })
})

it('no program of the repository runs, and the configuration of the user changes nothing', async () => {
  repository.git('mv', 'old.txt', 'new.txt')
  const mark = join(folder, 'ran')
  for (const key of [
    'diff.external',
    'diff.evil.textconv',
    'diff.evil.command',
    'filter.evil.clean',
    'core.fsmonitor',
  ]) {
    repository.git('config', key, `touch ${mark}; false`)
  }
  repository.write('.git/info/attributes', '* diff=evil filter=evil\n')
  repository.write('a.txt', 'one\n\nTWO\nthree\n')
  const expected = await changes({ full: true })
  const settings = [
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.interHunkContext', '9'],
    ['diff.context', '9'],
    ['color.ui', 'always'],
    ['color.diff', 'always'],
    ['diff.renames', 'false'],
    ['diff.orderFile', '/nonexistent'],
    ['diff.suppressBlankEmpty', 'true'],
    ['diff.submodule', 'log'],
    ['diff.relative', 'true'],
    ['diff.algorithm', 'patience'],
    ['diff.indentHeuristic', 'false'],
    ['diff.colorMoved', 'zebra'],
    ['diff.wsErrorHighlight', 'all'],
    ['diff.statGraphWidth', '1'],
    ['core.quotePath', 'true'],
    ['core.whitespace', 'cr-at-eol'],
    ['diff.ignoreSubmodules', 'all'],
    ['diff.renameLimit', '1'],
    ['diff.dirstat', 'files'],
    ['diff.wordRegex', '.'],
    ['diff.autoRefreshIndex', 'false'],
    ['diff.tool', 'x'],
  ]
  for (const [key = '', value = ''] of settings)
    gitIn(folder, 'config', '--file', join(folder, '.gitconfig'), key, value)
  const configured = gitReads(systemGit({ PATH, HOME: folder }), systemClock())
  expect(await changes({ full: true }, repository.path, configured)).toEqual(expected)
  expect(existsSync(mark)).toBe(false)
})
