import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../support/agents/until.js'
import { listenTo } from '../../../support/service/listener.js'
import { type Name, startTeam, type Team } from '../../../support/service/team.js'

type Row = Readonly<Record<string, unknown>>

let team: Team
beforeAll(async () => {
  team = await startTeam()
  await team.app.hook('SessionStart', { session_id: 'stays-with-grace', cwd: folderOf('grace') })
  await team.app.hook('SessionStart', { session_id: 'stays-with-host', cwd: '/srv/elsewhere' })
  await team.app.settled()
})
afterAll(() => team.close())

const RULE = { rule_type: 'event_pattern', config: { event_type: 'Stop' }, cooldown_seconds: 0 }
const folderOf = (name: Name): string => {
  const cwd = join(team.app.folder, 'data', 'users', name, 'shop')
  mkdirSync(cwd, { recursive: true })
  return cwd
}

describe('an uploaded transcript', () => {
  const upload = async (name: Name, session: string) => {
    const message = { role: 'user', content: `from ${name}` }
    const at = new Date().toISOString()
    const line = { type: 'user', sessionId: session, cwd: folderOf('grace'), uuid: `${name}-1`, timestamp: at, message }
    const form = new FormData()
    form.set('file', new Blob([`${JSON.stringify(line)}\n`]), `${session}.jsonl`)
    const headers = { cookie: team.cookies[name] }
    const answer = await fetch(`${team.app.url}/api/import/upload`, { method: 'POST', body: form, headers })
    return (await answer.json()) as Row
  }
  const ownerOf = async (session: string) =>
    (await team.as<{ session: Row }>('ada', `/api/sessions/${session}`)).json.session['owner_username']
  const [held, fresh, hosts] = [1, 2, 3].map((n) => `0000000${n}-2222-4333-8444-555555555555`) as [
    string,
    string,
    string,
  ]

  it('adds nothing to a session of somebody else, which counts as skipped', async () => {
    await team.app.hook('SessionStart', { session_id: held, cwd: folderOf('grace') })
    await team.app.hook('SessionStart', { session_id: hosts, cwd: '/srv/elsewhere' })
    await team.app.settled()
    const before = (await team.as('ada', `/api/sessions/${held}`)).text
    for (const session of [held, hosts])
      expect(await upload('bob', session)).toMatchObject({ imported: 0, backfilled: 0, skipped: 1, errors: 0 })
    expect((await team.as('ada', `/api/sessions/${held}`)).text).toBe(before)
    expect(await ownerOf(held)).toBe('grace')
    // What is one's own grows: also for the host owner, who owns what nobody else does.
    expect(await upload('grace', held)).toMatchObject({ backfilled: 1, skipped: 0 })
    expect(await upload('ada', hosts)).toMatchObject({ backfilled: 1, skipped: 0 })
  })

  it('belongs to the user who sent it, wherever its session ran', async () => {
    expect(await upload('bob', fresh)).toMatchObject({ imported: 1, errors: 0 })
    expect(await ownerOf(fresh)).toBe('bob')
    expect(await upload('grace', fresh)).toMatchObject({ imported: 0, backfilled: 0, skipped: 1 })
  })
})

describe('an imported bundle', () => {
  const bundle = {
    format: 'svc-export',
    version: 1,
    sessions: [],
    model_pricing: [{ model_pattern: 'mine%', display_name: 'Mine', input_per_mtok: 99 }],
    alert_rules: [{ name: 'Brought', ...RULE, enabled: true, scope: 'all' }],
  }
  const upload = async (name: Name, text = JSON.stringify(bundle)) => {
    const form = new FormData()
    form.set('file', new Blob([text]), 'bundle.json')
    const headers = { cookie: team.cookies[name] }
    const answer = await fetch(`${team.app.url}/api/settings/import`, { method: 'POST', body: form, headers })
    return (await answer.json()) as Row
  }

  it('of a member sets no prices, and brings rules for their own sessions', async () => {
    expect(await upload('grace')).toMatchObject({ ok: true, alert_rules: 1, model_pricing: 0, errors: 0 })
    const { rules } = (await team.as<{ rules: Row[] }>('grace', '/api/alerts/rules')).json
    expect(rules).toMatchObject([{ name: 'Brought', scope: 'own' }])
    expect((await team.as('grace', '/api/pricing')).text).not.toContain('mine%')
    // That somebody else has the same rule is not known to a member.
    expect(await upload('bob')).toMatchObject({ alert_rules: 1 })
    expect(await upload('ada')).toMatchObject({ alert_rules: 1, model_pricing: 1 })
  })

  it('belongs to the user who sent it, not to the owners that it names', async () => {
    const exported = (await team.as<Row & { log: Row[] }>('ada', '/api/settings/export')).json
    expect(exported.log.map(({ type }) => type)).toContain('session-owner-determined')
    // The same sessions under other names, as if they came from another service.
    const log = exported.log.map(({ dedup: _dedup, ...row }) => row)
    const renamed = JSON.stringify({ ...exported, log }).replaceAll('stays-with-', 'moved-from-')
    expect(await upload('bob', renamed)).toMatchObject({ ok: true, errors: 0 })
    const { sessions } = (await team.as<{ sessions: Row[] }>('ada', '/api/sessions?limit=200')).json
    const owners = Object.fromEntries(sessions.map(({ id, owner_username }) => [id, owner_username]))
    expect(owners).toMatchObject({ 'stays-with-grace': 'grace', 'moved-from-grace': 'bob', 'moved-from-host': 'bob' })
  })

  it('shows its progress to who sent it and to staff', async () => {
    const listen = (name: Name) => listenTo(team.app.url, '', true, { cookie: team.cookies[name] })
    const [sender, staff, other] = [await listen('grace'), await listen('ada'), await listen('bob')]
    await upload('grace')
    for (const one of [sender, staff])
      await until('the end', () => one.of('import.progress').some(({ data }) => data.phase === 'complete'))
    await team.app.hook('Stop', { session_id: 'after-the-import', cwd: folderOf('bob') })
    await until('a later message', () => JSON.stringify(other.messages).includes('after-the-import'))
    expect(other.of('import.progress')).toEqual([])
    const stateFor = async (name: Name) => (await team.as(name, '/api/settings/info')).json['import']
    expect(await stateFor('grace')).toMatchObject({ source: 'upload', phase: 'complete' })
    expect(await stateFor('bob')).toBeNull()
    await Promise.all([sender, staff, other].map((one) => one.close()))
  })

  it('is no file of the host for those who may not read it, whether it exists or not', async () => {
    const named = (path: string) => team.as('grace', '/api/settings/import', { method: 'POST', body: { path } })
    const [there, absent] = [await named('/etc/hostname'), await named('/does/not/exist')]
    expect(there).toMatchObject({ status: 403, json: { error: { code: 'EADMIN' } } })
    expect(absent.text).toBe(there.text)
  })
})
