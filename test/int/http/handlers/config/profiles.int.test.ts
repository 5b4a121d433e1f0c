import {
  chmodSync,
  existsSync,
  lstatSync,
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
import { openReceiver, type Receiver, status } from '../../../../support/http/receiver.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { startTeam } from '../../../../support/service/team.js'

interface Profile {
  readonly name: string
  readonly label: string
  readonly active: boolean
  readonly email: string | null
}
type Answer = Readonly<Record<string, unknown>> & {
  readonly profile?: Profile
  readonly profiles?: readonly Profile[]
  readonly live?: { readonly email: string | null; readonly profile: string | null } | null
  readonly error?: { readonly code: string; readonly profile?: string }
}

let app: App
let root: string
let vendor: Receiver
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-profiles-')))
  vendor = await openReceiver()
  app = await startApp({ SVC_CLAUDE_API_URL: vendor.url }, root)
})
afterEach(async () => {
  await app.close()
  await vendor.close()
  rmSync(root, { recursive: true, force: true })
})

const HOUR = 3_600_000
const tokensOf = (who: string, expiresAt = Date.now() + HOUR) => ({
  accessToken: `access-of-${who}`,
  refreshToken: `refresh-of-${who}`,
  expiresAt,
  scopes: ['user:inference', 'user:profile'],
  subscriptionType: 'max',
})
const accountOf = (who: string) => ({ accountUuid: `id-of-${who}`, emailAddress: `${who}@example.org` })
const credentials = () => join(root, 'claude', '.credentials.json')
const state = () => join(root, 'claude', '.claude.json')
const OTHER = { mcpOAuth: { server: 'own' } }
const STATE = '{\n  "numStartups": 7,\n  "mcpServers": { "db": { "command": "db" } },\n  "oauthAccount": null\n}\n'
/** Signs in as the CLI does. */
const signIn = (who: string, expiresAt?: number): void => {
  writeFileSync(credentials(), JSON.stringify({ ...OTHER, claudeAiOauth: tokensOf(who, expiresAt) }), { mode: 0o600 })
  const known = existsSync(state()) ? readFileSync(state(), 'utf8') : STATE
  writeFileSync(
    state(),
    known.replace(/"oauthAccount": (?:null|\{[^}]*\})/, `"oauthAccount": ${JSON.stringify(accountOf(who))}`),
  )
}
const signedIn = () => {
  const { claudeAiOauth: tokens } = JSON.parse(readFileSync(credentials(), 'utf8')) as {
    claudeAiOauth?: { accessToken: string }
  }
  const { oauthAccount: account } = JSON.parse(readFileSync(state(), 'utf8')) as {
    oauthAccount?: { emailAddress: string }
  }
  return [tokens?.accessToken, account?.emailAddress]
}
const send = async (method: string, path: string, body: object) =>
  (await app.send<Answer>(`/api/cc-config/profiles${path}`, { method, body })).json
const list = async () => app.get<Answer>('/api/cc-config/profiles')
const code = ({ error }: Answer) => error?.code
const save = (body: object = {}) => send('POST', '', body)
const filesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => lstatSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')

describe('saved logins', () => {
  it('are saved, labelled, switched and deleted, and only the identity moves', async () => {
    expect(code(await save())).toBe('ENOLOGIN')
    expect(await list()).toEqual({ profiles: [], live: null })
    signIn('ada')
    expect((await list()).live).toMatchObject({ email: 'ada@example.org', profile: null })
    expect(await save({ label: ' Work ' })).toMatchObject({
      profile: { name: 'Work', label: 'Work', active: true, email: 'ada@example.org', subscriptionType: 'max' },
    })
    expect((await save({ label: 'Again' })).error).toMatchObject({ code: 'EDUPLICATE', profile: 'Work' })
    expect(await save({ name: 'Work' })).toMatchObject({ profile: { name: 'Work', label: 'Work' } })
    signIn('eve')
    expect(code(await send('POST', '/activate', { name: 'Work' }))).toBe('EUNSAVED')
    expect(code(await save({ name: 'Work' }))).toBe('EEXISTS')
    expect(code(await save({ label: 'work' }))).toBe('EEXISTS')
    expect(await save()).toMatchObject({ profile: { name: 'eve', label: 'eve', active: true } })
    expect(code(await send('DELETE', '', { name: 'eve' }))).toBe('EACTIVE')

    // What the CLI has renewed is saved when its login goes.
    const renewed = readFileSync(credentials(), 'utf8').replace('access-of-eve', 'access-of-eve-2')
    writeFileSync(credentials(), renewed)
    const before = readFileSync(state(), 'utf8')
    expect(await send('POST', '/activate', { name: 'Work' })).toMatchObject({ profile: { name: 'Work', active: true } })
    expect(signedIn()).toEqual(['access-of-ada', 'ada@example.org'])
    const rest = (text: string) => text.replace(/"oauthAccount": \{[^}]*\}/, '')
    expect(rest(readFileSync(state(), 'utf8'))).toBe(rest(before))
    expect(JSON.parse(readFileSync(credentials(), 'utf8'))).toMatchObject(OTHER)
    expect(statSync(credentials()).mode & 0o777).toBe(0o600)
    await send('POST', '/activate', { name: 'eve' })
    expect(signedIn()).toEqual(['access-of-eve-2', 'eve@example.org'])

    expect(await send('PATCH', '', { name: 'Work', label: 'Client A' })).toMatchObject({
      profile: { name: 'Work', label: 'Client A', active: false },
    })
    expect(code(await send('PATCH', '', { name: 'Work', label: 'EVE' }))).toBe('EEXISTS')
    for (const label of ['', ' ', 'x'.repeat(61), 'a\nb', 5])
      expect(code(await send('PATCH', '', { name: 'Work', label }))).toBe('EBADFIELD')
    expect(code(await send('PATCH', '', { name: 'none', label: 'x' }))).toBe('ENOTFOUND')
    for (const name of ['../x', '', '.', 'a/b'])
      expect(code(await send('POST', '/activate', { name }))).toBe('ENOTFOUND')
    expect(code(await save({ name: '../x' }))).toBe('EBADNAME')
    expect(await send('DELETE', '', { name: 'Work' })).toEqual({ ok: true })
    expect((await list()).profiles?.map(({ name }) => name)).toEqual(['eve'])
    expect(filesOf(join(root, 'data'))).not.toMatch(/(?:access|refresh)-of-|@example\.org/)
  })

  it('are never switched over files that are broken or cannot be written', async () => {
    signIn('ada')
    await save({ name: 'ada' })
    signIn('eve')
    await save({ name: 'eve' })
    const kept = readFileSync(credentials(), 'utf8')
    writeFileSync(credentials(), '{ broken')
    expect(code(await send('POST', '/activate', { name: 'ada' }))).toBe('EBADFIELD')
    expect(readFileSync(credentials(), 'utf8')).toBe('{ broken')
    writeFileSync(credentials(), kept)
    chmodSync(state(), 0o444)
    expect(code(await send('POST', '/activate', { name: 'ada' }))).toBe('ESTALE')
    expect(signedIn()).toEqual(['access-of-eve', 'eve@example.org'])
    chmodSync(state(), 0o600)
    expect((await send('POST', '/activate', { name: 'ada' })).profile?.active).toBe(true)
  })

  it('replace a login that is in no saved copy only where it may be lost', async () => {
    signIn('ada')
    await save({ name: 'ada' })
    signIn('eve')
    for (const loseUnsaved of [undefined, false])
      expect(code(await send('POST', '/activate', { name: 'ada', loseUnsaved }))).toBe('EUNSAVED')
    expect(signedIn()).toEqual(['access-of-eve', 'eve@example.org'])
    expect((await send('POST', '/activate', { name: 'ada', loseUnsaved: true })).profile?.active).toBe(true)
    expect(signedIn()).toEqual(['access-of-ada', 'ada@example.org'])
    expect((await list()).profiles?.map(({ name }) => name)).toEqual(['ada'])
  })

  it('are put in place without any login before', async () => {
    signIn('ada')
    await save({ name: 'ada' })
    rmSync(credentials())
    writeFileSync(state(), STATE)
    expect((await list()).live).toBeNull()
    expect((await send('POST', '/activate', { name: 'ada' })).profile?.active).toBe(true)
    expect(signedIn()).toEqual(['access-of-ada', 'ada@example.org'])
  })
})

describe('the quota of a login', () => {
  const quota = (name: string) => send('POST', '/quota', { name })
  const USAGE = {
    five_hour: { utilization: 62, resets_at: '2026-11-27T16:00:00.123456+00:00' },
    seven_day: { utilization: 31.5, resets_at: null },
    extra_usage: null,
  }
  const NUMBERS = {
    fiveHourPercent: 62,
    fiveHourResetsAt: '2026-11-27T16:00:00.123Z',
    sevenDayPercent: 31.5,
    sevenDayResetsAt: null,
  }

  it('is asked of the vendor with the token that the CLI has, which is never renewed', async () => {
    vendor.answer = (_, response) => response.writeHead(200).end(JSON.stringify(USAGE))
    signIn('ada')
    await save({ name: 'ada' })
    expect(await quota('ada')).toEqual(NUMBERS)
    expect(vendor.received.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
      ['GET', '/api/oauth/usage', 'Bearer access-of-ada'],
    ])
    vendor.answer = status(401)
    expect(code(await quota('ada'))).toBe('ELIVEEXPIRED')
    signIn('ada', Date.now() - 1000)
    expect(code(await quota('ada'))).toBe('ELIVEEXPIRED')
    expect(vendor.received).toHaveLength(2)
    expect(code(await quota('none'))).toBe('ENOTFOUND')
  })

  it('of another login renews an expired one once, and keeps what came back', async () => {
    signIn('ada', Date.now() - 1000)
    await save({ name: 'ada' })
    signIn('eve')
    await save({ name: 'eve' })
    vendor.answer = (_, response, { path }) =>
      response
        .writeHead(200)
        .end(
          JSON.stringify(
            path === '/v1/oauth/token'
              ? { access_token: 'new-access', refresh_token: 'new-refresh', expires_in: 3600 }
              : USAGE,
          ),
        )
    expect(await quota('ada')).toEqual(NUMBERS)
    expect(await quota('ada')).toEqual(NUMBERS)
    expect(vendor.received.map(({ path }) => path)).toEqual(['/v1/oauth/token', '/api/oauth/usage', '/api/oauth/usage'])
    expect(JSON.parse(vendor.received[0]?.text ?? '')).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-of-ada',
    })
    expect(signedIn()).toEqual(['access-of-eve', 'eve@example.org'])
    await send('POST', '/activate', { name: 'ada' })
    expect(JSON.parse(readFileSync(credentials(), 'utf8'))).toMatchObject({
      claudeAiOauth: { accessToken: 'new-access', refreshToken: 'new-refresh' },
    })
  })

  it('says why it is not known', async () => {
    signIn('ada', Date.now() - 1000)
    await save({ name: 'ada' })
    signIn('eve')
    await save({ name: 'eve' })
    vendor.answer = status(400)
    expect(code(await quota('ada'))).toBe('ESTALE')
    vendor.answer = status(500)
    expect(code(await quota('eve'))).toBe('EUPSTREAM')
    vendor.answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    expect(code(await quota('eve'))).toBe('EUPSTREAM')
    vendor.answer = (_, response) => response.writeHead(200).end('garbage')
    expect(code(await quota('eve'))).toBe('EUPSTREAM')
    vendor.answer = (_, response) => void response.destroy()
    expect(code(await quota('eve'))).toBe('EUPSTREAM')
  })
})

it('are read by analysts, and changed by admins only', async () => {
  const team = await startTeam()
  const path = '/api/cc-config/profiles'
  const asks = async (name: 'ada' | 'ann' | 'grace', method: string) =>
    (await team.as(name, path, { method, ...(method === 'GET' ? {} : { body: {} }) })).status
  expect([await asks('ada', 'GET'), await asks('ann', 'GET'), await asks('grace', 'GET')]).toEqual([200, 200, 403])
  expect([await asks('ada', 'POST'), await asks('ann', 'POST'), await asks('grace', 'POST')]).toEqual([409, 403, 403])
  await team.close()
})
