import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../../src/adapters/sqlite/open.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { exported, upload, withOther } from '../../../../support/service/bundles.js'

type Session = RouteAnswer<'GET /api/sessions/:id'>['session']

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let sessions = 0
/** Creates a session that received these hooks, and returns its id. */
const after = async (...kinds: readonly string[]): Promise<string> => {
  const id = `flagged-${++sessions}`
  for (const kind of kinds) await app.hook(kind, { session_id: id })
  return id
}
const read = async (id: string): Promise<Session> =>
  (await app.get<RouteAnswer<'GET /api/sessions/:id'>>(`/api/sessions/${id}`)).session
const pinned = (id: string, is: boolean) => app.send(`/api/sessions/${id}`, { method: 'PATCH', body: { pinned: is } })
const dismissal = (id: string, method: 'POST' | 'DELETE') => app.send(`/api/sessions/${id}/dismiss`, { method })
const flagsInFile = (): number => {
  const database = new Database(join(app.folder, 'data', DATABASE_FILE), { readonly: true })
  const { n } = database.prepare('select count(*) as n from p_session_flag').get() as { n: number }
  database.close()
  return n
}

describe('pinning a session', () => {
  it('is no activity and no edit, and can be undone', async () => {
    const id = await after('UserPromptSubmit')
    const { last_activity, updated_at } = await read(id)
    expect((await pinned(id, true)).status).toBe(200)
    expect(await read(id)).toMatchObject({ pinned: true, last_activity, updated_at })
    await pinned(id, false)
    expect(await read(id)).toMatchObject({ pinned: false, last_activity, updated_at })
    expect(flagsInFile()).toBe(0)
  })

  it('leaves nothing behind when the session is deleted', async () => {
    const id = await after('SessionStart')
    await pinned(id, true)
    expect(flagsInFile()).toBe(1)
    await app.send(`/api/sessions/${id}`, { method: 'DELETE' })
    expect(flagsInFile()).toBe(0)
  })
})

describe('a dismissed failure', () => {
  it('stays dismissed until the session fails again', async () => {
    const id = await after('UserPromptSubmit', 'StopFailure')
    expect(await read(id)).toMatchObject({ situation: 'failed', failure_dismissed: false })
    expect((await dismissal(id, 'POST')).status).toBe(200)
    expect(await read(id)).toMatchObject({ situation: 'failed', failure_dismissed: true })
    await app.hook('UserPromptSubmit', { session_id: id })
    expect(await read(id)).toMatchObject({ situation: 'working', failure_dismissed: false })
    await app.hook('StopFailure', { session_id: id })
    expect(await read(id)).toMatchObject({ situation: 'failed', failure_dismissed: false })
  })

  it('can be restored', async () => {
    const id = await after('UserPromptSubmit', 'StopFailure')
    await dismissal(id, 'POST')
    expect((await dismissal(id, 'DELETE')).status).toBe(200)
    expect(await read(id)).toMatchObject({ situation: 'failed', failure_dismissed: false })
  })
})

describe('the tags and the note of a session', () => {
  const label = (id: string, body: object) => app.send(`/api/sessions/${id}`, { method: 'PATCH', body })
  const listed = async (query: string): Promise<readonly string[]> =>
    (await app.get<RouteAnswer<'GET /api/sessions'>>(`/api/sessions?${query}`)).sessions.map(({ id }) => id).toSorted()
  const tagsCounted = async (query = '') =>
    (await app.get<RouteAnswer<'GET /api/sessions/facets'>>(`/api/sessions/facets?${query}`)).counts.tag

  it('are no activity, and find it: by filter in any case, and by text', async () => {
    const [one, other] = [await after('UserPromptSubmit'), await after('UserPromptSubmit')]
    const { last_activity, updated_at } = await read(one)
    expect((await label(one, { tags: ['Checkout', 'later'], note: 'Compare 100 % of it' })).status).toBe(200)
    await label(other, { tags: ['checkout'] })
    expect(await read(one)).toMatchObject({
      tags: ['Checkout', 'later'],
      note: 'Compare 100 % of it',
      last_activity,
      updated_at,
    })
    expect(await listed('tag=CHECKOUT')).toEqual([one, other].toSorted())
    expect(await listed('tag=later,none')).toEqual([one])
    expect(await listed('tag=none')).toEqual([])
    expect(await listed('q=100%20%25%20of')).toEqual([one])
    expect(await listed('q=checkou')).toEqual([one, other].toSorted())
    expect(await tagsCounted()).toEqual([
      { value: 'Checkout', count: 2 },
      { value: 'later', count: 1 },
    ])
    expect(await tagsCounted('tag=later')).toEqual(await tagsCounted())
    expect(await tagsCounted('status=completed')).toEqual([])
  })

  it('travel with a bundle, and go with the session', async () => {
    const id = await after('UserPromptSubmit')
    await label(id, { tags: ['moved'], note: 'Kept.' })
    const bundle = await exported(app)
    await withOther(async (elsewhere) => {
      await upload(elsewhere, JSON.stringify(bundle))
      const { session } = await elsewhere.get<RouteAnswer<'GET /api/sessions/:id'>>(`/api/sessions/${id}`)
      expect(session).toMatchObject({ tags: ['moved'], note: 'Kept.' })
    })
    await app.send(`/api/sessions/${id}`, { method: 'DELETE' })
    expect(await tagsCounted('q=moved')).toEqual([])
    expect((await tagsCounted()).map(({ value }) => value)).not.toContain('moved')
  })

  it('are refused with the field that is wrong', async () => {
    const id = await after('UserPromptSubmit')
    const refused = await app.send<{ error: { code: string; message: string } }>(`/api/sessions/${id}`, {
      method: 'PATCH',
      body: { tags: ['a,b'], note: 'fine' },
    })
    expect([refused.status, refused.json.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(refused.json.error.message).toContain('tags')
    expect(await read(id)).toMatchObject({ tags: [], note: null })
  })
})
