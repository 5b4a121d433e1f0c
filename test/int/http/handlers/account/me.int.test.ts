import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-me-'))
  app = await startApp({}, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (path: string, body: object) => app.send<{ error?: { code: string } }>(path, { method: 'PUT', body })
const instructions = async (path: string) => (await app.get<{ instructions: string | null }>(path)).instructions
const secrets = (): readonly string[] => {
  const database = new Database(join(app.folder, 'data', 'accounts.db'), { readonly: true })
  const names = database.prepare<[], string>('select name from secret').pluck().all()
  database.close()
  return names
}
const inFiles = (text: string): readonly string[] =>
  readdirSync(join(app.folder, 'data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)

describe('in local mode', () => {
  it('nobody signs in, and signing out clears what the browser has', async () => {
    expect(await app.get('/api/auth/me')).toEqual({ mode: 'local' })
    expect(await app.get('/api/me/account')).toEqual({ mode: 'local' })
    const out = await app.send('/api/auth/logout', { method: 'POST' })
    expect([out.status, out.json]).toEqual([200, { ok: true }])
    expect(out.headers['set-cookie']).toEqual(['svc_sid=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0'])
    expect(out.headers['clear-site-data']).toBe('"cache", "storage"')
  })
})

describe('preferences', () => {
  it('are merged, and kept when one of a request is wrong', async () => {
    expect(await app.get('/api/me/prefs')).toEqual({ prefs: {}, onboardedAt: null })
    await put('/api/me/prefs', { prefs: { theme: 'dark', 'svc.tour': 'done' } })
    expect((await put('/api/me/prefs', { prefs: { theme: 'light', nonsense: 'x' } })).json.error?.code).toBe(
      'EBADPREFS',
    )
    const { json } = await put('/api/me/prefs', { prefs: { 'svc.tour': null, i18nextLng: 'de' }, unknown: 1 })
    expect(json).toEqual({ prefs: { i18nextLng: 'de', theme: 'dark' }, onboardedAt: null })
  })

  it('remember the first time that the setup was done', async () => {
    const { json: first } = await app.send<{ onboardedAt: string }>('/api/me/onboarded', { method: 'POST' })
    expect(Date.parse(first.onboardedAt)).toBeGreaterThan(0)
    expect((await app.send('/api/me/onboarded', { method: 'POST' })).json).toEqual(first)
  })
})

describe('instructions', () => {
  it('are in the vault alone, and are gone when they are cleared', async () => {
    await put('/api/me/instructions', { instructions: 'Marker-1 never say sorry' })
    await put('/api/me/instructions', { instructions: 'Marker-2 be brief' })
    expect(await app.get('/api/me/instructions')).toEqual({
      instructions: 'Marker-2 be brief',
      max: 16_000,
      tools: ['cli_a', 'cli_b'],
    })
    expect([...inFiles('Marker-1'), ...inFiles('Marker-2')]).toEqual([])
    expect((await put('/api/me/instructions', { instructions: ' \n' })).json).toMatchObject({ instructions: null })
    expect(await instructions('/api/me/instructions')).toBeNull()
  })

  it('of a lane are its own, and go with it', async () => {
    const cwd = join(app.folder, 'told')
    mkdirSync(cwd)
    const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })
    const path = `/api/lanes/${made.json.lane.id}/instructions`
    expect(await instructions(path)).toBeNull()
    await put(path, { instructions: 'Use tabs.' })
    expect([await instructions(path), await instructions('/api/me/instructions')]).toEqual(['Use tabs.', null])
    expect((await put('/api/lanes/999/instructions', { instructions: 'x' })).status).toBe(404)
    await put('/api/me/instructions', { instructions: 'Stay.' })
    await app.send(`/api/lanes/${made.json.lane.id}`, { method: 'DELETE' })
    expect((await app.send(path)).status).toBe(404)
    const ofLane = () => secrets().filter((name) => name.startsWith('instructions/lane/'))
    expect(ofLane()).toHaveLength(1)
    await app.close()
    app = await startApp({}, folder)
    await until('the end of its text', () => ofLane().length === 0)
    expect(await instructions('/api/me/instructions')).toBe('Stay.')
  })
})
