import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../support/agents/until.js'
import { openReceiver, type Receiver } from '../../../support/http/receiver.js'
import { newBrowser } from '../../../support/push/browser.js'
import { type Name, startTeam, type Team } from '../../../support/service/team.js'

type Row = Readonly<Record<string, unknown>>

let team: Team
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
  team = await startTeam()
})
afterAll(async () => {
  await team.close()
  await receiver.close()
})

const RULE = { rule_type: 'event_pattern', config: { event_type: 'Stop' }, cooldown_seconds: 0 }
const addRule = async (name: Name, more: object = {}) => {
  const body = { name: `Of ${name}`, ...RULE, ...more }
  return (await team.as<{ rule: { id: string } }>(name, '/api/alerts/rules', { method: 'POST', body })).json.rule.id
}
const folderOf = (name: Name): string => {
  const cwd = join(team.app.folder, 'data', 'users', name, 'shop')
  mkdirSync(cwd, { recursive: true })
  return cwd
}
/** A session of a member, that stops once. */
const stop = async (session: string, cwd: string) => {
  await team.app.hook('SessionStart', { session_id: session, cwd })
  await team.app.hook('Stop', { session_id: session, cwd })
  await team.app.settled()
}
/** The sessions that the alerts of a rule are about. */
const found = async (rule: string) => {
  const { alerts } = (await team.as<{ alerts: Row[] }>('ada', '/api/alerts?limit=200')).json
  return alerts
    .flatMap(({ rule_id, session_id }) => (rule_id === rule ? [String(session_id)] : []))
    .toSorted((a, b) => (a < b ? -1 : 1))
}

describe('an alert rule', () => {
  it('watches the sessions of its owner; one of staff those of everybody if it says so', async () => {
    const [own, all, everybodys, bobs] = [
      await addRule('ada'),
      await addRule('ada', { scope: 'all' }),
      await addRule('ann', { scope: 'all' }),
      await addRule('bob'),
    ]
    await stop('stops-of-grace', folderOf('grace'))
    await stop('stops-of-bob', folderOf('bob'))
    await stop('stops-of-host', '/srv/elsewhere')
    await until('the alerts', async () => (await found(all)).length === 3)
    expect(await found(everybodys)).toEqual(['stops-of-bob', 'stops-of-grace', 'stops-of-host'])
    expect(await found(own)).toEqual(['stops-of-host'])
    expect(await found(bobs)).toEqual(['stops-of-bob'])
  })

  it('is previewed with the sessions that it would watch', async () => {
    const preview = async (name: Name, more: object = {}) => {
      const body = { rule_type: RULE.rule_type, config: RULE.config, ...more }
      return (await team.as<Row>(name, '/api/alerts/rules/preview', { method: 'POST', body })).json['sessions']
    }
    expect([await preview('ada'), await preview('ada', { scope: 'all' })]).toEqual([1, 3])
    // Members see no others, whatever they ask for.
    expect([await preview('bob'), await preview('bob', { scope: 'all' })]).toEqual([1, 1])
  })

  it('of a member cannot be set to watch everybody', async () => {
    const refused = { error: { code: 'EADMIN' } }
    const body = { name: 'All', ...RULE, scope: 'all' }
    expect(await team.as('bob', '/api/alerts/rules', { method: 'POST', body })).toMatchObject({
      status: 403,
      json: refused,
    })
    const id = await addRule('bob')
    const change = { method: 'PATCH', body: { scope: 'all' } }
    expect(await team.as('bob', `/api/alerts/rules/${id}`, change)).toMatchObject({ status: 403, json: refused })
    const { rules } = (await team.as<{ rules: Row[] }>('bob', '/api/alerts/rules')).json
    expect(rules.map(({ scope }) => scope)).toEqual(rules.map(() => 'own'))
  })

  it('watches only the own sessions after its owner became a member, and none while they are disabled', async () => {
    const rule = await addRule('ann', { scope: 'all' })
    const set = (body: object) => team.host('PATCH', `/api/users/${team.ids.ann}`, body)
    await set({ role: 'member' })
    await stop('after-demotion', folderOf('grace'))
    await stop('own-of-ann', folderOf('ann'))
    await until('the alerts', async () => (await found(rule)).length === 1)
    await set({ disabled: true })
    await stop('while-disabled', folderOf('ann'))
    await set({ disabled: false, role: 'analyst' })
    await stop('after-return', folderOf('grace'))
    await until('the alerts', async () => (await found(rule)).length === 2)
    expect(await found(rule)).toEqual(['after-return', 'own-of-ann'])
  })
})

describe('a webhook', () => {
  const add = async (name: Name) => {
    const body = { name: `Of ${name}`, type: 'generic', url: `${receiver.url}/${name}` }
    return (await team.as<{ target: { id: string } }>(name, '/api/webhooks', { method: 'POST', body })).json.target.id
  }
  const received = (name: Name) =>
    receiver.received.flatMap(({ path, text }) => (path === `/${name}` ? [JSON.parse(text) as Row] : []))

  it('gets the alerts of its owner only', async () => {
    await add('ada')
    const rule = await addRule('ada')
    await stop('for-bob', folderOf('bob'))
    await stop('for-the-host', '/srv/elsewhere')
    await until('the delivery', () => received('ada').some((alert) => JSON.stringify(alert).includes(rule)))
    const said = JSON.stringify(received('ada'))
    expect(said).toContain('for-the-host')
    expect(said).not.toContain('Of bob')
  })

  it('of a member does not reach this machine', async () => {
    const id = await add('grace')
    const tested = await team.as(`grace`, `/api/webhooks/${id}/test`, { method: 'POST' })
    expect(tested.json).toMatchObject({ ok: false, error: 'requests to this address are not allowed' })
    expect(received('grace')).toEqual([])
  })
})

describe('a browser', () => {
  const { subscription } = newBrowser('https://127.0.0.1:9/device')
  const subscribe = (name: Name) =>
    team.as(name, '/api/push/subscribe', { method: 'POST', body: { ...subscription, notify: null } })
  const countOf = async (name: Name) =>
    (await team.as<{ subscriptions: Row[] }>(name, '/api/push/subscriptions')).json.subscriptions.length
  const send = (name: Name) => team.as<Row>(name, '/api/push/send', { method: 'POST', body: { title: 'T', body: 'B' } })

  it('belongs to the user who subscribed in it last, and others cannot change it', async () => {
    await subscribe('grace')
    const { endpoint } = subscription
    await team.as('bob', '/api/push/subscribe', { method: 'DELETE', body: { endpoint } })
    const notify = { needs_me: false, failed: false, finished: false, quiet: null }
    const change = { method: 'PATCH', body: { endpoint, notify } }
    expect((await team.as('bob', '/api/push/subscribe', change)).status).toBe(404)
    expect([await countOf('grace'), await countOf('bob'), await countOf('ada')]).toEqual([1, 0, 0])
    await subscribe('bob')
    expect([await countOf('grace'), await countOf('bob')]).toEqual([0, 1])
  })

  it('gets what its own user sends', async () => {
    expect((await send('grace')).json).toMatchObject({ pushed: 0, failed: 0 })
    // No push service is on this machine: the message is refused, but it was for this browser.
    expect((await send('bob')).json).toMatchObject({ pushed: 0, failed: 1 })
  })
})
