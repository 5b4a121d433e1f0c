import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORDS, startTeam, type Team } from '../../../support/service/team.js'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team.close())

const me = async (cookie: string) => {
  const answer = await team.app.send<{ user: { username: string } | null }>('/api/auth/me', { headers: { cookie } })
  return answer.json.user?.username ?? null
}
const logIn = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  team.app.send<{ error?: { code: string } }>('/api/auth/login', { method: 'POST', body, headers })

describe('a login', () => {
  it('has a new cookie that only the browser itself sends, and never one that the client chose', async () => {
    const cookie = `svc_sid=${'a'.repeat(43)}`
    const body = { username: 'GRACE', password: PASSWORDS.grace }
    const { status, headers, text } = await logIn(body, { cookie })
    const [given = ''] = headers['set-cookie'] ?? []
    expect([status, given.includes('a'.repeat(43)), text.includes(PASSWORDS.grace)]).toEqual([200, false, false])
    expect(given).toMatch(/^svc_sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/)
    expect(await me(given.split(';')[0] ?? '')).toBe('grace')
  })

  it.each([
    ['a wrong password', { username: 'grace', password: 'wrong-password' }],
    ['an unknown name', { username: 'nobody', password: 'wrong-password' }],
    ['a password that no account can have', { username: 'grace', password: 'x'.repeat(200) }],
  ])('is refused alike for %s', async (_case, body) => {
    const { status, json, headers } = await logIn(body)
    expect([status, json.error?.code, headers['set-cookie']]).toEqual([401, 'EBADLOGIN', undefined])
  })

  it('is needed by every route but those of health and signing in, and a cookie that proves nothing is forgotten', async () => {
    const cookie = `svc_sid=${'b'.repeat(43)}`
    const statuses = await Promise.all(
      ['/api/sessions', '/api/openapi.json', '/api/metrics', '/api/health', '/api/auth/me', '/'].map(
        async (path) => (await team.app.send(path, { headers: { cookie } })).status,
      ),
    )
    expect(statuses).toEqual([401, 401, 401, 200, 200, 200])
    const { headers } = await team.app.send('/api/sessions', { headers: { cookie } })
    expect(headers['set-cookie']?.[0]).toContain('Max-Age=0')
  })

  it('is not guessed from two cookies that contradict each other', async () => {
    const cookie = `${team.cookies.ada}; ${team.cookies.bob}`
    expect((await team.app.send('/api/sessions', { headers: { cookie } })).status).toBe(401)
    const twice = `${team.cookies.ada}; ${team.cookies.ada}`
    expect((await team.app.send('/api/sessions', { headers: { cookie: twice } })).status).toBe(200)
  })

  it('ends by signing out, and no other one does', async () => {
    const [first, second] = [await team.signIn('bob'), await team.signIn('bob')]
    const { headers } = await team.app.send('/api/auth/logout', { method: 'POST', headers: { cookie: first } })
    expect(headers['clear-site-data']).toBe('"cache", "storage"')
    expect([await me(first), await me(second)]).toEqual([null, 'bob'])
  })

  it('that changed the own password goes on with a new cookie, and the others end', async () => {
    const [used, other] = [await team.signIn('bob'), await team.signIn('bob')]
    const changed = await team.app.send('/api/me/password', {
      method: 'POST',
      headers: { cookie: used },
      body: { currentPassword: PASSWORDS.bob, newPassword: 'quite-another-phrase' },
    })
    const renewed = changed.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    expect([changed.status, await me(used), await me(other), await me(renewed)]).toEqual([200, null, null, 'bob'])
    await team.host('POST', `/api/users/${team.ids.bob}/password`, { password: PASSWORDS.bob })
    expect(await me(renewed)).toBeNull()
  })

  it('survives a change of role, which holds from the next request on', async () => {
    const cookie = await team.signIn('bob')
    const users = () => team.app.send('/api/users', { headers: { cookie } })
    expect((await users()).status).toBe(403)
    await team.host('PATCH', `/api/users/${team.ids.bob}`, { role: 'analyst' })
    expect((await users()).status).toBe(200)
    await team.host('PATCH', `/api/users/${team.ids.bob}`, { role: 'developer' })
    expect((await users()).status).toBe(403)
  })

  it('ends when the account is disabled, and the right password is then a wrong one', async () => {
    const cookie = await team.signIn('bob')
    await team.host('PATCH', `/api/users/${team.ids.bob}`, { disabled: true })
    const again = await logIn({ username: 'bob', password: PASSWORDS.bob })
    expect([await me(cookie), again.status]).toEqual([null, 401])
    await team.host('PATCH', `/api/users/${team.ids.bob}`, { disabled: false })
    expect(await me(await team.signIn('bob'))).toBe('bob')
  })
})

describe('pages of other origins', () => {
  const write = (headers: Readonly<Record<string, string>>) =>
    team.as('grace', '/api/me/prefs', { method: 'PUT', body: { prefs: { theme: 'dark' } }, headers })

  it.each([
    ['a program without a browser', {}, 200],
    ['the own page', { own: '1' }, 200],
    ['another port of the host', { origin: 'http://127.0.0.1:9' }, 403],
    ['another scheme', { origin: 'https://127.0.0.1' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s', async (_case, { own, ...headers }: Record<string, string>, status) => {
    const { host } = new URL(team.app.url)
    const sent: Record<string, string> = own === undefined ? headers : { origin: `http://${host}` }
    expect((await write(sent)).status).toBe(status)
  })
})

describe('wrong passwords', () => {
  it('lock a name from an address, also for the right one, and the audit log says so once', async () => {
    await team.host('POST', '/api/users', { username: 'eve', password: 'a-long-phrase-1', role: 'member' })
    const wrong = { username: 'eve', password: 'wrong-password' }
    const answers: number[] = []
    for (let i = 0; i < 10; i += 1) answers.push((await logIn(wrong)).status)
    const { status, headers } = await logIn({ username: 'eve', password: 'a-long-phrase-1' })
    expect([new Set(answers), status]).toEqual([new Set([401]), 429])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    // What a client says about itself changes nothing, unless a trusted proxy says it.
    expect((await logIn(wrong, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429)
    const { rows } = (await team.host('GET', '/api/users/audit?kind=logins-locked')).body as { rows: unknown[] }
    expect(rows).toHaveLength(1)
    expect(await me(await team.signIn('grace'))).toBe('grace')
  })

  it('at once are not more than one after the other', async () => {
    await team.host('POST', '/api/users', { username: 'mallory', password: 'a-long-phrase-1', role: 'member' })
    const wrong = { username: 'mallory', password: 'wrong-password' }
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(wrong)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  })
})

it('no password and no cookie is in a file, but as a digest or encrypted', () => {
  for (const name of ['accounts.db', 'switchyard.db', 'switchyard.db-wal']) {
    const bytes = readFileSync(join(team.app.folder, 'data', name)).toString('latin1')
    for (const secret of [...Object.values(PASSWORDS), ...Object.values(team.cookies).map((one) => one.slice(8))])
      expect(bytes.includes(secret), name).toBe(false)
  }
})
