import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'
import { listenTo } from '../../../support/service/listener.js'
import { countLogged, readLogged } from '../../../support/service/log.js'
import { replies } from '../../../support/transcripts/replies.js'

const id = (n: number): string => `0000000${n}-2222-4333-8444-555555555555`
let folder: string
let app: App
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-import-'))
  app = await startApp({}, folder)
  await app.settled()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (path: string, text: string): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const history = (session: string): string => join(app.claudeHome, 'projects', '-repo', `${session}.jsonl`)

interface Imported {
  readonly imported: number
  readonly skipped: number
  readonly backfilled: number
  readonly errors: number
}
const post = (path: string, body: unknown = {}) => app.send<Imported>(path, { method: 'POST', body })
const scan = (path: string, more: object = {}) => post('/api/import/scan-path', { path, ...more })
const sessions = async (): Promise<string[]> =>
  (await app.get<{ sessions: { id: string }[] }>('/api/sessions')).sessions.map((session) => session.id).toSorted()
const logged = (): number => countLogged(join(folder, 'data'))

describe('a rescan', () => {
  it('imports what is new and skips the rest', async () => {
    put(history(id(1)), replies(id(1), 2))
    put(history(id(2)), replies(id(2), 1))
    await post('/api/import/rescan')
    await post('/api/settings/clear-data')
    // The watcher ignores cleared files, so all of them are new to this rescan.
    const { json } = await post('/api/import/rescan')
    expect(json).toMatchObject({ ok: true, source: 'default', imported: 2, skipped: 0 })
    const before = logged()
    const answer = await post('/api/import/rescan')
    expect(answer.json).toMatchObject({ imported: 0, backfilled: 0, skipped: 2, sessions_seen: 2, files_scanned: 2 })
    expect([logged(), await sessions()]).toEqual([before, [id(1), id(2)]])
  })

  it('scans the requested provider only', async () => {
    put(history(id(1)), replies(id(1), 2))
    const codex = await post('/api/import/rescan', { provider: 'codex' })
    expect(codex.json).toMatchObject({ provider: 'codex', sessions_seen: 0 })
    const claude = await post('/api/import/rescan', { provider: 'claude' })
    expect(claude.json).toMatchObject({ provider: 'claude', sessions_seen: 1 })
  })

  it('restores cleared sessions, but not a deleted one', async () => {
    put(history(id(1)), replies(id(1), 2))
    put(history(id(2)), replies(id(2), 2))
    await post('/api/import/rescan')
    await post('/api/settings/clear-data')
    expect(await sessions()).toEqual([])
    expect((await post('/api/import/rescan')).json).toMatchObject({ imported: 2 })
    await app.send(`/api/sessions/${id(2)}`, { method: 'DELETE' })
    expect((await post('/api/import/rescan')).json).toMatchObject({ imported: 0, skipped: 2 })
    expect(await sessions()).toEqual([id(1)])
  })

  it('rejects an unknown provider', async () => {
    const answer = await post('/api/import/rescan', { provider: 'emacs' })
    expect([answer.status, answer.json]).toMatchObject([400, { error: { code: 'INVALID_INPUT', field: 'provider' } }])
  })

  it('announces its progress on the WebSocket', async () => {
    put(history(id(1)), replies(id(1), 2))
    const listener = await listenTo(app.url)
    await post('/api/import/rescan')
    const phases = listener.of('import.progress').map(({ data }) => [data.source, data.phase])
    expect([phases[0], phases.at(-1)]).toEqual([
      ['default', 'start'],
      ['default', 'complete'],
    ])
    await listener.close()
  })
})

describe('a re-import', () => {
  it('re-reads everything and adds no duplicates', async () => {
    put(history(id(1)), replies(id(1), 40))
    await post('/api/import/rescan')
    const [before, stats] = [logged(), await app.get('/api/stats')]
    expect((await post('/api/settings/reimport')).json).toEqual({
      ok: true,
      imported: 0,
      skipped: 1,
      backfilled: 0,
      errors: 0,
    })
    expect([logged(), await app.get('/api/stats')]).toEqual([before, stats])
  })

  it('restores everything right after it was cleared', async () => {
    put(history(id(1)), replies(id(1), 4))
    await post('/api/import/rescan')
    await post('/api/settings/clear-data')
    expect((await post('/api/settings/reimport')).json).toMatchObject({ imported: 1, errors: 0 })
    const page = await app.get<{ total: number }>(`/api/sessions/${id(1)}/transcript`)
    expect([await sessions(), page.total]).toEqual([[id(1)], 4])
  })

  it('restores a deleted session, and logs it', async () => {
    put(history(id(1)), replies(id(1), 4))
    await post('/api/import/rescan')
    await app.send(`/api/sessions/${id(1)}`, { method: 'DELETE' })
    expect((await post('/api/settings/reimport')).json).toMatchObject({ imported: 1 })
    expect(await sessions()).toEqual([id(1)])
    const types = readLogged(join(folder, 'data'), 'service').map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('session-'))).toEqual(['session-purged', 'session-revived'])
    put(history(id(1)), replies(id(1), 5))
    await until('what was written since', async () => {
      const { total } = await app.get<{ total: number }>(`/api/sessions/${id(1)}/transcript`)
      return total === 5
    })
  })

  it('that is requested twice runs twice, not concurrently', async () => {
    put(history(id(1)), replies(id(1), 30))
    await post('/api/import/rescan')
    await post('/api/settings/clear-data')
    const answers = await Promise.all([post('/api/settings/reimport'), post('/api/settings/reimport')])
    expect(answers.map(({ json }) => json.imported)).toEqual([1, 0])
  })
})

describe('a scanned folder', () => {
  it('is searched for transcripts recursively', async () => {
    put(join(folder, 'other', 'deep', 'down', `${id(1)}.jsonl`), replies(id(1), 2))
    put(join(folder, 'other', `${id(2)}.jsonl`), replies(id(2), 2))
    put(join(folder, 'other', 'notes.txt'), replies(id(3), 2))
    const answer = await scan(join(folder, 'other'))
    expect(answer.json).toMatchObject({ ok: true, source: 'path', imported: 2, files_scanned: 2, errors: 0 })
    expect(await sessions()).toEqual([id(1), id(2)])
  })

  it('adds new lines to known sessions', async () => {
    const path = put(join(folder, 'other', `${id(1)}.jsonl`), replies(id(1), 2))
    expect((await scan(dirname(path))).json).toMatchObject({ imported: 1, backfilled: 0, skipped: 0 })
    put(path, replies(id(1), 3))
    expect((await scan(dirname(path))).json).toMatchObject({ imported: 0, backfilled: 1, skipped: 0 })
    expect((await scan(dirname(path))).json).toMatchObject({ imported: 0, backfilled: 0, skipped: 1 })
  })

  const isReadable = async (): Promise<unknown> => {
    const { transcripts } = await app.get<{ transcripts: { has_transcript: boolean }[] }>(
      `/api/sessions/${id(4)}/transcripts`,
    )
    const page = await app.get<{ total: number }>(`/api/sessions/${id(4)}/transcript`)
    return [transcripts.map(({ has_transcript }) => has_transcript), page.total]
  }

  it('is archived before the response: it can be deleted immediately', async () => {
    const path = put(join(folder, 'gone', `${id(4)}.jsonl`), replies(id(4), 3))
    await scan(dirname(path))
    rmSync(dirname(path), { recursive: true })
    expect(await isReadable()).toEqual([[true], 3])
  })

  it('is archived even if it was read before', async () => {
    put(history(id(4)), replies(id(4), 3))
    await post('/api/import/rescan')
    await scan(dirname(history(id(4))))
    rmSync(dirname(history(id(4))), { recursive: true })
    expect(await isReadable()).toEqual([[true], 3])
  })

  it('can have the layout of the CLI', async () => {
    put(join(folder, 'copy', 'projects', '-repo', `${id(1)}.jsonl`), replies(id(1), 2))
    put(join(folder, 'copy', 'history.jsonl'), replies(id(2), 2))
    expect((await scan(join(folder, 'copy'))).json).toMatchObject({ imported: 1, files_scanned: 1 })
  })

  it('is scanned without following links', async () => {
    const secret = put(join(folder, 'elsewhere', `${id(1)}.jsonl`), replies(id(1), 2))
    mkdirSync(join(folder, 'named'))
    symlinkSync(secret, join(folder, 'named', `${id(1)}.jsonl`))
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'named', 'link'))
    expect((await scan(join(folder, 'named'))).json).toMatchObject({ imported: 0, files_scanned: 0 })
  })

  it.each([
    ['relative/path', 'INVALID_INPUT'],
    ['/no/such/folder/anywhere', 'PATH_NOT_FOUND'],
    ['/etc/passwd', 'NOT_A_DIRECTORY'],
    ['~/no-such-folder-of-mine', 'PATH_NOT_FOUND'],
    ['/tmp/\0/x', 'INVALID_INPUT'],
    ['', 'INVALID_INPUT'],
  ])('%j is rejected: %s', async (path, code) => {
    const answer = await scan(path)
    expect([answer.status, answer.json]).toMatchObject([400, { error: { code } }])
  })

  it.each([[{}], [{ path: 5 }], [{ path: '/tmp', provider: 'vi' }]])('%j is rejected', async (body) => {
    const answer = await post('/api/import/scan-path', body)
    expect([answer.status, answer.json]).toMatchObject([400, { error: { code: 'INVALID_INPUT' } }])
  })
})

describe('the import guide', () => {
  it('has the location of the history, the archive command and the upload limits', async () => {
    put(history(id(1)), replies(id(1), 2))
    const guide = await app.get<Record<string, unknown>>('/api/import/guide')
    expect(guide).toMatchObject({
      provider: 'claude',
      default_projects_dir: join(app.claudeHome, 'projects'),
      default_projects_dir_exists: true,
      default_projects_dir_stats: { projects: 1, jsonl_files: 1 },
      max_upload_bytes: 1024 ** 3,
      max_upload_files: 2000,
    })
    // The other machine knows nothing of the environment of this one.
    expect(guide['archive_command']).toBe('tar -czf history.tar.gz -C ~/.claude projects')
    expect(String(guide['default_projects_dir_display'])).not.toContain(homedir())
    expect((guide['steps'] as { id: string }[]).map((step) => step.id)).toEqual([
      'locate',
      'archive',
      'choose',
      'verify',
    ])
  })

  it('supports Claude and Codex only', async () => {
    const codex = await app.get<Record<string, unknown>>('/api/import/guide?provider=codex')
    expect(codex['default_projects_dir']).toBe(join(app.codexHome, 'sessions'))
    const answer = await app.send('/api/import/guide?provider=ed')
    expect([answer.status, answer.json]).toMatchObject([400, { error: { code: 'INVALID_PROVIDER' } }])
  })
})
