import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { gitIn, repositoryAt } from '../../../../support/git/repository.js'
import { type GitServer, hasGitServer, startGitServer } from '../../../../support/git/server.js'
import { listenTo } from '../../../../support/service/listener.js'
import { type Name, startTeam, type Team } from '../../../../support/service/team.js'

const PASSWORD = 'hush-token-4711'

interface Answer {
  readonly path?: string
  readonly created?: boolean
  readonly lane?: { readonly id: number; readonly cwd: string; readonly title: string | null }
  readonly error?: { readonly code: string; readonly message: string; readonly auth?: object }
}

describe.skipIf(!hasGitServer)('cloning a repository', () => {
  let team: Team
  let server: GitServer
  let folder: string
  let parent: string
  let url: string
  let count = 0
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchyard-clone-'))
    server = await startGitServer(folder, `ada:${PASSWORD}`)
    writeFileSync(join(folder, '.gitconfig'), `[http]\n\tsslCAInfo = ${server.certificate}\n`)
    team = await startTeam({ HOME: folder })
    // A hook of the clone that leaves a trace, if templates were used.
    const origin = server.create('shop.git')
    const other = repositoryAt(join(folder, 'other'), { 'a.txt': 'one\n', '.gitmodules': '' })
    other.git('checkout', '--quiet', '-b', 'trunk')
    other.git('push', '--quiet', origin, 'trunk')
    gitIn(origin, 'symbolic-ref', 'HEAD', 'refs/heads/trunk')
    url = server.url('shop.git')
  })
  afterAll(async () => {
    await team.close()
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    server.mode = 'answers'
    count += 1
    parent = mkdtempSync(join(folder, `place-${count}-`))
  })

  const clone = async (body: object, name: Name = 'ada'): Promise<Answer> =>
    (await team.as<Answer>(name, '/api/lanes/clone', { method: 'POST', body: { url, parent, ...body } })).json
  const codeOf = ({ error }: Answer): string | undefined => error?.code
  const login = (more: object = {}) => ({ credentials: { username: 'ada', password: PASSWORD, ...more } })

  it('makes a lane on its default branch, with nothing of the login in it', async () => {
    const listener = await listenTo(team.app.url, '', true, { cookie: team.cookies.ada })
    const { lane, path, created } = await clone({ ...login(), title: 'Shop' })
    expect([path, created, lane?.cwd, lane?.title]).toEqual([join(parent, 'shop'), true, path, 'Shop'])
    const at = path ?? ''
    expect(readFileSync(join(at, 'a.txt'), 'utf8')).toBe('one\n')
    expect(gitIn(at, 'status', '--short', '--branch')).toContain('## trunk...origin/trunk')
    expect(gitIn(at, 'symbolic-ref', 'refs/remotes/origin/HEAD')).toContain('refs/remotes/origin/trunk')
    expect(readFileSync(join(at, '.git', 'config'), 'utf8')).not.toMatch(/hush|ada/)
    expect(existsSync(join(at, '.git', 'hooks'))).toBe(false)
    expect(readdirSync(parent)).toEqual(['shop'])
    await until('the progress', () => listener.of('clone_progress').length > 0)
    expect(listener.of('clone_progress').at(-1)?.data).toMatchObject({ path, percent: 100 })
    await listener.close()
  })

  it('asks for a login, refuses a wrong one, and leaves nothing', async () => {
    const { error } = await clone({})
    expect([error?.code, error?.auth]).toEqual([
      'ECREDENTIALS',
      { protocol: 'https', host: server.host, username: null, rejected: false },
    ])
    expect(codeOf(await clone(login({ password: 'wrong' })))).toBe('ECREDENTIALS')
    expect(readdirSync(parent)).toEqual([])
    expect(JSON.stringify(await clone(login({ password: 'wrong-hush' })))).not.toContain('hush')
  })

  it('remembers a login that was accepted, for its user only', async () => {
    await clone(login({ remember: true }))
    expect(codeOf(await clone({ name: 'second' }))).toBeUndefined()
    await team.as('ada', `/api/git-credentials/https/${encodeURIComponent(server.host)}`, { method: 'DELETE' })
    expect(codeOf(await clone({ name: 'third' }))).toBe('ECREDENTIALS')
  })

  it('says that there is no such repository', async () => {
    expect(codeOf(await clone({ url: server.url('none.git'), ...login() }))).toBe('ENOREPO')
    expect(readdirSync(parent)).toEqual([])
  })

  it.each([
    'file:///etc',
    '/srv/shop',
    'ext::sh -c touch% /tmp/x',
    'http://git.example.com/shop.git',
    'https://ada:secret@git.example.com/shop.git',
    '--upload-pack=touch /tmp/x',
    'ssh://-oProxyCommand=x/shop',
    'https://169.254.169.254/latest',
    `https://git.example.com/${'x'.repeat(2048)}`,
    'https://git.example.com/a\nb',
    5,
  ])('refuses the address %j', async (address) => {
    expect(codeOf(await clone({ url: address, name: 'shop' }))).toBe('EBADURL')
  })

  it('refuses a member folders of others first, and this machine', async () => {
    expect(codeOf(await clone({ url: 'ext::sh' }, 'bob'))).toBe('EFOLDER')
    expect(codeOf(await clone({ parent: '~' }, 'bob'))).toBe('EBADURL')
  })

  it('never replaces what is there, also what appears meanwhile', async () => {
    expect(codeOf(await clone({ name: '.' }))).toBe('EBADNAME')
    writeFileSync(join(parent, 'shop'), 'mine')
    expect(codeOf(await clone(login()))).toBe('EEXISTS')
    expect(readFileSync(join(parent, 'shop'), 'utf8')).toBe('mine')
    server.onLogin = () => writeFileSync(join(parent, 'late'), 'mine')
    expect(codeOf(await clone({ ...login(), name: 'late' }))).toBe('EEXISTS')
    server.onLogin = () => undefined
    expect(readdirSync(parent)).toEqual(['late', 'shop'])
  })
})
