import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { shim } from '../../../../support/git/shim.js'
import { isAlive } from '../../../../support/process/is-alive.js'
import { type App, startApp } from '../../../../support/service/app.js'

interface Answer {
  readonly output: string
  readonly error?: { readonly code: string; readonly message: string }
}

let app: App
let repository: TestRepository
let lane: number
let next = 0
/** While this file exists, git deletes the lock that it names after its first failure. */
let unlocking: string

const laneOn = async (cwd: string): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })).json.lane.id
const act = async (action: string, body: object = {}, id = lane) =>
  app.send<Answer>(`/api/lanes/${id}/git/${action}`, { method: 'POST', body })
const hook = (name: string, script: string): void => {
  const path = join(repository.path, '.git', 'hooks', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

beforeAll(async () => {
  app = await startApp()
  unlocking = join(app.folder, 'unlocking')
  await app.close()
  // The other git is at work until one of ours has failed.
  const script = `if [ -e '${unlocking}' ]; then
  REAL "$@" 2> '${unlocking}.err'; code=$?; cat '${unlocking}.err' >&2
  if grep -q 'File exists' '${unlocking}.err'; then rm -f "$(cat '${unlocking}')"; fi
  exit $code
fi`
  mkdirSync(app.folder, { recursive: true })
  app = await startApp({ PATH: shim(app.folder, script) }, app.folder)
})
beforeEach(async () => {
  rmSync(unlocking, { force: true })
  repository = repositoryAt(join(app.folder, `shop-${next++}`), { 'a.txt': 'one\n', 'b.txt': 'two\n' })
  repository.git('config', 'user.name', 'Ada')
  repository.git('config', 'user.email', 'ada@example.com')
  lane = await laneOn(repository.path)
})
afterAll(async () => {
  await app.close()
  rmSync(app.folder, { recursive: true, force: true })
})

describe('while another git is at work', () => {
  const locked = (path: string): void => {
    writeFileSync(path, '')
    writeFileSync(unlocking, path)
  }
  const own = (name: string): string => join(repository.path, '.git', name)

  it.each([
    ['index.lock', 'stage', { paths: ['a.txt'] }],
    ['index.lock', 'commit', { message: 'a change' }],
    ['index.lock', 'discard', { paths: ['a.txt'], confirm: true }],
    ['HEAD.lock', 'commit', { message: 'a change' }],
    ['refs/heads/new.lock', 'branch-create', { branch: 'new' }],
    ['packed-refs.lock', 'branch-delete', { branch: 'old' }],
  ])('and holds %s, %s waits', async (lock, action, body) => {
    repository.git('branch', 'old')
    repository.git('pack-refs', '--all')
    repository.write('a.txt', 'changed\n')
    locked(own(lock))
    const { status, json } = await act(action, body)
    expect([status, json.error]).toEqual([200, undefined])
  })

  it('waits for the index of a linked worktree, and for that of a submodule', async () => {
    const linked = join(app.folder, `linked-${next++}`)
    repository.git('worktree', 'add', '--quiet', linked)
    writeFileSync(join(linked, 'a.txt'), 'changed\n')
    locked(join(gitIn(linked, 'rev-parse', '--absolute-git-dir'), 'index.lock'))
    expect((await act('stage', { paths: ['a.txt'] }, await laneOn(linked))).status).toBe(200)
    const part = repositoryAt(join(app.folder, `part-${next++}`), { 'p.txt': 'part\n' })
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'sub')
    openedAt(join(repository.path, 'sub')).write('p.txt', 'changed\n')
    locked(own('modules/sub/index.lock'))
    const inSubmodule = await laneOn(join(repository.path, 'sub'))
    expect((await act('stage', { paths: ['p.txt'] }, inSubmodule)).status).toBe(200)
  })

  it('gives up with the words of git when the lock stays', async () => {
    repository.write('a.txt', 'changed\n')
    writeFileSync(own('index.lock'), '')
    const { status, json } = await act('stage', { paths: ['a.txt'] })
    expect([status, json.error]).toMatchObject([
      409,
      { code: 'EGIT', message: expect.stringMatching(/index\.lock.*File exists/s) },
    ])
  })
})

it('a commit is answered when git exits, and what its hook left continues', async () => {
  const [block, pid] = [join(app.folder, 'block'), join(app.folder, 'pid')]
  writeFileSync(block, '')
  hook('pre-commit', `while [ -e '${block}' ]; do echo still here; sleep 0.02; done & echo $! > '${pid}'; exit 0`)
  repository.write('a.txt', 'changed\n')
  const { status } = await act('commit', { message: 'a change' })
  const daemon = Number(readFileSync(pid, 'utf8'))
  expect([status, isAlive(daemon)]).toEqual([200, true])
  rmSync(block)
  await expect.poll(() => isAlive(daemon)).toBe(false)
})

describe('commits of a user who signs', () => {
  /** A signer in the form of gpg. */
  const signer = (script: string): void => {
    const path = join(app.folder, `signer-${next++}`)
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    repository.git('config', 'gpg.program', path)
    repository.git('config', 'commit.gpgSign', 'true')
    repository.git('config', 'user.signingKey', 'ada')
  }
  const SIGNS = `cat > /dev/null; echo '[GNUPG:] SIG_CREATED D 1 8 00 1 ada' >&2
printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nsigned\\n-----END PGP SIGNATURE-----\\n'`
  const signature = (): string => repository.git('cat-file', 'commit', 'HEAD')
  const diverge = (): void => {
    repository.git('switch', '--quiet', '-c', 'other')
    repository.git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '--allow-empty', '-m', 'theirs')
    repository.git('switch', '--quiet', 'main')
    repository.write('b.txt', 'ours\n')
    repository.git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '-am', 'ours')
  }

  it('are signed, also merges', async () => {
    diverge()
    signer(SIGNS)
    expect((await act('merge', { branch: 'other' })).status).toBe(200)
    expect(signature()).toMatch(/^gpgsig -----BEGIN PGP/m)
    repository.write('a.txt', 'changed\n')
    expect((await act('commit', { message: 'a change' })).status).toBe(200)
    expect(signature()).toMatch(/^gpgsig -----BEGIN PGP/m)
  })

  it('are signed with an SSH key', async () => {
    const key = join(app.folder, `key-${next++}`)
    gitIn(app.folder, '-c', `alias.key=!ssh-keygen -q -t ed25519 -N '' -f ${key}`, 'key')
    for (const [name, value] of [
      ['gpg.format', 'ssh'],
      ['user.signingKey', key],
      ['commit.gpgSign', 'true'],
    ] as const)
      repository.git('config', name, value)
    repository.write('a.txt', 'changed\n')
    expect((await act('commit', { message: 'a change' })).status).toBe(200)
    expect(signature()).toMatch(/^gpgsig -----BEGIN SSH SIGNATURE/m)
  })

  it('are refused when the signer fails, and nothing is committed', async () => {
    diverge()
    signer("echo 'no secret key' >&2; exit 2")
    repository.git('switch', '--quiet', '--detach')
    const head = repository.git('rev-parse', 'HEAD')
    const merged = await act('merge', { branch: 'other' })
    expect([merged.status, merged.json.error?.message]).toEqual([409, expect.stringContaining('failed to sign')])
    expect([repository.git('status', '--porcelain'), existsSync(join(repository.path, '.git', 'MERGE_HEAD'))]).toEqual([
      '',
      false,
    ])
    repository.write('a.txt', 'changed\n')
    const { status, json } = await act('commit', { message: 'a change' })
    expect([status, json.error]).toMatchObject([
      409,
      { code: 'EGIT', message: expect.stringContaining('failed to sign') },
    ])
    expect([repository.git('rev-parse', 'HEAD'), repository.git('status', '--porcelain')]).toEqual([head, ' M a.txt'])
  })
})

describe('files that are special', () => {
  it('outside of a sparse checkout are staged, committed and discarded', async () => {
    repository.commit({ 'a/1.txt': '1\n', 'b/2.txt': '2\n' })
    repository.git('sparse-checkout', 'set', '--cone', 'a')
    repository.write('b/new.txt', 'new\n')
    repository.write('b/other.txt', 'other\n')
    repository.write('a/1.txt', 'changed\n')
    expect((await act('stage', { paths: ['b/other.txt'] })).status).toBe(200)
    expect((await act('commit', { message: 'a change' })).status).toBe(200)
    expect(repository.git('show', '--format=', '--name-only', 'HEAD')).toBe('a/1.txt\nb/new.txt\nb/other.txt')
    repository.write('b/new.txt', 'changed\n')
    expect((await act('discard', { paths: ['b/new.txt'], confirm: true })).status).toBe(200)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('whose name is not UTF-8 are committed with all others, and named in a refusal alone', async () => {
    const name = Buffer.concat([Buffer.from(`${repository.path}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')])
    writeFileSync(name, 'new\n')
    repository.write('a.txt', 'changed\n')
    repositoryAt(join(repository.path, 'nested'), { 'x.txt': 'x\n' })
    for (const [action, body] of [
      ['stage', {}],
      ['discard', { confirm: true }],
    ] as const) {
      const { status, json } = await act(action, { ...body, paths: ['caf\ufffd.txt'] })
      expect([status, json.error]).toMatchObject([
        400,
        { code: 'EBADPATH', message: expect.stringContaining('not UTF-8') },
      ])
    }
    expect((await act('commit', { message: 'a change' })).status).toBe(200)
    expect(repository.git('status', '--porcelain')).toBe('?? nested/')
    expect(repository.git('ls-files')).toContain('caf\\351.txt')
    rmSync(name)
    expect((await act('commit', { message: 'delete it' })).status).toBe(200)
    expect(repository.git('ls-files')).not.toContain('caf')
  })

  it.each(['line\nbreak', 'tab\tquote"', '-dash', ':(glob)*', ':/magic', 'back\\slash', '\ufffd', ' space ', '*'])(
    'with the name %j are staged, unstaged, committed and discarded alone',
    async (name) => {
      repository.write(name, 'new\n')
      repository.write('other.txt', 'new\n')
      const status = () => repository.git('status', '--porcelain', '-z', '--untracked-files=all').split('\0')
      expect((await act('stage', { paths: [name] })).status).toBe(200)
      expect(status()).toEqual([`A  ${name}`, '?? other.txt', ''])
      expect((await act('unstage', { paths: [name] })).status).toBe(200)
      expect((await act('stage', { paths: [name] })).status).toBe(200)
      expect((await act('commit', { message: 'add it', only: 'staged' })).status).toBe(200)
      repository.write(name, 'changed\n')
      expect((await act('discard', { paths: [name], confirm: true })).status).toBe(200)
      expect(readFileSync(join(repository.path, name), 'utf8')).toBe('new\n')
    },
  )

  it('whose name is not Unicode text are refused', async () => {
    expect((await act('stage', { paths: ['\ud800'] })).json.error?.code).toBe('EBADPATH')
  })
})
