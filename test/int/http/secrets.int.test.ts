import { execFileSync } from 'node:child_process'
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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../src/http/contract/index.js'
import { until } from '../../support/agents/until.js'
import { openReceiver, type Receiver } from '../../support/http/receiver.js'
import { listenTo } from '../../support/service/listener.js'
import { PASSWORDS, startTeam, type Team } from '../../support/service/team.js'
import { endServer, hasTmux, tmuxOf } from '../../support/tmux/panes.js'

const AGENT = `#!/bin/sh
env >"$HOME/started.part"
mv "$HOME/started.part" "$HOME/started"
while read -r line; do eval "$line"; done
`

/** Secrets of all kinds are found where they belong, and nowhere else (supplement-server 31.4). */
describe.skipIf(!hasTmux)('no secret', () => {
  let team: Team
  let vendor: Receiver
  let root: string
  let run: string
  let listener: Awaited<ReturnType<typeof listenTo>>
  const secrets = new Map<string, string>([
    ['password', PASSWORDS.grace],
    ['new password', 'a-marker-of-a-password-1'],
    ['key of a proxy', 'marker-of-the-proxy-0123456789'],
    ['token of the pool', 'marker-of-the-pool-0123456789'],
    ['renewal of the pool', 'marker-of-the-renewal-0123456789'],
    ['key of the pool', 'marker-of-the-key-0123456789'],
    ['saved login', 'marker-of-the-login-0123456789'],
    ['git login', 'marker-of-the-git-login-0123456789'],
    ['address of a webhook', 'marker-of-the-webhook-0123456789'],
    ['secret of a webhook', 'marker-of-the-signature-0123456789'],
    ['key of a subscription', 'bWFya2VyLW9mLXB1c2g'],
  ])
  const secret = (name: string): string => secrets.get(name) ?? ''
  const as = async <A = Record<string, unknown>>(who: 'ada' | 'grace', method: string, path: string, body?: object) => {
    const answer = await team.as<A>(who, path, { method, ...(body === undefined ? {} : { body }) })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer
  }
  const home = () => join(root, 'data', 'users', 'grace')

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-secrets-')))
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin', 'claude'), AGENT)
    chmodSync(join(root, 'bin', 'claude'), 0o700)
    vendor = await openReceiver()
    vendor.answer = (_, response) => response.writeHead(200).end('{"account":{"uuid":"one","email":"one@example.org"}}')
    const env = {
      PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
      SHELL: '/bin/sh',
      SVC_CLAUDE_API_URL: vendor.url,
    }
    team = await startTeam(env, root)
    listener = await listenTo(team.app.url, '', true, { cookie: team.cookies.ada })
    const currentPassword = PASSWORDS.ada
    const login = { accessToken: secret('saved login'), refreshToken: `r-${secret('saved login')}` }
    writeFileSync(join(team.app.claudeHome, '.credentials.json'), JSON.stringify({ claudeAiOauth: login }))
    await as('ada', 'POST', '/api/cc-config/profiles', { name: 'work' })
    await as('ada', 'POST', '/api/ai-routers', { name: 'team', baseUrl: vendor.url, apiKey: secret('key of a proxy') })
    await as('ada', 'POST', '/api/ai-routers/test', { name: 'team', baseUrl: vendor.url })
    const pool = {
      accessToken: secret('token of the pool'),
      refreshToken: secret('renewal of the pool'),
      expiresAt: 9e12,
    }
    const credentials = JSON.stringify({ claudeAiOauth: pool })
    await as('ada', 'POST', '/api/accounts', { tool: 'cli_a', name: 'one', credentials, currentPassword })
    await as('ada', 'POST', '/api/accounts', {
      tool: 'cli_b',
      name: 'two',
      token: secret('key of the pool'),
      currentPassword,
    })
    await as('ada', 'POST', '/api/git-credentials', {
      protocol: 'https',
      host: 'git.example.com',
      username: 'ada',
      password: secret('git login'),
    })
    const url = `${vendor.url}/${secret('address of a webhook')}`
    await as('ada', 'POST', '/api/webhooks', { name: 'W', type: 'generic', url, secret: secret('secret of a webhook') })
    const made = await as<{ secret: string }>('grace', 'POST', '/api/me/tokens', {
      name: 'script',
      scopes: ['read'],
      currentPassword: PASSWORDS.grace,
    })
    secrets.set('access token', made.json.secret)
    await team.host('POST', `/api/users/${team.ids.bob}/password`, { password: secret('new password') })
    mkdirSync(join(home(), 'shop'), { recursive: true })
    const lane = await as<{ lane: { id: number } }>('grace', 'POST', '/api/lanes', { cwd: join(home(), 'shop') })
    const started = await as<{ run_id: string }>('grace', 'POST', `/api/lanes/${lane.json.lane.id}/start`, {})
    run = started.json.run_id
    await until('the agent', () => existsSync(join(home(), 'started')))
    const own = readFileSync(join(home(), 'started'), 'utf8')
    secrets.set('token of the pane', /SVC_PANE_TOKEN=(\S+)/.exec(own)?.[1] ?? '')
    expect(own).toContain(secret('token of the pool'))
    expect(own).not.toContain(secret('renewal of the pool'))
    // Only what the agent wrote itself has its environment.
    rmSync(join(home(), 'started'))
    for (const [name, cookie] of Object.entries(team.cookies))
      secrets.set(`cookie of ${name}`, cookie.split('=')[1] ?? '')
    const refused = { username: 'grace', password: `${secret('password')}-wrong` }
    await team.app.send('/api/auth/login', { method: 'POST', body: refused })
  })
  afterAll(async () => {
    listener.socket.terminate()
    await team.close()
    await vendor.close()
    endServer(join(root, 'data'))
    rmSync(root, { recursive: true, force: true })
  })

  /** Returns the names of the secrets in a text. */
  const foundIn = (text: string): readonly string[] => {
    expect([...secrets.values()].every((value) => value.length > 7)).toBe(true)
    return [...secrets].flatMap(([name, value]) => (text.includes(value) ? [name] : []))
  }
  const filesBelow = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => lstatSync(path).isFile())

  it('is in a file of the data directory, in the log, or in the homes of users', () => {
    const found = filesBelow(join(root, 'data')).flatMap((path) => {
      const names = foundIn(readFileSync(path, 'latin1'))
      return names.length === 0 ? [] : [`${path}: ${names.join()}`]
    })
    expect(found).toEqual([])
    // What is no secret is found, so the search reads what it should.
    const database = filesBelow(join(root, 'data')).filter((path) => path.includes('switchyard.db'))
    expect(database.map((path) => readFileSync(path, 'latin1')).join('')).toContain('git.example.com')
    const codex = filesBelow(team.app.codexHome).flatMap((path) => foundIn(readFileSync(path, 'latin1')))
    expect(codex).toEqual([])
  })

  it('is in the answer of any route that reads, for anybody', async () => {
    const reads = Object.keys(contract).filter((key) => key.startsWith('GET ') && !/(?:redoc|docs|openapi)/.test(key))
    const found: string[] = []
    for (const key of reads) {
      const path = key
        .slice('GET '.length)
        .replace(':provider', 'claude')
        .replace(/:(?:run|id)\b/g, '1')
        .replace(/:\w+/g, run)
      for (const name of ['ada', 'ann', 'grace'] as const)
        found.push(...foundIn((await team.as(name, path)).text).map((what) => `${key} for ${name}: ${what}`))
    }
    expect(reads.length).toBeGreaterThan(100)
    expect(found).toEqual([])
  })

  it('is sent over the socket, or complained about', () => {
    expect(foundIn(JSON.stringify(listener.messages))).toEqual([])
    expect(foundIn(team.app.complaints.join('\n'))).toEqual([])
  })

  it('is in the arguments of a program, or in what tmux keeps', () => {
    const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    expect(foundIn(lines)).toEqual([])
    const tmux = tmuxOf(join(root, 'data'))
    expect(foundIn(tmux('show-environment', '-g'))).toEqual([])
    for (const session of tmux('list-sessions', '-F', '#{session_name}').split('\n'))
      expect(foundIn(tmux('show-environment', '-t', session))).toEqual([])
    expect(foundIn(tmux('list-panes', '-a', '-F', '#{pane_start_command}'))).toEqual([])
  })
})
