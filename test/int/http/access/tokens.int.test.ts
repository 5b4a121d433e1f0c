import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../support/agents/until.js'
import { listenTo } from '../../../support/service/listener.js'
import { PASSWORDS, startTeam, type Team } from '../../../support/service/team.js'
import { endServer, hasTmux } from '../../../support/tmux/panes.js'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(async () => {
  if (hasTmux) endServer(join(team.app.folder, 'data'))
  await team.close()
})

interface Made {
  readonly token: { readonly id: string }
  readonly secret: string
  readonly error?: { readonly code: string }
}
const make = (scopes: readonly string[], more: object = {}) =>
  team.as<Made>('grace', '/api/me/tokens', {
    method: 'POST',
    body: { name: 'script', scopes, currentPassword: PASSWORDS.grace, ...more },
  })
const ask = async (secret: string, path: string, method = 'GET', body?: unknown, cookie?: string) => {
  const headers = { authorization: `Bearer ${secret}`, ...(cookie === undefined ? {} : { cookie }) }
  const answer = await team.app.send(path, { method, headers, ...(body === undefined ? {} : { body }) })
  const { error } = answer.text.startsWith('{') ? (JSON.parse(answer.text) as { error?: { code: string } }) : {}
  return error === undefined ? answer.status : error.code
}

describe('an access token', () => {
  it('does what its scopes say, for its user, and never what needs a password', async () => {
    const [read, write, metrics] = await Promise.all(
      [['read'], ['write'], ['metrics']].map(async (scopes) => (await make(scopes)).json.secret),
    )
    const prefs = { prefs: { theme: 'dark' } }
    const doing = async (secret = '') => [
      await ask(secret, '/api/sessions'),
      await ask(secret, '/api/me/prefs', 'PUT', prefs),
      await ask(secret, '/api/metrics'),
      await ask(secret, '/api/me/tokens', 'POST', { name: 'x', scopes: ['read'], currentPassword: PASSWORDS.grace }),
    ]
    expect([await doing(read), await doing(write), await doing(metrics)]).toEqual([
      [200, 'EADMIN', 200, 'EREAUTH'],
      [200, 200, 200, 'EREAUTH'],
      ['EADMIN', 'EADMIN', 200, 'EREAUTH'],
    ])
    const { json } = await team.as<{ tokens: { lastUsedAt: string | null }[] }>('grace', '/api/me/tokens')
    expect(json.tokens).toHaveLength(3)
    expect(JSON.stringify(json)).not.toContain('svct_')
    expect(json.tokens.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true)
  })

  it('decides alone, whatever cookie comes with it', async () => {
    expect(await ask('svct_unknown', '/api/sessions', 'GET', undefined, team.cookies.grace)).toBe('EAUTH')
    expect(await ask('something-else', '/api/sessions', 'GET', undefined, team.cookies.grace)).toBe(200)
  })

  it('ends when it is revoked, and when somebody else sets the password', async () => {
    const [one, two] = [(await make(['read'])).json, (await make(['read'])).json]
    const listener = await listenTo(team.app.url, '', true, { authorization: `Bearer ${one.secret}` })
    const closed = new Promise<number>((resolve) => listener.socket.on('close', resolve))
    await team.as('grace', `/api/me/tokens/${one.token.id}`, { method: 'DELETE' })
    expect([await closed, await ask(one.secret, '/api/sessions')]).toEqual([4401, 'EAUTH'])
    expect((await team.as('bob', `/api/me/tokens/${two.token.id}`, { method: 'DELETE' })).status).toBe(404)
    await team.host('POST', `/api/users/${team.ids.grace}/password`, { password: PASSWORDS.grace })
    expect(await ask(two.secret, '/api/sessions')).toBe('EAUTH')
  })

  it.each([{ name: '' }, { name: 'x'.repeat(61) }, { scopes: ['all'] }, { scopes: [] }, { expiresInDays: 366 }])(
    'is not made with %j',
    async (wrong) => {
      const cookie = await team.signIn('grace')
      const body = { name: 'script', scopes: ['read'], currentPassword: PASSWORDS.grace, ...wrong }
      const answer = await team.app.send<Made>('/api/me/tokens', { method: 'POST', headers: { cookie }, body })
      expect([answer.status, answer.json.error?.code]).toEqual([400, 'EBADFIELD'])
    },
  )
})

describe.skipIf(!hasTmux)('a pane', () => {
  it('acts as a member for the owner of its lane, with less than the owner may, while it lives', async () => {
    const cwd = join(team.app.folder, 'data', 'users', 'bob', 'shop')
    mkdirSync(cwd)
    const run = await team.as<{ run_id: string; lane: { id: number } }>('bob', '/api/run', {
      method: 'POST',
      body: { cwd, shell: true },
    })
    const lane = run.json.lane.id
    const wanted = 'printf %s "$SVC_PANE_TOKEN $HOME" > told'
    const socket = await team.signIn('bob')
    const terminal = new WebSocket(`${team.app.url.replace('http', 'ws')}/ws/terminal?lane=${lane}&slot=0`, {
      headers: { cookie: socket },
    })
    terminal.on('message', (data: Buffer, isBinary) => {
      if (!isBinary && data.toString().includes('"ready"')) terminal.send(Buffer.from(`${wanted}\r`))
    })
    await until(
      'the shell says who it is',
      () => existsSync(join(cwd, 'told')) && readFileSync(join(cwd, 'told'), 'utf8') !== '',
    )
    const [token = '', home] = readFileSync(join(cwd, 'told'), 'utf8').split(' ')
    expect(home).toBe(join(team.app.folder, 'data', 'users', 'bob'))
    expect([
      await ask(token, `/api/lanes/${lane}`),
      await ask(token, '/api/me/prefs'),
      await ask(token, '/api/me/prefs', 'PUT', { prefs: {} }),
      await ask(token, '/api/me/account'),
      await ask(token, '/api/git-credentials'),
      await ask(token, '/api/users'),
      await ask(token, `/api/lanes/${lane}/start`, 'POST', { permissionMode: 'bypassPermissions', slot: 1 }),
    ]).toEqual([200, 200, 'EPANE', 'EPANE', 'EPANE', 'EADMIN', 'EPANE'])
    const forwarded = { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' } }
    expect((await team.app.send('/api/lanes', forwarded)).status).toBe(401)
    const watching = new WebSocket(`${team.app.url.replace('http', 'ws')}/ws/terminal?lane=${lane}&slot=0&mode=ro`, {
      headers: { cookie: team.cookies.ann },
    })
    await new Promise((resolve) => watching.once('message', resolve))
    const { rows } = (await team.host('GET', '/api/users/audit?kind=terminal-attached')).body as { rows: unknown[] }
    expect(rows).toMatchObject([{ reader: 'ann', owner: 'bob', lane_id: lane, detail: 'ro' }])
    watching.terminate()
    await team.as('bob', `/api/lanes/${lane}/stop`, { method: 'POST', body: {} })
    expect(await ask(token, `/api/lanes/${lane}`)).toBe('EAUTH')
    terminal.terminate()
  })
})
