import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Effect, Fiber } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { shim } from '../../../support/git/shim.js'
import { added, placed, worktreesOf } from '../../../support/git/worktrees.js'
import { isAlive } from '../../../support/process/is-alive.js'
import { pidIn } from '../../../support/process/pid-in.js'

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'
const OWNER = 'lane 7'

let folder: string
let repository: TestRepository
const port = worktreesOf()
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-add-')))
  repository = repositoryAt(join(folder, 'shop'), {
    'a.txt': 'one\n',
    'lib/b.txt': 'two\n',
    '.gitignore': '.env*\nlocal/\n',
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns everything that adding a worktree can leave behind. */
const leftovers = () => ({
  worktrees: readdirSync(join(repository.path, '.git')).includes('worktrees')
    ? readdirSync(join(repository.path, '.git', 'worktrees'))
    : [],
  branches: repository.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n'),
  directories: existsSync(join(folder, 'shop-lanes')) ? readdirSync(join(folder, 'shop-lanes')) : [],
  locks: readdirSync(join(repository.path, '.git'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.lock'),
  ),
})
const NOTHING = { worktrees: [], branches: ['main'], directories: [], locks: [] }

describe('a place for a worktree', () => {
  it('is next to the repository, and free of directories, branches and lanes', async () => {
    expect((await placed(port, join(repository.path, 'lib'), 'x')).place).toEqual({
      dir: join(folder, 'shop-lanes', 'x'),
      branch: 'feat/x',
    })
    mkdirSync(join(folder, 'shop-lanes', 'x'), { recursive: true })
    symlinkSync('/nowhere', join(folder, 'shop-lanes', 'x-2'))
    repository.git('branch', 'feat/x-3')
    repository.git('branch', 'feat/x-4/part')
    const { repository: found } = await placed(port, repository.path, 'y')
    const taken = join(folder, 'shop-lanes', 'x-5')
    expect(await Effect.runPromise(port.place(found, 'x', [taken], null))).toEqual({
      dir: join(folder, 'shop-lanes', 'x-6'),
      branch: 'feat/x-6',
    })
  })

  it('does not exist when fifty names are in use', async () => {
    const { repository: found } = await placed(port, repository.path, 'x')
    const names = ['x', ...Array.from({ length: 49 }, (_, index) => `x-${index + 2}`)]
    expect(
      await Effect.runPromise(
        Effect.flip(
          port.place(
            found,
            'x',
            names.map((name) => join(folder, 'shop-lanes', name)),
            null,
          ),
        ),
      ),
    ).toMatchObject({
      _tag: 'NoFreePlace',
    })
    repository.git('branch', 'feat')
    expect(await Effect.runPromise(Effect.flip(port.place(found, 'x', [], null)))).toMatchObject({
      _tag: 'NoFreePlace',
    })
  })
})

describe('a new worktree', () => {
  it('has the files of the base on a branch of its own, and no lock', async () => {
    const base = repository.git('rev-parse', 'HEAD')
    repository.git('switch', '--quiet', '-c', 'dev')
    repository.commit({ 'a.txt': 'newer\n' })
    const progress: number[] = []
    const { dir, head, warnings } = await added(port, repository.path, 'x', {
      onProgress: (percent) => progress.push(percent),
    })
    expect({ head, warnings, text: readFileSync(join(dir, 'a.txt'), 'utf8') }).toEqual({
      head: base,
      warnings: [],
      text: 'one\n',
    })
    expect(gitIn(dir, 'status', '--porcelain=v2', '--branch')).toContain('# branch.head feat/x')
    expect(repository.git('worktree', 'list', '--porcelain')).not.toContain('locked')
    expect(progress.every((percent) => percent >= 0 && percent <= 100)).toBe(true)
  })

  it('starts from the first base that exists', async () => {
    expect((await added(port, repository.path, 'x', { bases: ['no-such', '--help', 'main'] })).base).toBe('main')
    const { repository: found, place } = await placed(port, repository.path, 'y')
    const none = port.add({ repository: found, ...place, bases: ['no-such'], keptHead: null, owner: OWNER, since: 0 })
    expect(await Effect.runPromise(Effect.flip(none))).toMatchObject({
      _tag: 'GitFailed',
      message: 'there is no branch or commit no-such',
    })
  })

  it('gets the ignored files that the profile names, and nothing from outside', async () => {
    writeFileSync(join(folder, 'secret'), 'secret\n')
    repository.write('.svc/profile/copy', '# for every lane\n.env*\n/local/key\n../secret\na.txt\nlinked/*\n')
    for (const name of ['.env', 'lib/.env.test', 'local/key', 'local/other']) repository.write(name, name)
    symlinkSync(join(folder, 'secret'), join(repository.path, '.env.link'))
    symlinkSync(folder, join(repository.path, 'local', 'out'))
    const { dir, warnings } = await added(port, repository.path, 'x')
    const copied = ['.env', 'lib/.env.test', 'local/key'].map((name) => readFileSync(join(dir, name), 'utf8'))
    expect(copied).toEqual(['.env', 'lib/.env.test', 'local/key'])
    expect([
      existsSync(join(dir, 'local/other')),
      lstatSync(join(dir, '.env.link'), { throwIfNoEntry: false }),
    ]).toEqual([false, undefined])
    expect(warnings).toEqual(['1 of 4 files that the profile names were not copied'])
  })

  it('gets no ignored file through a link of the base commit', async () => {
    mkdirSync(join(folder, 'outside'))
    repository.git('switch', '--quiet', '-c', 'linked')
    rmSync(join(repository.path, 'lib'), { recursive: true })
    symlinkSync(join(folder, 'outside'), join(repository.path, 'lib'))
    repository.commit({})
    repository.git('switch', '--quiet', 'main')
    repository.write('.svc/profile/copy', '.env\n')
    repository.write('lib/.env', 'x')
    const { warnings } = await added(port, repository.path, 'x', { bases: ['linked'] })
    expect([readdirSync(join(folder, 'outside')), warnings]).toEqual([
      [],
      ['1 of 1 files that the profile names were not copied'],
    ])
  })

  it('has the same sparse checkout as the repository', async () => {
    repository.git('sparse-checkout', 'set', 'other')
    const { dir } = await added(port, repository.path, 'x')
    expect([existsSync(join(dir, 'a.txt')), existsSync(join(dir, 'lib'))]).toEqual([true, false])
  })

  it('has the submodules that the repository has, without network', async () => {
    const part = repositoryAt(join(folder, 'part'), { 'p.txt': 'part\n' })
    const allowed = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add']
    repository.git(...allowed, part.path, 'vendor/part')
    repository.git(...allowed, part.path, 'vendor/absent')
    repository.commit({})
    repository.git('submodule', '--quiet', 'deinit', '--force', 'vendor/absent')
    rmSync(part.path, { recursive: true })
    const { dir, warnings } = await added(port, repository.path, 'x')
    expect([readFileSync(join(dir, 'vendor/part/p.txt'), 'utf8'), warnings]).toEqual(['part\n', []])
    expect(gitIn(join(dir, 'vendor/part'), 'remote', 'get-url', 'origin')).toBe(part.path)
    expect(readdirSync(join(dir, 'vendor/absent'))).toEqual([])
    expect(gitIn(dir, 'status', '--porcelain')).toBe('')
  })
})

const failing = async (path: string): Promise<unknown> => {
  const broken = worktreesOf({ PATH: path, HOME: '/nonexistent' })
  const { repository: found, place } = await placed(port, repository.path, 'x')
  return Effect.runPromise(
    Effect.flip(broken.add({ repository: found, ...place, bases: ['main'], keptHead: null, owner: OWNER, since: 0 })),
  )
}
const STEPS = ['update-ref --create-reflog', 'worktree add', 'reset --hard', 'worktree unlock']

describe('a failure while a worktree is added', () => {
  it.each(STEPS)('at "%s" leaves nothing behind', async (step) => {
    const path = shim(folder, `case "$*" in *" ${step}"*) echo 'No space left on device' >&2; exit 128;; esac`)
    expect(await failing(path)).toMatchObject({ _tag: 'GitFailed', message: 'No space left on device' })
    expect(leftovers()).toEqual(NOTHING)
  })

  it('by a signal in the middle of the checkout leaves nothing behind', async () => {
    repository.git('config', 'filter.kill.smudge', 'kill -9 $PPID; cat')
    repository.write('.git/info/attributes', 'lib/b.txt filter=kill\n')
    expect(await failing(PATH)).toMatchObject({ _tag: 'GitFailed' })
    expect(leftovers()).toEqual(NOTHING)
  })

  it('by a full disk leaves nothing behind', async () => {
    repository.commit({ 'large.txt': 'x'.repeat(100_000) })
    expect(await failing(shim(folder, 'case "$*" in *" reset --hard"*) ulimit -f 8;; esac'))).toMatchObject({
      _tag: 'GitFailed',
    })
    expect(leftovers()).toEqual(NOTHING)
  })

  it('by an interruption leaves nothing behind and stops git with its children', async () => {
    const pids = join(folder, 'pids')
    repository.git('config', 'filter.slow.smudge', `echo $$ >> ${pids}; exec sleep 600`)
    repository.write('.git/info/attributes', 'lib/b.txt filter=slow\n')
    const { repository: found, place } = await placed(port, repository.path, 'x')
    const fiber = Effect.runFork(
      port.add({ repository: found, ...place, bases: ['main'], keptHead: null, owner: OWNER, since: 0 }),
    )
    const pid = await pidIn(pids)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(isAlive(pid)).toBe(false)
    expect(leftovers()).toEqual(NOTHING)
  })

  it.each([
    ['the branch', () => void repository.git('branch', 'feat/x')],
    ['the directory', () => openedAt(join(folder, 'shop-lanes', 'x')).write('mine', 'mine\n')],
  ])('because a user created %s meanwhile keeps it', async (_, create) => {
    const { repository: found, place } = await placed(port, repository.path, 'x')
    create()
    const before = leftovers()
    const attempt = port.add({ repository: found, ...place, bases: ['main'], keptHead: null, owner: OWNER, since: 0 })
    expect(await Effect.runPromise(Effect.flip(attempt))).toMatchObject({ message: expect.stringContaining('exist') })
    expect(leftovers()).toEqual(before)
  })
})

describe('healing', () => {
  const healed = async () => {
    const dir = join(folder, 'shop-lanes', 'x')
    return Effect.runPromise(
      port.heal({ repository: repository.path, dir, branch: 'feat/x', keptHead: null, owner: OWNER, since: 0 }),
    )
  }
  /** After a step nothing works any more, as if the service was killed. */
  const crashing = (step: string): string => {
    const dead = join(folder, 'dead')
    return shim(folder, `[ -e ${dead} ] && exit 1\ncase "$*" in *" ${step}"*) REAL "$@"; touch ${dead}; exit 1;; esac`)
  }

  it.each(STEPS.slice(0, -1))('after a crash at "%s" removes everything', async (step) => {
    await failing(crashing(step))
    expect(leftovers()).not.toEqual(NOTHING)
    expect([await healed(), leftovers()]).toEqual(['absent', NOTHING])
    expect((await added(port, repository.path, 'x')).branch).toBe('feat/x')
  })

  it('after a crash in the middle of the checkout removes the lock of the index too', async () => {
    repository.git('config', 'filter.kill.smudge', `touch ${join(folder, 'dead')}; kill -9 $PPID; cat`)
    repository.write('.git/info/attributes', 'lib/b.txt filter=kill\n')
    await failing(shim(folder, `[ -e ${join(folder, 'dead')} ] && exit 1`))
    expect(leftovers().locks).toEqual(['worktrees/x/index.lock'])
    expect([await healed(), leftovers()]).toEqual(['absent', NOTHING])
  })

  it('after a crash within the registration removes it', async () => {
    const registration = join(repository.path, '.git', 'worktrees', 'x')
    mkdirSync(registration, { recursive: true })
    writeFileSync(join(registration, 'locked'), `switchyard: creating ${OWNER}\n`)
    mkdirSync(join(folder, 'shop-lanes', 'x'), { recursive: true })
    expect([await healed(), leftovers()]).toEqual(['absent', NOTHING])
  })

  it('removes the lock of the branch that git left, but none that is older', async () => {
    const lock = join(repository.path, '.git', 'refs', 'heads', 'feat', 'x.lock')
    const heal = (since: number) => {
      const dir = join(folder, 'shop-lanes', 'x')
      return Effect.runPromise(
        port.heal({ repository: repository.path, dir, branch: 'feat/x', keptHead: null, owner: OWNER, since }),
      )
    }
    mkdirSync(dirname(lock), { recursive: true })
    writeFileSync(lock, '')
    // Before any git that runs on this machine.
    utimesSync(lock, 1000, 1000)
    expect([await heal(1_500_000), existsSync(lock)]).toEqual(['absent', true])
    expect([await heal(1_000_000), existsSync(lock)]).toEqual(['absent', false])
    expect((await added(port, repository.path, 'x')).branch).toBe('feat/x')
  })

  it('keeps the lock of a branch while a git runs that may hold it', async () => {
    const lock = join(repository.path, '.git', 'refs', 'heads', 'feat', 'x.lock')
    mkdirSync(dirname(lock), { recursive: true })
    const holder = spawn('git', ['-C', repository.path, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'ignore'] })
    try {
      holder.stdin.write('HEAD\n')
      await once(holder.stdout, 'data')
      writeFileSync(lock, '')
      expect([await healed(), existsSync(lock)]).toEqual(['absent', true])
    } finally {
      holder.stdin.end()
      await once(holder, 'exit')
    }
  })

  it('ends a checkout that outlives its killed service', async () => {
    const pids = join(folder, 'pids')
    repository.git('config', 'filter.slow.smudge', `echo $$ >> ${pids}; exec sleep 600`)
    repository.write('.git/info/attributes', 'lib/b.txt filter=slow\n')
    await failing(crashing('worktree add'))
    const dir = join(folder, 'shop-lanes', 'x')
    const git = spawn('git', ['-C', dir, 'reset', '--hard'], { detached: true, stdio: 'ignore' })
    const ended = once(git, 'exit')
    const pid = await pidIn(pids)
    expect([await healed(), leftovers()]).toEqual(['absent', NOTHING])
    await ended
    expect(isAlive(pid)).toBe(false)
  })

  it('lets a git with the same mark run in another repository', async () => {
    const other = repositoryAt(join(folder, 'other'), { 'a.txt': 'a' })
    other.git('branch', 'feat/x')
    const args = [
      '-C',
      other.path,
      'rev-list',
      '--stdin',
      '--grep',
      `switchyard: creating ${OWNER}`,
      'refs/heads/feat/x',
    ]
    const git = spawn('git', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    const ended = once(git, 'exit')
    await once(git, 'spawn')
    await healed()
    git.stdin.end()
    expect(await ended).toEqual([0, null])
  })

  it('keeps a worktree that was complete', async () => {
    const { dir } = await added(port, repository.path, 'x')
    writeFileSync(join(dir, 'mine'), 'mine\n')
    const before = leftovers()
    expect([await healed(), leftovers(), existsSync(join(dir, 'mine'))]).toEqual(['complete', before, true])
  })

  it('keeps what a user or another lane created', async () => {
    await failing(crashing('worktree add'))
    const others = {
      repository: repository.path,
      dir: join(folder, 'shop-lanes', 'x'),
      branch: 'feat/x',
      keptHead: null,
      owner: 'lane 70',
      since: 0,
    }
    const before = leftovers()
    expect([await Effect.runPromise(port.heal(others)), leftovers()]).toEqual(['absent', before])
  })

  it('keeps a branch with a commit, and one that is checked out elsewhere', async () => {
    await failing(crashing('update-ref --create-reflog'))
    repository.git('worktree', 'add', '--quiet', join(folder, 'mine'), 'feat/x')
    expect([await healed(), leftovers().branches]).toEqual(['absent', ['feat/x', 'main']])
    openedAt(join(folder, 'mine')).commit({ 'new.txt': 'new\n' })
    repository.git('worktree', 'remove', join(folder, 'mine'))
    expect([await healed(), leftovers().branches]).toEqual(['absent', ['feat/x', 'main']])
  })
})
