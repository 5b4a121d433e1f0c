import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../../support/service/app.js'
import { countLogged } from '../../../support/service/log.js'
import { tarOf, zipOf } from '../../../support/archives/archives.js'
import { replies } from '../../../support/transcripts/replies.js'

const id = (n: number): string => `0000000${n}-2222-4333-8444-555555555555`
let folder: string
let app: App
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-upload-'))
  app = await startApp({}, folder)
  await app.settled()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Uploaded {
  readonly imported: number
  readonly skipped: number
  readonly rejected_files: readonly { readonly name: string; readonly reason: string }[]
}

type Files = Readonly<Record<string, string | Buffer>>
const upload = async (files: Files, fields: Readonly<Record<string, string>> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name)
  const answer = await fetch(`${app.url}/api/import/upload`, { method: 'POST', body: form })
  return { status: answer.status, json: (await answer.json()) as Uploaded }
}
const sessions = async (): Promise<string[]> =>
  (await app.get<{ sessions: { id: string }[] }>('/api/sessions')).sessions.map((session) => session.id).toSorted()
const messages = async (session: string): Promise<number> =>
  (await app.get<{ total: number }>(`/api/sessions/${session}/transcript`)).total
const uploadsLeft = (): string[] => {
  const path = join(folder, 'data', 'uploads')
  return existsSync(path) ? readdirSync(path) : []
}
const tree = {
  [`projects/-repo/${id(1)}.jsonl`]: replies(id(1), 3),
  [`projects/-repo/${id(1)}/subagents/agent-a1.jsonl`]: replies(id(1), 2, { isSidechain: true, agentId: 'a1' }),
  [`projects/-repo/${id(1)}/subagents/agent-a1.meta.json`]: '{"agentType":"Explore","description":"look"}',
  [`projects/-repo/${id(2)}.jsonl`]: replies(id(2), 1),
  'projects/-repo/notes.md': 'nothing for us',
}
const zipped = (): Buffer => zipOf(Object.entries(tree).map(([name, text]) => ({ name, text })))
const tarred = (): Promise<Buffer> => tarOf(Object.entries(tree).map(([name, text]) => ({ name: `./${name}`, text })))

describe('uploaded transcripts', () => {
  it.each([
    ['history.zip', async () => zipped()],
    ['history.tar', tarred],
    ['history.tar.gz', async () => gzipSync(await tarred())],
    ['history.tgz', async () => gzipSync(await tarred())],
  ])('are imported from %s, with their subagents', async (name, pack) => {
    const { status, json } = await upload({ [name]: await pack() })
    expect([status, json]).toMatchObject([
      200,
      {
        ok: true,
        source: 'upload',
        imported: 2,
        errors: 0,
        files_received: 1,
        rejected_files: [],
        entries_extracted: 4,
        entries_skipped: 1,
      },
    ])
    const { agents } = await app.get<{ agents: { subagent_type: string | null }[] }>(`/api/sessions/${id(1)}/agents`)
    expect([await sessions(), agents.map((agent) => agent.subagent_type)]).toEqual([
      [id(1), id(2)],
      [null, 'Explore'],
    ])
  })

  it('are accepted as single files, compressed or not', async () => {
    const files = { [`${id(1)}.jsonl`]: replies(id(1), 2), [`${id(2)}.jsonl.gz`]: gzipSync(replies(id(2), 2)) }
    expect((await upload(files)).json).toMatchObject({ imported: 2, files_received: 2, entries_extracted: 2 })
  })

  it('of Codex are recognized by their file names', async () => {
    const line = (type: string, payload: object): string =>
      JSON.stringify({ timestamp: '2026-10-01T10:00:00.000Z', type, payload })
    const rollout = `${line('session_meta', { id: id(3), cwd: '/repo' })}\n${line('event_msg', { type: 'user_message', message: 'hi' })}\n`
    const named = await upload({ [`rollout-2026-10-01T10-00-00-${id(3)}.jsonl`]: rollout })
    expect(named.json).toMatchObject({ imported: 1, provider: null })
    const { session } = await app.get<{ session: { provider: string } }>(`/api/sessions/${id(3)}`)
    expect(session.provider).toBe('codex')
  })

  it('stay readable in the archive after the upload is deleted', async () => {
    await upload({ 'history.zip': zipped() })
    expect([uploadsLeft(), await messages(id(1))]).toEqual([[], 3])
  })

  it('add nothing when they are uploaded twice', async () => {
    await upload({ 'history.zip': zipped() })
    const before = countLogged(join(folder, 'data'))
    expect((await upload({ 'again.zip': zipped() })).json).toMatchObject({ imported: 0, backfilled: 0, skipped: 2 })
    expect([countLogged(join(folder, 'data')), await messages(id(1))]).toEqual([before, 3])
  })

  it('restore a deleted session', async () => {
    await upload({ 'history.zip': zipped() })
    await app.send(`/api/sessions/${id(1)}`, { method: 'DELETE' })
    expect((await upload({ 'history.zip': zipped() })).json).toMatchObject({ imported: 1, skipped: 1 })
  })
})

describe('a hostile archive is rejected completely, and other files of the upload are imported', () => {
  const good = { name: `${id(1)}.jsonl`, text: replies(id(1), 1) }
  const outside = join(tmpdir(), 'switchyard-escaped.jsonl')
  const hostile: readonly (readonly [string, string, () => Buffer | Promise<Buffer>])[] = [
    ['a name that climbs', 'slip.zip', () => zipOf([good, { name: '../../../escaped.jsonl', text: '{}' }])],
    ['an absolute name', 'absolute.zip', () => zipOf([good, { name: outside, text: '{}' }])],
    ['a backslash', 'windows.zip', () => zipOf([good, { name: '..\\..\\escaped.jsonl', text: '{}' }])],
    ['a link', 'link.zip', () => zipOf([good, { name: 'x.jsonl', text: '/etc/passwd', mode: 0o120777 }])],
    ['a secret', 'secret.zip', () => zipOf([good, { name: 'x.jsonl', text: '{}', encrypted: true }])],
    ['an entry twice', 'twice.zip', () => zipOf([good, good])],
    ['no archive at all', 'noise.zip', () => Buffer.from('this is no archive')],
    ['a name that climbs', 'slip.tar', () => tarOf([good, { name: '../../escaped.jsonl', text: '{}' }])],
    ['an absolute name', 'absolute.tar', () => tarOf([good, { name: outside, text: '{}' }])],
    ['a link', 'link.tar', () => tarOf([good, { name: 'x.jsonl', type: 'symlink', linkname: '/etc/passwd' }])],
    ['a hard link', 'hard.tar', () => tarOf([good, { name: 'x.jsonl', type: 'link', linkname: '/etc/passwd' }])],
    ['a FIFO', 'fifo.tar', () => tarOf([good, { name: 'x.jsonl', type: 'fifo' }])],
    ['a cut-off end', 'cut.tar.gz', async () => gzipSync(await tarOf([good, good])).subarray(0, 200)],
  ]

  it.each(hostile)('%s (%s)', async (_what, name, pack) => {
    const { status, json } = await upload({ [name]: await pack(), [`${id(2)}.jsonl`]: replies(id(2), 1) })
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json.rejected_files).toMatchObject([{ name }])
    expect([json.imported, await sessions(), uploadsLeft()]).toEqual([1, [id(2)], []])
    expect([existsSync(outside), existsSync(join(folder, 'escaped.jsonl'))]).toEqual([false, false])
    expect(app.complaints).toEqual([])
  })
})

describe('an upload without a transcript', () => {
  const refused = async (files: Files, fields = {}): Promise<unknown> => {
    const { status, json } = await upload(files, fields)
    expect(uploadsLeft()).toEqual([])
    return { status, ...json }
  }

  it('is rejected if it has no files or no supported ones', async () => {
    expect(await refused({})).toMatchObject({ status: 400, error: { code: 'NO_FILES', rejected_files: [] } })
    expect(await refused({ 'a.txt': 'x' })).toMatchObject({
      status: 400,
      error: { code: 'NO_FILES', rejected_files: [{ name: 'a.txt' }] },
    })
  })

  it('is rejected with counts if its archives contain none', async () => {
    expect(await refused({ 'a.zip': zipOf([{ name: 'readme.md', text: 'x' }]) })).toMatchObject({
      status: 400,
      error: { code: 'NO_JSONL', extracted: 0, skipped_entries: 1 },
    })
  })

  it('is rejected for an unknown provider', async () => {
    expect(await refused({ 'a.jsonl': replies('a', 1) }, { provider: 'vi' })).toMatchObject({
      status: 400,
      error: { code: 'INVALID_PROVIDER' },
    })
  })

  it.each([
    ['application/json', '{}'],
    ['multipart/form-data', 'x'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="files"; filename="a.jsonl"\r\n\r\n{',
    ],
  ])('is rejected if it is not a valid form (%s)', async (type, body) => {
    const answer = await app.send('/api/import/upload', { method: 'POST', body, headers: { 'content-type': type } })
    expect([answer.status, answer.json]).toMatchObject([400, { error: { code: 'IMPORT_UPLOAD_FAILED' } }])
    expect(uploadsLeft()).toEqual([])
  })

  it('leaves only files in the archive that other users cannot read', async () => {
    await upload({ 'history.zip': zipped() })
    const archive = join(folder, 'data', 'archive')
    const files = (readdirSync(archive, { recursive: true }) as string[]).map((name) => join(archive, name))
    const open = files.filter((path) => (statSync(path).mode & 0o077) !== 0)
    expect([files.length > 0, open]).toEqual([true, []])
    expect(readFileSync(files.find((path) => path.endsWith('.gz')) ?? '')).not.toHaveLength(0)
  })
})
