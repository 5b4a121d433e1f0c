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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { gitRemotes } from '../../../../src/adapters/git/remotes.js'
import type { Logins } from '../../../../src/commands/ports/git-remotes.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { type GitServer, hasGitServer, startGitServer } from '../../../support/git/server.js'
import { hasSshd, type Sshd, startSshd } from '../../../support/process/sshd.js'

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'
const PASSWORD = 'hush+hush/%41'
const NOBODY: Logins = () => null

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-remotes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the port with the configuration of a user. */
const remotesOf = (userConfig: string, networkMs?: number) => {
  writeFileSync(join(folder, '.gitconfig'), userConfig)
  return gitRemotes(systemGit({ PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }), networkMs)
}
const run = Effect.runPromise
const failure = <A, E>(effect: Effect.Effect<A, E>) => run(Effect.flip(effect))

/** Writes a program that leaves a mark when it runs. */
const canary = (name: string, then = 'cat'): string => {
  mkdirSync(join(folder, 'marks'), { recursive: true })
  const path = join(folder, `${name}.sh`)
  writeFileSync(path, `#!/bin/sh\necho "$@" >> '${join(folder, 'marks', name)}'\n${then}\n`, { mode: 0o755 })
  return path
}
const marks = (): readonly string[] =>
  existsSync(join(folder, 'marks')) ? readdirSync(join(folder, 'marks')).toSorted() : []

describe.skipIf(!hasGitServer)('a remote that needs a login', () => {
  let server: GitServer
  let at: string
  beforeAll(async () => {
    at = mkdtempSync(join(tmpdir(), 'switchyard-server-'))
    server = await startGitServer(at, `ada:${PASSWORD}`)
  })
  afterAll(() => {
    server.stop()
    rmSync(at, { recursive: true, force: true })
  })

  let shop: TestRepository
  let origin: string
  beforeEach(() => {
    server.mode = 'answers'
    server.received.length = 0
    const name = `${Math.random().toString(36).slice(2)}.git`
    origin = server.create(name)
    shop = repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' })
    shop.git('remote', 'add', 'origin', server.url(name))
  })
  const trusting = (more = ''): string => `[http]\n\tsslCAInfo = ${server.certificate}\n${more}`
  const ada: Logins = ({ host }) => (host === server.host ? { username: 'ada', password: PASSWORD } : null)
  const main = { remote: 'origin', branch: 'main', track: true }
  const place = () => ({ protocol: 'https', host: server.host })

  it('gets the held login of its host', async () => {
    const remotes = remotesOf(trusting())
    const pushed = await run(remotes.push(shop.path, main, ada))
    expect(pushed).toEqual({ output: expect.stringContaining('main -> main'), accepted: [place()] })
    expect(gitIn(origin, 'rev-parse', 'main')).toBe(shop.git('rev-parse', 'main'))
    expect(shop.git('config', 'branch.main.remote')).toBe('origin')
    expect(await run(remotes.fetch(shop.path, ['origin'], ada))).toMatchObject({ accepted: [place()] })
  })

  /** Installs a hook of the repository. Returns the file that it writes to. */
  const prePush = (script: string): string => {
    const said = join(folder, 'said')
    const path = join(shop.path, '.git/hooks/pre-push')
    writeFileSync(path, `#!/bin/sh\nexec >>'${said}' 2>&1\n${script}\n`, { mode: 0o755 })
    return said
  }

  it('is pushed to after the hook pre-push, which gets the refs but no way to the login', async () => {
    const question = `printf 'protocol=https\\nhost=${server.host}\\n\\n' | GIT_TERMINAL_PROMPT=0 git credential fill`
    const said = prePush(
      `echo "$@"; cat; env; ${question}; GIT_TRACE_CURL=1 GIT_TRACE_REDACT=0 git ls-remote origin; true`,
    )
    const remotes = remotesOf(trusting())
    const first = shop.git('rev-parse', 'main')
    await run(remotes.push(shop.path, main, ada))
    expect(readFileSync(said, 'utf8')).toContain(`refs/heads/main ${first} refs/heads/main ${'0'.repeat(40)}\n`)
    const second = shop.commit({ 'a.txt': 'two\n' })
    const pushed = await run(remotes.push(shop.path, main, ada))
    expect([pushed.accepted, gitIn(origin, 'rev-parse', 'main')]).toEqual([[place(), place()].slice(0, 1), second])
    const text = readFileSync(said, 'utf8')
    expect(text).toContain(`origin ${shop.git('remote', 'get-url', 'origin')}\n`)
    expect(text).toContain(`refs/heads/main ${second} refs/heads/main ${first}\n`)
    expect(text).toContain('terminal prompts disabled')
    for (const secret of [
      'hush',
      'SWITCHYARD_GIT',
      'GIT_CONFIG_KEY',
      Buffer.from(`ada:${PASSWORD}`).toString('base64'),
    ])
      expect(text).not.toContain(secret)
  })

  it('is not pushed to if the hook refuses', async () => {
    prePush('exit 1')
    expect((await failure(remotesOf(trusting()).push(shop.path, main, ada))).message).toContain('pre-push')
    expect(gitIn(origin, 'for-each-ref')).toBe('')
  })

  it('gets no login for an address next to one on this machine, whose hooks would run', async () => {
    gitIn(folder, 'init', '--quiet', '--bare', 'evil.git')
    const seen = join(folder, 'seen')
    const script = `#!/bin/sh\ncat >/dev/null\nprintf '%s\\nget\\nprotocol=https\\nhost=${server.host}\\n' "$SWITCHYARD_GIT_NONCE" | "$SWITCHYARD_GIT_NODE" -e "process.stdin.pipe(require('net').connect(process.env.SWITCHYARD_GIT_SOCKET).on('data', (d) => require('fs').appendFileSync('${seen}', d)))"\n`
    writeFileSync(join(folder, 'evil.git/hooks/pre-receive'), script, { mode: 0o755 })
    shop.git('remote', 'set-url', '--add', '--push', 'origin', join(folder, 'evil.git'))
    shop.git('remote', 'set-url', '--add', '--push', 'origin', shop.git('remote', 'get-url', 'origin'))
    expect(await failure(remotesOf(trusting()).push(shop.path, main, ada))).toBeInstanceOf(Error)
    expect(existsSync(seen) ? readFileSync(seen, 'utf8') : '').toBe('')
  })

  it('reports that it needs one, with the user name of the address', async () => {
    const remotes = remotesOf(trusting())
    expect(await failure(remotes.fetch(shop.path, ['origin'], NOBODY))).toMatchObject({
      _tag: 'LoginRequired',
      auth: { ...place(), username: null, rejected: false },
    })
    shop.git('remote', 'set-url', 'origin', shop.git('remote', 'get-url', 'origin').replace('//', '//ben@'))
    expect(await failure(remotes.push(shop.path, main, NOBODY))).toMatchObject({
      auth: { ...place(), username: 'ben', rejected: false },
    })
  })

  it('reports that it refused one, and does not get it again', async () => {
    const wrong: Logins = () => ({ username: 'ada', password: 'wrong' })
    expect(await failure(remotesOf(trusting()).fetch(shop.path, ['origin'], wrong))).toMatchObject({
      _tag: 'LoginRequired',
      auth: { ...place(), username: 'ada', rejected: true },
    })
    expect(server.received).toHaveLength(1)
  })

  it('gets the login of the user’s own helper only if none is held', async () => {
    const stale = canary('stale', 'test "$1" = get && printf "username=ada\\npassword=stale\\n"; true')
    const good = canary('good', `test "$1" = get && printf '%s\\n' username=ada 'password=${PASSWORD}'; true`)
    const stored = (program: string): string => trusting(`[credential]\n\thelper = !${program}\n`)
    expect(await run(remotesOf(stored(good)).push(shop.path, main, NOBODY))).toMatchObject({ accepted: [place()] })
    expect(marks()).toEqual(['good'])
    expect(await run(remotesOf(stored(stale)).fetch(shop.path, ['origin'], ada))).toMatchObject({
      accepted: [place()],
    })
    expect(marks()).toEqual(['good'])
    expect(await failure(remotesOf(stored(stale)).fetch(shop.path, ['origin'], NOBODY))).toMatchObject({
      auth: { username: 'ada', rejected: true },
    })
  })

  it.each([
    ['turns off the check of certificates', (host: string) => [`http.https://${host}.sslVerify`, 'false'], 'sslverify'],
    ['chooses a proxy', () => ['http.proxy', 'http://127.0.0.1:9'], 'http.proxy'],
    [
      'chooses a trusted certificate',
      (_host: string, certificate: string) => ['http.sslCAInfo', certificate],
      'sslcainfo',
    ],
  ])('gets none if the repository %s', async (_what, setting, named) => {
    const [key = '', value = ''] = setting(server.host, server.certificate)
    shop.git('config', key, value)
    const failed = await failure(remotesOf(trusting()).fetch(shop.path, ['origin'], ada))
    if (named !== 'http.proxy') expect(failed.message).toContain(named)
    expect(server.received).toEqual([])
  })

  it('gets none if the repository redirects it to another place', async () => {
    shop.git('config', `url.https://localhost:${server.host.split(':')[1]}/.insteadOf`, `https://${server.host}/`)
    expect(await failure(remotesOf(trusting()).fetch(shop.path, ['origin'], ada))).toMatchObject({
      _tag: 'LoginRequired',
      auth: { host: expect.stringContaining('localhost:'), rejected: false },
    })
    expect(server.received).toEqual([])
  })

  it('never shows the login, whatever it answers', async () => {
    server.mode = 'echoes'
    const wrong: Logins = () => ({ username: 'ada', password: 'wrong-hush' })
    const failed = await failure(remotesOf(trusting()).fetch(shop.path, ['origin'], wrong))
    expect(failed.message).toContain(server.host)
    expect(server.received).toHaveLength(1)
    for (const hidden of ['wrong-hush', '\u001b']) expect(failed.message).not.toContain(hidden)
    expect(failed.message).not.toContain(Buffer.from('ada:wrong-hush').toString('base64'))
  })

  it('is abandoned with all its processes when it does not answer, and the others are still fetched', async () => {
    const other = repositoryAt(join(folder, 'other'), { 'b.txt': 'two\n' })
    shop.git('remote', 'add', 'other', other.path)
    server.mode = 'hangs'
    const failed = await failure(remotesOf(trusting(), 1500).fetch(shop.path, ['other', 'origin'], ada))
    expect(failed.message).toBe('origin did not answer in time')
    expect(shop.git('rev-parse', 'other/main')).toBe(other.git('rev-parse', 'main'))
    const commands = readdirSync('/proc').flatMap((pid) => {
      try {
        return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8')] : []
      } catch {
        return []
      }
    })
    expect(commands.filter((command) => command.includes(server.host))).toEqual([])
    server.mode = 'answers'
    expect(await run(remotesOf(trusting()).push(shop.path, main, ada))).toMatchObject({ accepted: [place()] })
  })
})

describe.skipIf(!hasSshd)('a remote over SSH', () => {
  let sshd: Sshd
  let at: string
  beforeAll(async () => {
    at = mkdtempSync(join(tmpdir(), 'switchyard-sshd-'))
    sshd = await startSshd(at)
  })
  afterAll(async () => {
    await sshd.stop()
    rmSync(at, { recursive: true, force: true })
  })
  const using = (config: string): string => `[core]\n\tsshCommand = ssh -F ${config} -i ${sshd.identityFile}\n`
  const shopWithRemote = (): TestRepository => {
    gitIn(folder, 'init', '--quiet', '--bare', '-b', 'main', 'origin.git')
    const shop = repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' })
    shop.git('remote', 'add', 'origin', `ssh://${sshd.host}:${sshd.port}${join(folder, 'origin.git')}`)
    return shop
  }
  const main = { remote: 'origin', branch: 'main', track: true }

  it('is reached with the user’s own SSH command, and never with that of the repository', async () => {
    const shop = shopWithRemote()
    shop.git('config', 'core.sshCommand', canary('ssh'))
    shop.git('config', 'remote.origin.receivepack', canary('receive-pack'))
    shop.git('config', 'remote.origin.uploadpack', canary('upload-pack'))
    const remotes = remotesOf(using(sshd.config))
    await run(remotes.push(shop.path, main, NOBODY))
    await run(remotes.fetch(shop.path, ['origin'], NOBODY))
    expect(gitIn(join(folder, 'origin.git'), 'rev-parse', 'main')).toBe(shop.git('rev-parse', 'origin/main'))
    expect(marks()).toEqual([])
  })

  it('with an unknown host key is refused, with what to do', async () => {
    const shop = shopWithRemote()
    const failed = await failure(remotesOf(using(sshd.strangerConfig)).push(shop.path, main, NOBODY))
    expect(failed).toMatchObject({ _tag: 'GitFailed', message: expect.stringContaining('accept its key') })
  })
})

describe('a remote on this machine', () => {
  const main = { remote: 'origin', branch: 'main', track: true }
  const shopWithRemote = (): TestRepository => {
    gitIn(folder, 'init', '--quiet', '--bare', '-b', 'main', 'origin.git')
    const shop = repositoryAt(join(folder, 'shop'), { 'a.txt': 'one\n' })
    shop.git('remote', 'add', 'origin', join(folder, 'origin.git'))
    return shop
  }

  it('runs no program of the repository but its pre-push hook', async () => {
    const shop = shopWithRemote()
    const keys = ['core.sshCommand', 'core.askPass', 'core.gitProxy', 'credential.helper', 'gpg.program']
    for (const key of [...keys, 'core.alternateRefsCommand', 'remote.origin.uploadpack', 'remote.origin.receivepack']) {
      shop.git('config', key, canary(key))
    }
    shop.git('config', 'push.gpgSign', 'if-asked')
    writeFileSync(join(shop.path, '.git/objects/info/alternates'), join(folder, 'origin.git/objects'))
    for (const hook of ['pre-push', 'reference-transaction', 'post-update', 'update']) {
      writeFileSync(join(shop.path, '.git/hooks', hook), readFileSync(canary(hook, 'cat > /dev/null')))
      chmodSync(join(shop.path, '.git/hooks', hook), 0o755)
    }
    const remotes = remotesOf('')
    await run(remotes.fetch(shop.path, ['origin'], NOBODY))
    expect(marks()).toEqual([])
    await run(remotes.push(shop.path, main, NOBODY))
    expect(marks()).toEqual(['pre-push'])
  })

  it.each(['ext::sh -c touch%20marks', 'git://127.0.0.1:9/shop', 'ftp://127.0.0.1:9/shop'])(
    'is refused with the transport of %s',
    async (url) => {
      const shop = shopWithRemote()
      shop.git('remote', 'set-url', 'origin', url)
      const failed = await failure(remotesOf('').fetch(shop.path, ['origin'], NOBODY))
      expect(failed.message).toMatch(/transport '\w+' not allowed/)
    },
  )

  it('gets one branch, whatever the repository chooses to push', async () => {
    const shop = shopWithRemote()
    shop.git('branch', 'other')
    shop.git('tag', '-a', 'v1', '-m', 'one')
    for (const [key, value] of [
      ['remote.origin.push', '+refs/*:refs/*'],
      ['push.followTags', 'true'],
      ['push.default', 'matching'],
    ] as const) {
      shop.git('config', key, value)
    }
    await run(remotesOf('').push(shop.path, main, NOBODY))
    expect(gitIn(join(folder, 'origin.git'), 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
  })
})
