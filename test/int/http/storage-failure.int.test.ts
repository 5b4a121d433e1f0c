import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../src/adapters/sqlite/open.js'
import { type App, startApp } from '../../support/service/app.js'

let app: App
beforeEach(async () => {
  app = await startApp()
  await app.hook('SessionStart', { session_id: 'kept' })
})
afterEach(() => app.close())

const inDatabase = (sql: string): void => {
  const database = new Database(join(app.folder, 'data', DATABASE_FILE))
  database.exec(sql)
  database.close()
}

const outcomeOf = async (method: string, path: string, body: unknown) => {
  const { status, json } = await app.send<{ error?: { code: string } }>(path, { method, body })
  return [status, json.error?.code]
}

const HOOK = { hook_type: 'Stop', data: { session_id: 'kept' } }

describe('while the database accepts no writes', () => {
  beforeEach(() =>
    inDatabase(`create trigger full before insert on log begin select raise(rollback, 'disk is full'); end`),
  )

  it.each(['/api/hooks', '/api/hooks/event', '/api/hooks/codex'])(
    '%s answers 503, so that the client retries',
    async (path) => {
      expect(await outcomeOf('POST', path, HOOK)).toEqual([503, 'EUNAVAILABLE'])
    },
  )

  it.each([
    ['PUT', '/api/pricing', { model_pattern: 'm%', display_name: 'M', input_per_mtok: 1 }],
    ['POST', '/api/sessions', { id: 'made' }],
    ['PATCH', '/api/sessions/kept', { name: 'Renamed' }],
    ['DELETE', '/api/sessions/kept', undefined],
    ['POST', '/api/settings/install-hooks', {}],
  ])('%s %s answers 500', async (method, path, body) => {
    expect(await outcomeOf(method, path, body)).toEqual([500, 'EINTERNAL'])
  })

  it('reads succeed, and writes recover without a restart', async () => {
    await outcomeOf('POST', '/api/hooks', HOOK)
    const { session } = await app.get<{ session: { status: string } }>('/api/sessions/kept')
    expect(session.status).toBe('active')
    inDatabase('drop trigger full')
    expect(await outcomeOf('POST', '/api/hooks', HOOK)).toEqual([200, undefined])
    expect(app.complaints).toEqual([])
  })
})
