import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../support/service/app.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let app: App
beforeEach(async () => {
  // No session becomes stale during the test.
  app = await startApp({ SVC_STALE_MINUTES: '525600' })
})
afterEach(() => app.close())

let deliveries = 0
/** Sends a hook with an earlier time, as the forwarder does. */
const hookAgo = async (session: string, kind: string, ago: number): Promise<void> => {
  const headers = {
    'x-svc-delivery': `delivery-${++deliveries}`,
    'x-svc-at': String(Date.now() - ago),
  }
  const body = { hook_type: kind, data: { session_id: session } }
  expect((await app.send('/api/hooks', { method: 'POST', body, headers })).status).toBe(200)
}

interface Cleaned {
  readonly abandoned: number
  readonly purged_sessions: number
  readonly purged_events: number
  readonly purged_agents: number
}
const cleanup = (body: unknown, query = '') =>
  app.send<Cleaned & Record<string, unknown>>(`/api/settings/cleanup${query}`, { method: 'POST', body })
const statuses = async (): Promise<Record<string, string>> => {
  const { sessions } = await app.get<{ sessions: { id: string; status: string }[] }>('/api/sessions')
  return Object.fromEntries(sessions.map(({ id, status }) => [id, status]))
}

/** Creates two active and two completed sessions. One of each pair is old. */
const tell = async (): Promise<void> => {
  await hookAgo('stale', 'UserPromptSubmit', 5 * HOUR)
  await hookAgo('fresh', 'UserPromptSubmit', 0)
  await hookAgo('old', 'UserPromptSubmit', 41 * DAY)
  await hookAgo('old', 'SessionEnd', 40 * DAY)
  // It started long ago but ended recently: it is not old.
  await hookAgo('long', 'UserPromptSubmit', 60 * DAY)
  await hookAgo('long', 'SessionEnd', HOUR)
}

describe('cleanup', () => {
  it('abandons active sessions after the given hours without activity', async () => {
    await tell()
    const { json } = await cleanup({ abandon_hours: 4 })
    expect(json).toMatchObject({ ok: true, abandoned: 1, purged_sessions: 0, purged_events: 0, purged_agents: 0 })
    expect(await statuses()).toEqual({ stale: 'abandoned', fresh: 'active', old: 'completed', long: 'completed' })
    const { session } = await app.get<RouteAnswer<'GET /api/sessions/:id'>>('/api/sessions/stale')
    expect(session.ended_at).toBe(session.started_at)
  })

  it('deletes finished sessions after the given days without activity, but not active ones', async () => {
    await tell()
    const { json } = await cleanup({ purge_days: 30 })
    expect(json).toMatchObject({
      abandoned: 0,
      purged_sessions: 1,
      purged_events: 2,
      purged_agents: 1,
      erasure: 'done',
    })
    expect(await statuses()).toEqual({ stale: 'active', fresh: 'active', long: 'completed' })
  })

  it('deletes finished sessions immediately with zero days', async () => {
    await tell()
    expect((await cleanup({ purge_days: 0 })).json).toMatchObject({ purged_sessions: 2, purged_events: 4 })
    expect((await cleanup({ abandon_hours: 0, purge_days: 0 })).json).toMatchObject({
      abandoned: 2,
      purged_sessions: 2,
    })
    expect(await statuses()).toEqual({})
  })

  it('leaves sessions of other directories alone if one is given', async () => {
    await tell()
    const data = { session_id: 'shop', cwd: '/home/dev/shop' }
    for (const hook_type of ['UserPromptSubmit', 'SessionEnd'])
      await app.send('/api/hooks', { method: 'POST', body: { hook_type, data } })
    expect((await cleanup({ purge_days: 0, cwd: '/home/dev/none' })).json).toMatchObject({ purged_sessions: 0 })
    expect((await cleanup({ purge_days: 0, cwd: '/home/dev/shop' })).json).toMatchObject({ purged_sessions: 1 })
    expect(Object.keys(await statuses()).toSorted()).toEqual(['fresh', 'long', 'old', 'stale'])
  })

  it('does nothing without a threshold', async () => {
    await tell()
    const before = await statuses()
    expect((await cleanup({})).json).toMatchObject({ abandoned: 0, purged_sessions: 0 })
    expect((await cleanup({ abandon_hours: null, purge_days: null })).json).toMatchObject({ abandoned: 0 })
    expect(await statuses()).toEqual(before)
  })

  it.each([
    ['?preview=1', {}],
    ['', { dry_run: true }],
  ])('only counts in a preview (%s %j)', async (query, more) => {
    await tell()
    const before = await statuses()
    const asked = { abandon_hours: 1, purge_days: 0 }
    const preview = (await cleanup({ ...asked, ...more }, query)).json
    expect(preview).toMatchObject({ dry_run: true, abandoned: 1, purged_sessions: 3 })
    expect(await statuses()).toEqual(before)
    const done = (await cleanup(asked)).json
    const { purged_cost, purged_bytes, ...counted } = preview
    expect([purged_cost, Number(purged_bytes) > 0]).toEqual([0, true])
    expect(done).toEqual({ ...counted, dry_run: false })
  })

  it.each([
    [{ abandon_hours: -1 }, 'abandon_hours'],
    [{ purge_days: -0.5 }, 'purge_days'],
    [{ purge_days: '30' }, 'purge_days'],
    [{ abandon_hours: true }, 'abandon_hours'],
    [{ dry_run: 'yes' }, 'dry_run'],
    [{ purge_days: 0, cwd: '' }, 'cwd'],
    ['{"purge_days":1e999}', 'purge_days'],
    ['[]', 'body'],
  ])('rejects %j with the field, and does nothing', async (body, field) => {
    await tell()
    const before = await statuses()
    const answer = await cleanup(body)
    expect([answer.status, answer.json]).toMatchObject([400, { error: { code: 'INVALID_INPUT', field } }])
    expect(await statuses()).toEqual(before)
  })
})
