import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { openReceiver, type Receiver, status } from '../../../../support/http/receiver.js'
import { listenTo } from '../../../../support/service/listener.js'
import { PASSWORDS, startTeam, type Team } from '../../../../support/service/team.js'
import { endServer, hasTmux } from '../../../../support/tmux/panes.js'

interface Account {
  readonly name: string
  readonly kind: string
  readonly email: string | null
  readonly livePanes: number
  readonly quotaPercent: number | null
  readonly full: boolean
  readonly expired?: boolean
  readonly refreshError?: string | null
  readonly quota: unknown
}
type Answer = Readonly<Record<string, unknown>> & {
  readonly account?: Account
  readonly accounts?: readonly Account[]
  readonly codex?: readonly Account[]
  readonly blockPercent?: number
  readonly run_id?: string
  readonly lane?: { readonly id: number }
  readonly error?: { readonly code: string; readonly resetsAt?: string | null }
}

const AGENT = `#!/bin/sh
{ env; printf 'argument %s\\n' "$@"; cat "$HOME/.codex/auth.json" 2>/dev/null; } >"$HOME/started.$SVC_RUN.part"
mv "$HOME/started.$SVC_RUN.part" "$HOME/started.$SVC_RUN"
while read -r line; do eval "$line"; done
`
const HOUR = 3_600_000
const credentialsOf = (who: string, expiresAt = Date.now() + 8 * HOUR) =>
  JSON.stringify({
    claudeAiOauth: { accessToken: `access-of-${who}`, refreshToken: `refresh-of-${who}`, expiresAt, scopes: [] },
  })
const authOf = (who: string, turn = 1) =>
  JSON.stringify({
    OPENAI_API_KEY: null,
    tokens: {
      id_token: `x.${Buffer.from(JSON.stringify({ email: `${who}@example.org` })).toString('base64url')}.y`,
      access_token: `access-${turn}`,
      refresh_token: `codex-refresh-of-${who}-${turn}`,
      account_id: `id-of-${who}`,
    },
  })

let team: Team
let vendor: Receiver
let root: string
let home: string
let usage: Readonly<Record<string, number>>
let lane: number
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-pool-')))
  mkdirSync(join(root, 'bin'))
  for (const name of ['claude', 'codex']) {
    writeFileSync(join(root, 'bin', name), AGENT)
    chmodSync(join(root, 'bin', name), 0o700)
  }
  vendor = await openReceiver()
  usage = {}
  vendor.answer = (_, response, { path, headers, text }) => {
    const who = /of-(\w+)/.exec(`${headers.authorization} ${text}`)?.[1] ?? ''
    const body =
      path === '/api/oauth/profile'
        ? { account: { uuid: `id-of-${who}`, email: `${who}@example.org` }, organization: { uuid: 'org' } }
        : path === '/v1/oauth/token'
          ? { access_token: `access-of-${who}`, refresh_token: `refresh-of-${who}`, expires_in: 28_800 }
          : { five_hour: { utilization: usage[who] ?? 1, resets_at: '2099-01-01T00:00:00Z' }, seven_day: null }
    response.writeHead(200).end(JSON.stringify(body))
  }
  team = await startTeam(
    {
      PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
      SHELL: '/bin/sh',
      SVC_CLAUDE_API_URL: vendor.url,
      SVC_OPENAI_API_URL: `${vendor.url}/v1`,
    },
    root,
  )
  home = join(root, 'data', 'users', 'grace')
  mkdirSync(join(home, 'shop'), { recursive: true })
  const made = await team.as<Answer>('grace', '/api/lanes', { method: 'POST', body: { cwd: join(home, 'shop') } })
  lane = made.json.lane?.id ?? 0
})
afterEach(async () => {
  await team.close()
  await vendor.close()
  if (hasTmux) endServer(join(root, 'data'))
  rmSync(root, { recursive: true, force: true })
})

const currentPassword = PASSWORDS.ada
const add = async (body: object) =>
  (await team.as<Answer>('ada', '/api/accounts', { method: 'POST', body: { currentPassword, ...body } })).json
const list = async (query = '') => (await team.as<Answer>('ada', `/api/accounts${query}`)).json
const remove = async (name: string, body: object) =>
  (await team.as<Answer>('ada', `/api/accounts/${name}`, { method: 'DELETE', body: { currentPassword, ...body } })).json
const code = ({ error }: Answer) => error?.code
const start = async (body: object = {}) =>
  (await team.as<Answer>('grace', `/api/lanes/${lane}/start`, { method: 'POST', body: { slot: 'auto', ...body } })).json
const noted = async (run: string | undefined) => {
  const file = join(home, `started.${run}`)
  await until('the agent', () => existsSync(file))
  return readFileSync(file, 'utf8')
}
const accountOf = async (run: string | undefined) =>
  (await team.as<{ run: { account: string | null } }>('grace', `/api/run/${run}`)).json.run.account
const stop = (body: object = {}) => team.as('grace', `/api/lanes/${lane}/stop`, { method: 'POST', body })
const filesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => lstatSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')

describe('the pool', () => {
  it('has accounts of both tools, each once, whose tokens are in no answer and no file', async () => {
    expect(await list()).toEqual({ accounts: [], codex: [], blockPercent: 95 })
    expect(await add({ tool: 'cli_a', name: 'one', token: 'sk-ant-oat01-marker' })).toMatchObject({
      account: { name: 'one', kind: 'token', email: null, expired: false, quota: null, full: false },
    })
    expect(await add({ tool: 'cli_a', name: 'two', credentials: credentialsOf('eve') })).toMatchObject({
      account: { name: 'two', kind: 'login', email: 'eve@example.org' },
    })
    expect(await add({ tool: 'cli_b', name: 'one', token: 'sk-key-marker' })).toMatchObject({
      account: { name: 'one', kind: 'apikey' },
    })
    expect(await add({ tool: 'cli_b', name: 'two', token: authOf('bob') })).toMatchObject({
      account: { name: 'two', kind: 'chatgpt', email: 'bob@example.org' },
    })
    const refused: readonly (readonly [string, object])[] = [
      ['EEXISTS', { tool: 'cli_a', name: 'one', token: 'another-token' }],
      ['EEXISTS', { tool: 'cli_a', name: 'three', token: 'sk-ant-oat01-marker' }],
      ['EEXISTS', { tool: 'cli_a', name: 'three', credentials: credentialsOf('eve', 9e12) }],
      ['EEXISTS', { tool: 'cli_b', name: 'three', token: authOf('bob', 2) }],
      ['EBADTOOL', { tool: 'cli_c', name: 'three', token: 'another-token' }],
      ['EBADNAME', { tool: 'cli_a', name: '../x', token: 'another-token' }],
      ['EBADNAME', { tool: 'cli_a', token: 'another-token' }],
      ['EBADTOKEN', { tool: 'cli_a', name: 'three' }],
      ['EBADTOKEN', { tool: 'cli_a', name: 'three', token: 'short' }],
      ['EBADTOKEN', { tool: 'cli_a', name: 'three', token: 'with a space' }],
      ['EBADTOKEN', { tool: 'cli_a', name: 'three', token: 'another-token', profile: 'x' }],
      ['EBADTOKEN', { tool: 'cli_a', name: 'three', credentials: '{"claudeAiOauth":{}}' }],
      ['EBADTOKEN', { tool: 'cli_b', name: 'three', credentials: credentialsOf('eve') }],
      ['EBADTOKEN', { tool: 'cli_b', name: 'three', token: '{"tokens":{}}' }],
      ['ENOACCOUNT', { tool: 'cli_a', name: 'three', profile: 'none' }],
      ['EREAUTH', { tool: 'cli_a', name: 'three', token: 'another-token', currentPassword: 'wrong' }],
    ]
    for (const [wanted, body] of refused) expect(code(await add(body)), JSON.stringify(body)).toBe(wanted)
    vendor.answer = status(503)
    expect(code(await add({ tool: 'cli_a', name: 'three', credentials: credentialsOf('dan') }))).toBe('EUPSTREAM')
    vendor.answer = status(401)
    expect(code(await add({ tool: 'cli_a', name: 'three', credentials: credentialsOf('dan') }))).toBe('EBADTOKEN')
    const marker = /marker|(?:access|refresh)-of-|codex-refresh/
    expect(JSON.stringify(await list())).not.toMatch(marker)
    expect(filesIn(join(root, 'data'))).not.toMatch(marker)
    expect(await remove('one', { tool: 'cli_a' })).toEqual({ ok: true, livePanes: 0 })
    expect(code(await remove('one', { tool: 'cli_a' }))).toBe('ENOACCOUNT')
    expect(code(await remove('two', { tool: 'x' }))).toBe('EBADTOOL')
    const { text } = await team.as('ada', '/api/users/audit')
    expect(text).toContain('pool-changed')
    expect(text).not.toMatch(marker)
  })

  it('is for admins of server mode', async () => {
    for (const name of ['ann', 'grace'] as const)
      expect((await team.as<Answer>(name, '/api/accounts')).status).toBe(403)
    expect(code((await team.as<Answer>('grace', '/api/accounts', { method: 'POST', body: {} })).json)).toBe('EADMIN')
  })

  it('tells admins, and nobody else, which account changed', async () => {
    const listen = (name: 'ada' | 'ann' | 'grace') => listenTo(team.app.url, '', true, { cookie: team.cookies[name] })
    const [admin, ...others] = [await listen('ada'), await listen('ann'), await listen('grace')]
    await add({ tool: 'cli_a', name: 'one', token: 'sk-ant-oat01-marker' })
    await until('the change', () => admin.of('account_changed').length > 0)
    expect(admin.of('account_changed').map(({ data }) => data)).toEqual([{ tool: 'cli_a', name: 'one' }])
    await team.app.hook('Notification', { session_id: 'of-nobody', message: 'Claude needs your permission' })
    await until('a later message', () => others[0]?.of('new_event').length !== 0)
    expect(others.flatMap((one) => one.of('account_changed'))).toEqual([])
    await Promise.all([admin, ...others].map((one) => one.close()))
  })

  it('takes saved logins, but not the one in use', async () => {
    const claude = join(root, 'claude')
    const signIn = (who: string) => {
      writeFileSync(join(claude, '.credentials.json'), credentialsOf(who))
      writeFileSync(
        join(claude, '.claude.json'),
        JSON.stringify({ oauthAccount: { accountUuid: `id-of-${who}`, emailAddress: `${who}@x.org` } }),
      )
    }
    for (const who of ['ada', 'eve']) {
      signIn(who)
      await team.as('ada', '/api/cc-config/profiles', { method: 'POST', body: { name: who } })
    }
    expect(code(await add({ tool: 'cli_a', profile: 'eve' }))).toBe('EACTIVE')
    expect(await add({ tool: 'cli_a', profile: 'ada' })).toMatchObject({ account: { name: 'ada', email: 'ada@x.org' } })
    const { json } = await team.as<{ profiles: readonly { name: string }[] }>('ada', '/api/accounts/profiles')
    expect(json.profiles.map(({ name }) => name)).toEqual(['eve'])
  })
})

describe.skipIf(!hasTmux)('an agent', () => {
  it('gets the account that is used least, by its environment alone, and the run says which', async () => {
    const before = await start()
    expect(await accountOf(before.run_id)).toBeNull()
    await add({ tool: 'cli_a', name: 'one', credentials: credentialsOf('eve') })
    await add({ tool: 'cli_a', name: 'two', token: 'sk-ant-oat01-of-bob' })
    const [first, second] = [await start(), await start()]
    expect([await accountOf(first.run_id), await accountOf(second.run_id)]).toEqual(['one', 'two'])
    expect(await noted(first.run_id)).toContain('CLAUDE_CODE_OAUTH_TOKEN=access-of-eve\n')
    expect(await noted(first.run_id)).not.toContain('refresh-of-eve')
    expect(await noted(second.run_id)).toContain('CLAUDE_CODE_OAUTH_TOKEN=sk-ant-oat01-of-bob\n')
    expect((await list()).accounts?.map(({ livePanes }) => livePanes)).toEqual([1, 1])
    usage = { eve: 96, bob: 20 }
    expect((await list('?force=1')).accounts).toMatchObject([
      { name: 'one', full: true, quotaPercent: 96, quota: { fiveHour: { percent: 96 }, error: null } },
      { name: 'two', full: false, quotaPercent: 20 },
    ])
    expect(await accountOf((await start()).run_id)).toBe('two')
    usage = { eve: 96, bob: 99 }
    await list('?force=1')
    expect((await start()).error).toMatchObject({ code: 'EPOOLFULL', resetsAt: '2099-01-01T00:00:00.000Z' })
    expect((await start({ shell: true })).run_id).toBeDefined()
    expect(await remove('one', { tool: 'cli_a' })).toEqual({ ok: true, livePanes: 1 })
    const { items } = (await team.as<{ items: readonly { run_id: string }[] }>('grace', '/api/run')).json
    expect(items.map(({ run_id }) => run_id)).toContain(first.run_id)
  })

  it('gets a token that the service has renewed, and no account whose token cannot be', async () => {
    await add({ tool: 'cli_a', name: 'old', credentials: credentialsOf('eve', Date.now() + HOUR / 4) })
    const asked = vendor.received.length
    await noted((await start()).run_id)
    expect(vendor.received.slice(asked).map(({ path }) => path)).toContain('/v1/oauth/token')
    await add({ tool: 'cli_a', name: 'gone', credentials: credentialsOf('dan', Date.now() + HOUR / 4) })
    await remove('old', { tool: 'cli_a' })
    vendor.answer = status(400)
    expect((await start()).error).toMatchObject({ code: 'EPOOLFULL', resetsAt: null })
    expect((await list()).accounts).toMatchObject([
      { name: 'gone', refreshError: expect.stringContaining('400') as string },
    ])
  })

  it('of Codex gets a key by a profile', async () => {
    await add({ tool: 'cli_b', name: 'key', token: 'sk-key-marker' })
    const text = await noted((await start({ tool: 'cli_b' })).run_id)
    expect(text).toContain('argument --profile=switchyard-pool\n')
    expect(text).toContain('SWITCHYARD_ACCOUNT_KEY=sk-key-marker\n')
    const layer = readFileSync(join(home, '.codex', 'switchyard-pool.config.toml'), 'utf8')
    expect(layer).toContain(`base_url = "${vendor.url}/v1"`)
    expect(layer).not.toContain('marker')
  })

  it('of Codex gets a login as a file, alone, which is taken back with what Codex has renewed', async () => {
    await add({ tool: 'cli_b', name: 'login', token: authOf('bob') })
    const auth = join(home, '.codex', 'auth.json')
    const first = await start({ tool: 'cli_b', slot: 0 })
    expect(await noted(first.run_id)).toContain('codex-refresh-of-bob-1')
    expect(statSync(auth).mode & 0o777).toBe(0o600)
    expect((await start({ tool: 'cli_b', slot: 1 })).error?.code).toBe('EPOOLFULL')
    writeFileSync(auth, authOf('bob', 2))
    await stop()
    await until('the login is taken back', () => !existsSync(auth))
    const second = await start({ tool: 'cli_b', slot: 0 })
    expect(await noted(second.run_id)).toContain('codex-refresh-of-bob-2')
    await stop()
    await until('the login is taken back', () => !existsSync(auth))
    // A login of the user's own is never replaced.
    writeFileSync(auth, authOf('own'))
    expect((await start({ tool: 'cli_b', slot: 0 })).error?.code).toBe('EPOOLFULL')
    expect(readFileSync(auth, 'utf8')).toBe(authOf('own'))
  })
})
