import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenTo } from '../../../support/service/listener.js'
import { type Name, PASSWORDS, startTeam, type Team } from '../../../support/service/team.js'
import { until } from '../../../support/agents/until.js'

let team: Team
/** The lane and the session of each member. */
const lanes = {} as Record<'grace' | 'bob', number>

const folderOf = (name: Name): string => join(team.app.folder, 'data', 'users', name)

const addLane = async (name: 'grace' | 'bob'): Promise<number> => {
  const cwd = join(folderOf(name), 'shop')
  mkdirSync(cwd)
  const { json } = await team.as<{ lane: { id: number } }>(name, '/api/lanes', { method: 'POST', body: { cwd } })
  return json.lane.id
}

beforeAll(async () => {
  team = await startTeam()
  for (const name of ['grace', 'bob'] as const) {
    lanes[name] = await addLane(name)
    const cwd = join(folderOf(name), 'shop')
    await team.app.hook('SessionStart', { session_id: `of-${name}`, cwd })
    await team.app.hook('UserPromptSubmit', { session_id: `of-${name}`, cwd, prompt: `secret of ${name}` })
  }
  await team.app.hook('SessionStart', { session_id: 'of-host', cwd: '/srv/elsewhere' })
  await team.app.settled()
})
afterAll(() => team.close())

interface Listed {
  readonly sessions: readonly { readonly id: string; readonly owner_id: number; readonly owner_username: string }[]
}
const sessionsOf = async (name: Name) => {
  const { sessions } = (await team.as<Listed>(name, '/api/sessions')).json
  return Object.fromEntries(sessions.map(({ id, owner_username }) => [id, owner_username]))
}

describe('sessions', () => {
  it('belong to the user in whose folder they run, or to the host owner; staff see all', async () => {
    const all = { 'of-grace': 'grace', 'of-bob': 'bob', 'of-host': 'ada' }
    expect([await sessionsOf('ada'), await sessionsOf('ann')]).toEqual([all, all])
    expect([await sessionsOf('grace'), await sessionsOf('bob')]).toEqual([{ 'of-grace': 'grace' }, { 'of-bob': 'bob' }])
  })

  it('are those of staff themselves if they ask for these, in every list', async () => {
    const own = async (name: Name, path: string) => JSON.stringify((await team.as(name, `${path}?rows=own`)).json)
    const { sessions, total } = (await team.as<Listed & { total: number }>('ada', '/api/sessions?rows=own')).json
    expect([sessions.map(({ id }) => id), total]).toEqual([['of-host'], 1])
    expect((await team.as<{ total_sessions: number }>('ada', '/api/stats?rows=own')).json.total_sessions).toBe(1)
    for (const path of ['/api/sessions', '/api/events', '/api/agents', '/api/lanes', '/api/projects'])
      for (const name of ['ada', 'ann'] as const)
        expect(await own(name, path)).not.toMatch(/of-(?:grace|bob)|users\/(?:grace|bob)/)
    expect(await own('grace', '/api/sessions')).toContain('of-grace')
    // A row that is asked for by its id is not limited.
    expect((await team.as('ada', '/api/sessions/of-grace?rows=own')).status).toBe(200)
  })

  it('of somebody else are answered like absent ones, byte for byte', async () => {
    for (const path of [
      '/api/sessions/ID',
      '/api/sessions/ID/stats',
      '/api/agents/ID-main',
      '/api/sessions/ID/files',
    ]) {
      const [foreign, absent] = [
        await team.as('grace', path.replace('ID', 'of-bob')),
        await team.as('grace', path.replace('ID', 'of-none')),
      ]
      expect([foreign.status, foreign.text]).toEqual([404, absent.text])
      expect(foreign.text).toContain('"ENOTFOUND"')
    }
  })

  it('of somebody else cannot be resumed, like absent ones', async () => {
    const resume = async (resumeSessionId: string) => {
      const body = { resumeSessionId }
      const { status, text } = await team.as('grace', `/api/lanes/${lanes.grace}/start`, { method: 'POST', body })
      return [status, text]
    }
    expect(await resume('of-bob')).toEqual(await resume('of-none'))
    expect(await resume('of-bob')).toMatchObject([404, expect.stringContaining('"ENOTFOUND"')])
  })

  it('of members cannot be changed by an analyst', async () => {
    const change = { method: 'PATCH', body: { name: 'Renamed' } }
    expect((await team.as('ann', '/api/sessions/of-grace', change)).status).toBe(404)
    expect((await team.as('grace', '/api/sessions/of-grace', change)).status).toBe(200)
  })

  it('cannot be created under the id of somebody else', async () => {
    const session = { method: 'POST', body: { id: 'of-bob', name: 'Mine' } }
    const agent = { method: 'POST', body: { id: 'mine', session_id: 'of-bob', name: 'Mine' } }
    for (const [path, options] of [
      ['/api/sessions', session],
      ['/api/agents', agent],
    ] as const) {
      const { status, text } = await team.as('grace', path, options)
      expect([status, text.includes('"ENOTFOUND"')]).toEqual([404, true])
    }
    expect((await team.as('bob', '/api/sessions/of-bob')).text).not.toContain('Mine')
  })

  it('are not taken over by somebody who knows the id', async () => {
    await team.app.hook('UserPromptSubmit', { session_id: 'of-grace', prompt: 'x' })
    const transcript_path = join(folderOf('bob'), '.claude', 'projects', 'x', 'of-grace.jsonl')
    const { status } = await team.app.hook('Stop', { session_id: 'of-grace', transcript_path })
    expect([status, (await sessionsOf('bob'))['of-grace'], (await sessionsOf('ada'))['of-grace']]).toEqual([
      404,
      undefined,
      'grace',
    ])
  })

  it('have counts and figures of the own rows only', async () => {
    const total = async (name: Name) => (await team.as<{ total_sessions: number }>(name, '/api/stats')).json
    expect((await total('grace')).total_sessions).toBe(1)
    expect((await total('ann')).total_sessions).toBe(3)
    const metrics = (await team.as('grace', '/api/metrics')).text
    expect(metrics).toContain('svc_sessions{status="active"} 1')
    expect(metrics).not.toMatch(/svc_process|svc_http/)
    const info = (await team.as('grace', '/api/settings/info')).text
    expect(info).not.toContain(team.app.folder)
  })

  it.each([
    '/api/search?q=secret',
    '/api/events',
    '/api/agents',
    '/api/projects',
    '/api/sessions/facets',
    '/api/sessions/groups',
    '/api/settings/export',
    '/api/workflows',
    '/api/analytics',
    '/api/lanes',
    '/api/run/cwds',
    '/api/events?session_id=of-bob',
    '/api/quota',
  ])('of others leave no trace in %s', async (path) => {
    const { status, text } = await team.as('grace', path)
    expect([status, /of-bob|users\/bob|secret of bob/.exec(text)?.[0]]).toEqual([200, undefined])
  })
})

describe('personal rows', () => {
  it('are those of the caller; staff see the names of another account', async () => {
    const holder = { holder: 'a script' }
    for (const name of ['grace', 'bob'] as const)
      await team.as(name, `/api/locks/of-${name}/acquire`, { method: 'POST', body: holder })
    const login = { protocol: 'https', host: 'git.example', username: 'grace-at-git', password: 'never-shown' }
    await team.as('grace', '/api/git-credentials', { method: 'POST', body: login })
    const seen = async (name: Name, path: string) => (await team.as(name, path)).json

    expect(await seen('grace', '/api/locks')).toMatchObject({ locks: [{ name: 'of-grace', ...holder }] })
    expect(JSON.stringify(await seen('ada', '/api/locks'))).not.toContain('of-grace')
    const named = { locks: [{ name: 'of-grace' }] }
    for (const user of ['grace', String(team.ids.grace)])
      expect(await seen('ada', `/api/locks?user=${user}`)).toEqual(named)
    const items = [{ protocol: 'https', host: 'git.example', username: 'grace-at-git' }]
    expect(await seen('ada', '/api/git-credentials?user=grace')).toEqual({ items })
    // One's own stay whole.
    expect(await seen('grace', '/api/locks?user=grace')).toMatchObject({ locks: [{ name: 'of-grace', ...holder }] })
    expect(await seen('grace', '/api/locks?user=bob')).toMatchObject({ error: { code: 'EADMIN' } })
    expect(await seen('grace', '/api/git-credentials?user=nobody')).toMatchObject({ error: { code: 'EADMIN' } })
  })
})

describe('lanes', () => {
  it('are made inside of the own folder and own lanes only', async () => {
    const create = async (name: Name, cwd: string, path = '/api/lanes') => {
      const { status, json } = await team.as<{ error?: { code: string } }>(name, path, {
        method: 'POST',
        body: { cwd },
      })
      return [status, json.error?.code]
    }
    expect(await create('grace', team.app.claudeHome)).toEqual([403, 'EFOLDER'])
    expect(await create('grace', '/does/not/exist')).toEqual([403, 'EFOLDER'])
    expect(await create('ann', join(folderOf('grace'), 'shop'))).toEqual([403, 'EFOLDER'])
    expect(await create('grace', join(folderOf('bob'), 'shop'), '/api/lanes/ensure')).toEqual([404, 'ENOTFOUND'])
    expect(await create('grace', '', '/api/lanes/ensure')).toEqual([400, 'EBADCWD'])
    // An own folder is no lane, and nothing is above the folders of everybody.
    expect(await create('grace', folderOf('grace'))).toEqual([400, 'EBADCWD'])
    expect(await create('ada', join(team.app.folder, 'data', 'users'))).toEqual([400, 'EBADCWD'])
    expect(await create('ada', team.app.folder)).toEqual([400, 'EBADCWD'])
    expect((await create('ada', team.app.claudeHome))[0]).toBe(201)
  })

  it('go to a user with their sessions, and back to the host owner', async () => {
    const body = { laneId: lanes.bob, currentPassword: PASSWORDS.ada }
    const path = `/api/users/${team.ids.grace}/workspaces`
    expect((await team.as('ada', path, { method: 'POST', body })).status).toBe(200)
    expect((await team.as('grace', `/api/lanes/${lanes.bob}`)).status).toBe(200)
    expect((await team.as('bob', `/api/lanes/${lanes.bob}`)).status).toBe(404)
    // The user who ran a session keeps it.
    expect((await sessionsOf('ada'))['of-bob']).toBe('bob')
    await team.host('PATCH', `/api/users/${team.ids.grace}`, { removeWorkspaces: [lanes.bob] })
    const { lane } = (await team.as<{ lane: { owner_username: string } }>('ada', `/api/lanes/${lanes.bob}`)).json
    expect(lane.owner_username).toBe('ada')
    await team.host('PATCH', `/api/users/${team.ids.bob}`, { addWorkspaces: [lanes.bob] })
  })
})

describe('the audit log', () => {
  interface Row {
    readonly kind: string
    readonly reader: string
    readonly owner: string | null
    readonly session_id: string | null
    readonly fields: readonly string[]
  }
  const rows = async () => (await team.as<{ rows: Row[] }>('ada', '/api/users/audit?limit=1000')).json.rows

  it('has what staff read and changed of members, and nothing of what is their own', async () => {
    const before = (await rows()).length
    await team.as('ann', '/api/sessions/of-grace')
    await team.as('ann', '/api/sessions')
    await team.as('ann', '/api/sessions/of-host')
    await team.as('grace', '/api/sessions/of-grace')
    await team.as('ann', '/api/sessions/of-none')
    await team.as('ada', '/api/sessions/of-grace', { method: 'PATCH', body: { note: 'look' } })
    const told = (await rows()).slice(0, -before || undefined).map(({ kind, reader, owner, session_id, fields }) => ({
      kind,
      reader,
      owner,
      session_id,
      fields,
    }))
    const about = { owner: 'grace', session_id: 'of-grace' }
    expect(told).toEqual([
      { kind: 'foreign-row-changed', reader: 'ada', ...about, fields: ['note'] },
      { kind: 'session-read', reader: 'ann', ...about, fields: [] },
    ])
  })

  it('has a row for each member whose words a search of staff showed, without the words', async () => {
    const search = async (name: Name) =>
      (await team.as<{ hits: { session_id: string }[] }>(name, '/api/search?q=secret')).json.hits
    const project = join(team.app.claudeHome, 'projects', '-shop')
    mkdirSync(project, { recursive: true })
    for (const name of ['grace', 'bob'] as const) {
      const message = { role: 'user', content: `secret of ${name}` }
      const line = { type: 'user', uuid: name, sessionId: `of-${name}`, cwd: join(folderOf(name), 'shop'), message }
      const text = JSON.stringify({ ...line, timestamp: '2026-11-01T10:00:00.000Z' })
      writeFileSync(join(project, `of-${name}.jsonl`), `${text}\n`)
    }
    await team.as('ada', '/api/import/rescan', { method: 'POST', body: {} })
    await until('both prompts', async () => (await search('ann')).length === 2)
    expect((await search('grace')).map(({ session_id }) => session_id)).toEqual(['of-grace'])
    const { text } = await team.as('ada', '/api/users/audit?kind=search-read&limit=1000')
    const { rows } = JSON.parse(text) as { rows: { reader: string; owner: string; session_id: null }[] }
    expect(new Set(rows.map(({ reader, owner, session_id }) => `${reader} ${owner} ${session_id}`))).toEqual(
      new Set(['ann grace null', 'ann bob null']),
    )
    expect(text).not.toContain('secret')
  })

  it('cannot be read by a member', async () => {
    expect((await team.as('grace', '/api/users/audit')).status).toBe(403)
  })
})

describe('sockets', () => {
  it('tell the old owner of a lane that it is gone, the new one to read again, and nobody else anything', async () => {
    const cwd = join(folderOf('grace'), 'moving')
    mkdirSync(cwd)
    const made = await team.as<{ lane: { id: number } }>('grace', '/api/lanes', { method: 'POST', body: { cwd } })
    const lane = made.json.lane.id
    const listen = (name: Name) => listenTo(team.app.url, '', true, { cookie: team.cookies[name] })
    const [old, next, staff] = [await listen('grace'), await listen('bob'), await listen('ann')]
    const body = { addWorkspaces: [lane], currentPassword: PASSWORDS.ada }
    await team.as('ada', `/api/users/${team.ids.bob}`, { method: 'PATCH', body })
    const gone = { lane_id: lane, deleted: true }
    await until('the end of the lane', () => old.of('lane_update').some(({ data }) => 'deleted' in data))
    expect(old.of('lane_update').at(-1)?.data).toEqual(gone)
    const reasons = (one: typeof old) => one.of('resync').map(({ data }) => data.reason)
    await until('both', () => [old, next].every((one) => reasons(one).includes('owner_changed')))
    await until('the lane', () => next.of('lane_update').some(({ data }) => 'lane' in data && data.lane.id === lane))
    for (const one of [next, staff]) expect(JSON.stringify(one.of('lane_update'))).not.toContain('"deleted":true')
    expect(reasons(staff)).not.toContain('owner_changed')
    await Promise.all([old, next, staff].map((one) => one.close()))
    const back = { method: 'POST', body: { laneId: lane, currentPassword: PASSWORDS.ada } }
    await team.as('ada', `/api/users/${team.ids.grace}/workspaces`, back)
  })

  it('tell staff which user changed, and everybody the start of the service that numbers belong to', async () => {
    const listen = (name: Name) => listenTo(team.app.url, '', true, { cookie: team.cookies[name] })
    const [staff, member] = [await listen('ann'), await listen('grace')]
    const epochs = [staff, member].map((one) => one.of('hello')[0]?.data.epoch)
    expect(new Set(epochs).size).toBe(1)
    expect(epochs[0]).toMatch(/^\w+$/)
    await team.as('grace', '/api/me/account', { method: 'PATCH', body: { displayName: 'Grace' } })
    await until('the change', () => staff.of('user_changed').length > 0)
    expect(staff.of('user_changed').at(-1)?.data).toEqual({ id: team.ids.grace })
    await team.app.hook('Notification', { session_id: 'of-grace', message: 'Claude needs your permission' })
    await until('a later message', () => member.of('session_updated').length > 0)
    expect(member.of('user_changed')).toEqual([])
    await Promise.all([staff.close(), member.close()])
  })

  it('tell staff about the service, but of rows only their own, if they ask for these', async () => {
    const listener = await listenTo(team.app.url, '?scope=own', true, { cookie: team.cookies.ann })
    await team.app.hook('Notification', { session_id: 'of-grace', message: 'Claude needs your permission' })
    await team.as('grace', '/api/me/account', { method: 'PATCH', body: { displayName: 'Grace H.' } })
    await until('the change', () => listener.of('user_changed').length > 0)
    expect(JSON.stringify(listener.messages)).not.toContain('of-grace')
    await listener.close()
  })

  it('tell a user about the own rows, and close when the login ends or the role changes', async () => {
    const headers = { cookie: await team.signIn('bob') }
    const listener = await listenTo(team.app.url, '', true, headers)
    const closed = new Promise<number>((resolve) => listener.socket.on('close', resolve))
    await team.app.hook('Notification', { session_id: 'of-grace', message: 'Claude needs your permission' })
    await team.app.hook('Notification', { session_id: 'of-bob', message: 'Claude needs your permission' })
    await until('the own event', () => listener.messages.some((message) => JSON.stringify(message).includes('of-bob')))
    expect(JSON.stringify(listener.messages)).not.toContain('of-grace')
    await team.host('PATCH', `/api/users/${team.ids.bob}`, { signOut: true })
    expect(await closed).toBe(4401)

    const again = await listenTo(team.app.url, '', true, { cookie: await team.signIn('bob') })
    const changed = new Promise<number>((resolve) => again.socket.on('close', resolve))
    await team.host('PATCH', `/api/users/${team.ids.bob}`, { role: 'analyst' })
    expect(await changed).toBe(4403)
    await team.host('PATCH', `/api/users/${team.ids.bob}`, { role: 'member' })
  })
})

describe('users', () => {
  it('are deleted with what is theirs, but their sessions', async () => {
    const { user } = (
      await team.host('POST', '/api/users', { username: 'eve', password: 'a-long-phrase-1', role: 'member' })
    ).body as { user: { id: number } }
    mkdirSync(join(folderOf('grace'), '..', 'eve', 'shop'))
    await team.app.hook('SessionStart', { session_id: 'of-eve', cwd: join(folderOf('grace'), '..', 'eve', 'shop') })
    expect((await team.host('DELETE', `/api/users/${user.id}`, {})).status).toBe(200)
    expect((await sessionsOf('ada'))['of-eve']).toBe('eve')
    const again = (
      await team.host('POST', '/api/users', { username: 'eve', password: 'a-long-phrase-1', role: 'member' })
    ).body as { user: { id: number } }
    expect(again.user.id).not.toBe(user.id)
    const { deletedFolders } = (await team.host('GET', '/control/status')).body as { deletedFolders: string[] }
    expect(deletedFolders).toHaveLength(1)
  })

  it('two admins who remove each other at once leave one', async () => {
    await team.host('PATCH', `/api/users/${team.ids.ann}`, { role: 'admin' })
    const remove = (name: 'ada' | 'ann', id: number) =>
      team.as(name, `/api/users/${id}`, { method: 'DELETE', body: { currentPassword: PASSWORDS[name] } })
    const answers = await Promise.all([remove('ada', team.ids.ann), remove('ann', team.ids.ada)])
    const { users } = (await team.host('GET', '/api/users')).body as { users: { role: string }[] }
    expect(users.filter(({ role }) => role === 'admin')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // The shell of the host cannot remove the last one either, and nothing of theirs is touched.
    const left = (users as { id: number; username: Name; role: string }[]).find(({ role }) => role === 'admin')
    const refused = await team.host('DELETE', `/api/users/${left?.id}`, {})
    expect([refused.status, existsSync(folderOf(left?.username ?? 'ada'))]).toEqual([409, true])
  })
})
