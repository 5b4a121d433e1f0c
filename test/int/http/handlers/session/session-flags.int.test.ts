import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../../src/adapters/sqlite/open.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

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
