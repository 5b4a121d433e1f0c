import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/adapters/clock.js'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { gitReads } from '../../../../src/adapters/git/reads.js'
import { gitWorktrees } from '../../../../src/adapters/git/worktrees.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../support/git/repository.js'

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'
const { runPromise } = Effect

let root: string
let shop: TestRepository
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-places-')))
  shop = repositoryAt(join(root, 'shop'), {
    'a.txt': 'one\n',
    'lib/b.txt': 'two\n',
    '.gitattributes': '* filter=evil\n',
  })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The configuration of a filter that leaves a mark when git runs it. */
const evil = (): string => `[filter "evil"]
	clean = touch '${join(root, 'marks')}' && cat
`
const arm = (path: string): void =>
  writeFileSync(path, `${existsSync(path) ? readFileSync(path, 'utf8') : ''}${evil()}`)
const armed = (): void => arm(join(shop.path, '.git', 'config'))
const withGitFile = (path: string, target: string): void => writeFileSync(join(path, '.git'), `gitdir: ${target}\n`)

/** A refusal is an answer, unlike null. */
const found = <A, E>(read: Effect.Effect<A, E>) => Effect.orElseSucceed(read, () => 'refused')

/** Runs all reads of a directory. Returns which of them found nothing. */
const readAll = async (dir: string, home = '/nonexistent'): Promise<readonly string[]> => {
  const git = systemGit({ PATH, HOME: home })
  const [reads, worktrees] = [gitReads(git, systemClock()), gitWorktrees(git, { worktreeRoot: null, branchPrefix: '' })]
  const request = { range: 'work', base: null, sha: null, path: null, full: true, context: 3 } as const
  const all = {
    facts: reads.facts(dir),
    log: reads.log(dir, 10, null),
    changes: reads.changes(dir, request),
    changesOfFile: found(reads.changes(dir, { ...request, path: 'a.txt' })),
    staged: reads.staged(dir),
    file: found(reads.file(dir, 'a.txt', 'work')),
    committed: found(reads.file(dir, 'a.txt', 'HEAD')),
    image: found(reads.image(dir, 'a.png', 'work')),
    files: reads.files(dir),
    tree: reads.tree(dir),
    branches: worktrees.branches(dir),
  }
  const answers = await runPromise(Effect.all(all, { concurrency: 1 }))
  return Object.entries(answers).flatMap(([name, value]) => (value === null ? [name] : []))
}

const ALL = [
  'facts',
  'log',
  'changes',
  'changesOfFile',
  'staged',
  'file',
  'committed',
  'image',
  'files',
  'tree',
  'branches',
]

describe('a filter of a repository runs on no read', () => {
  /** Each returns the directory that is read, in which `a.txt` has changed. */
  const LAYOUTS: Readonly<Record<string, () => string>> = {
    'with its directory in place': () => {
      armed()
      return shop.path
    },
    'where .git is a link to a directory': () => {
      armed()
      renameSync(join(shop.path, '.git'), join(root, 'real'))
      symlinkSync('../real', join(shop.path, '.git'))
      return shop.path
    },
    'where .git is a file whose path has a line break': () => {
      armed()
      renameSync(join(shop.path, '.git'), join(root, 're\nal'))
      withGitFile(shop.path, join(root, 're\nal'))
      return shop.path
    },
    'where .git is a link to a file': () => {
      armed()
      renameSync(join(shop.path, '.git'), join(root, 'real'))
      writeFileSync(join(root, 'file'), `gitdir: ${join(root, 'real')}\n`)
      symlinkSync(join(root, 'file'), join(shop.path, '.git'))
      return shop.path
    },
    'where the directory is a git directory itself': () => {
      armed()
      for (const name of readdirSync(join(shop.path, '.git')))
        renameSync(join(shop.path, '.git', name), join(shop.path, name))
      rmSync(join(shop.path, '.git'), { recursive: true })
      gitIn(shop.path, 'config', '--file', join(shop.path, 'config'), 'core.bare', 'false')
      gitIn(shop.path, 'config', '--file', join(shop.path, 'config'), 'core.worktree', shop.path)
      return shop.path
    },
    'that an included file configures': () => {
      writeFileSync(join(root, 'more'), evil())
      shop.git('config', 'include.path', join(root, 'more'))
      return shop.path
    },
    'that a file configures which is included for this directory': () => {
      writeFileSync(join(root, 'more'), evil())
      shop.git('config', `includeIf.gitdir:${shop.path}/.path`, join(root, 'more'))
      return shop.path
    },
    'that the configuration of the worktree has': () => {
      shop.git('config', 'extensions.worktreeConfig', 'true')
      arm(join(shop.path, '.git', 'config.worktree'))
      return shop.path
    },
    'of a linked worktree': () => {
      armed()
      gitIn(shop.path, 'worktree', 'add', '--quiet', join(root, 'linked'))
      return join(root, 'linked')
    },
    'of a subdirectory': () => {
      armed()
      return join(shop.path, 'lib')
    },
    'of a submodule': () => {
      const inner = repositoryAt(join(root, 'inner'), { 'a.txt': 'x\n', '.gitattributes': '* filter=evil\n' })
      shop.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub')
      arm(join(shop.path, '.git', 'modules', 'sub', 'config'))
      return join(shop.path, 'sub')
    },
  }

  it.each(Object.entries(LAYOUTS))('%s', async (_, layOut) => {
    const dir = layOut()
    writeFileSync(join(dir, 'a.txt'), 'changed\n')
    const missing = await readAll(dir)
    expect(existsSync(join(root, 'marks'))).toBe(false)
    expect(missing).toEqual([])
    // Git itself would run it: always here, and for `status` only if it must read the file.
    gitIn(dir, 'hash-object', 'a.txt')
    expect(existsSync(join(root, 'marks'))).toBe(true)
  })

  it('also when it is configured between two reads, or while one runs', async () => {
    const git = systemGit({ PATH, HOME: '/nonexistent' })
    const status = () => runPromise(git.read(shop.path, ['status', '--porcelain']))
    shop.write('a.txt', 'changed\n')
    await status()
    const config = join(shop.path, '.git', 'config')
    const [plain, filtered] = [readFileSync(config, 'utf8'), `${readFileSync(config, 'utf8')}${evil()}`]
    for (let n = 0; n < 60; n++) {
      const reading = status()
      for (let turn = 0; turn < 5; turn++) {
        await new Promise((done) => setImmediate(done))
        writeFileSync(config, (n + turn) % 2 === 0 ? filtered : plain)
      }
      // A read may see half of a file, which git refuses.
      await reading.catch(() => undefined)
    }
    expect(existsSync(join(root, 'marks'))).toBe(false)
  })

  it('keeps the settings that decide what is a change', async () => {
    armed()
    shop.git('config', 'core.fileMode', 'false')
    shop.git('config', 'core.autocrlf', 'true')
    shop.git('config', 'diff.renames', 'false')
    shop.git('config', 'remote.o"d\\d.url', 'https://example.com/"a\\b"')
    shop.write('a.txt', 'one\r\n')
    shop.git('add', 'a.txt')
    utimesSync(join(shop.path, 'a.txt'), 1, 1)
    writeFileSync(join(shop.path, '.git', 'info', 'attributes'), '*.txt text\n')
    const facts = await runPromise(gitReads(systemGit({ PATH, HOME: '/nonexistent' }), systemClock()).facts(shop.path))
    expect(facts).toMatchObject({ files: [], dirty: 0, hasRemote: true, branch: 'main' })
  })
})

describe('a repository whose working directory is elsewhere', () => {
  const outside = (): string => {
    const path = join(root, 'outside')
    mkdirSync(path)
    writeFileSync(join(path, 'a.txt'), 'secret\n')
    return path
  }

  it('is not read: core.worktree', async () => {
    shop.git('config', 'core.worktree', outside())
    expect(await readAll(shop.path)).toEqual(ALL)
    shop.git('config', 'core.worktree', '../../outside')
    expect(await readAll(shop.path)).toEqual(ALL)
    shop.git('config', '--unset', 'core.worktree')
    expect(await readAll(shop.path)).toEqual([])
  })

  it('is not read: in the configuration of the worktree, an included file, or that of another git directory', async () => {
    shop.git('config', 'extensions.worktreeConfig', 'true')
    writeFileSync(join(shop.path, '.git', 'config.worktree'), `[core]\n\tworktree = ${outside()}\n`)
    expect(await readAll(shop.path)).toEqual(ALL)
    rmSync(join(shop.path, '.git', 'config.worktree'))
    cpSync(join(shop.path, '.git'), join(root, 'other'), { recursive: true })
    gitIn(root, 'config', '--file', join(root, 'other', 'config'), 'core.worktree', join(root, 'outside'))
    rmSync(join(shop.path, '.git'), { recursive: true })
    withGitFile(shop.path, join(root, 'other'))
    expect(await readAll(shop.path)).toEqual(ALL)
  })

  it('is not read: the directory is inside of a git directory', async () => {
    expect(await readAll(join(shop.path, '.git'))).toEqual(ALL)
    expect(await readAll(join(shop.path, '.git', 'objects'))).toEqual(ALL)
  })

  it('is read if its working directory is above the directory', async () => {
    renameSync(join(shop.path, '.git'), join(shop.path, 'lib', '.git'))
    gitIn(root, 'config', '--file', join(shop.path, 'lib', '.git', 'config'), 'core.worktree', '../..')
    writeFileSync(join(shop.path, 'lib', 'a.txt'), 'x')
    expect(await readAll(join(shop.path, 'lib'))).toEqual([])
  })

  it('is not written, also when it is led elsewhere after a read', async () => {
    const git = systemGit({ PATH, HOME: '/nonexistent' })
    const path = outside()
    await runPromise(git.directories(shop.path))
    shop.git('config', 'core.worktree', path)
    const command = ['checkout', '--force', '.']
    const refused = [
      Effect.flip(git.write(shop.path, command)),
      Effect.flip(git.hooked(shop.path, command)),
      Effect.flip(git.network(shop.path, command)),
    ]
    const errors = await runPromise(Effect.all(refused))
    expect(errors.map(({ _tag }) => _tag)).toEqual(['WorksElsewhere', 'WorksElsewhere', 'WorksElsewhere'])
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('secret\n')
  })
})
