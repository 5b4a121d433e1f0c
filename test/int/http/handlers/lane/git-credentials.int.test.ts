import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretsIn } from '../../../../support/accounts/secrets.js'
import { type App, startApp } from '../../../../support/service/app.js'

const TOKEN = 'a-very-secret-token'
const LOGIN = { protocol: 'https', host: 'git.example.com:8443', username: 'ada', password: TOKEN }

let app: App
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

const save = (login: object) => app.send('/api/git-credentials', { method: 'POST', body: login })
const remove = (path: string) => app.send(`/api/git-credentials/${path}`, { method: 'DELETE' })
const list = async () => (await app.get<{ items: Readonly<Record<string, unknown>>[] }>('/api/git-credentials')).items
const inData = (file: string): string => join(app.folder, 'data', file)

describe('the logins for git hosts', () => {
  it('are listed without their passwords, one for each protocol and host', async () => {
    expect((await save(LOGIN)).json).toEqual({ ok: true })
    await save({ ...LOGIN, username: 'ben' })
    await save({ ...LOGIN, protocol: 'http' })
    const savedAt = expect.any(String)
    const place = { host: LOGIN.host, savedAt, hasToken: true }
    expect(await list()).toEqual([
      { ...place, protocol: 'http', username: 'ada' },
      { ...place, protocol: 'https', username: 'ben' },
    ])
  })

  it('are encrypted, with the key in a private file of its own', async () => {
    await save(LOGIN)
    for (const file of ['accounts.db', 'vault.key']) {
      expect(statSync(inData(file)).mode & 0o777).toBe(0o600)
    }
    await app.settled()
    for (const file of readdirSync(inData(''), { withFileTypes: true }).filter((entry) => entry.isFile())) {
      expect(readFileSync(inData(file.name)).includes(TOKEN), file.name).toBe(false)
    }
  })

  it('are events without the password', async () => {
    await save(LOGIN)
    const database = new Database(inData('switchyard.db'), { readonly: true })
    const events = database.prepare(`select data from log where type = 'git-credential-saved'`).pluck().all()
    database.close()
    const { password: _password, ...shown } = LOGIN
    expect(events.map((data) => JSON.parse(String(data)))).toEqual([{ ...shown, revision: expect.any(String) }])
  })

  it('lose their token when the key is lost, and can be saved again', async () => {
    await save(LOGIN)
    rmSync(inData('vault.key'))
    expect(await list()).toMatchObject([{ username: 'ada', hasToken: false }])
    await save(LOGIN)
    expect(await list()).toMatchObject([{ username: 'ada', hasToken: true }])
  })

  it('are deleted with their password', async () => {
    await save(LOGIN)
    expect((await remove(`https/${encodeURIComponent(LOGIN.host)}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect(secretsIn(inData(''))).toBe('{}')
    expect((await remove(`https/${encodeURIComponent(LOGIN.host)}`)).status).toBe(404)
  })
})
