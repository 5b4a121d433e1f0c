import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { until } from '../../../support/agents/until.js'
import { hasSshd, type Sshd, startSshd } from '../../../support/process/sshd.js'
import { type App, startApp } from '../../../support/service/app.js'
import { listenTo } from '../../../support/service/listener.js'

type Source = RouteAnswer<'GET /api/remote-sources'>['sources'][number]
type Synced = RouteAnswer<'POST /api/remote-sources/:id/sync'>
type Tested = RouteAnswer<'POST /api/remote-sources/:id/test'>

const SESSION = '11111111-2222-4333-8444-5555555555aa'
const reply = (n: number, session = SESSION, more: object = {}): string =>
  `${JSON.stringify({
    type: 'assistant',
    sessionId: session,
    uuid: `uuid-${session}-${n}`,
    timestamp: new Date(Date.UTC(2026, 2, 1, 10, n)).toISOString(),
    cwd: '/work',
    message: {
      id: `msg-${session}-${n}`,
      role: 'assistant',
      model: 'claude-opus-4-8',
      content: [{ type: 'text', text: `answer ${n}` }],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
    ...more,
  })}\n`

describe.skipIf(!hasSshd)('a remote source over a real SSH server', () => {
  let base: string
  let sshd: Sshd
  let remote: string
  let app: App
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'switchyard-ssh-'))
    mkdirSync(join(base, 'programs'))
    // The fake wsl.exe runs its command as WSL does, with its own home.
    const wsl = `#!/bin/sh\necho "$*" >>'${join(base, 'wsl.log')}'\nHOME='${join(base, 'wsl-home')}'\nexport HOME\nshift\nexec "$@"\n`
    writeFileSync(join(base, 'programs', 'wsl.exe'), wsl, { mode: 0o755 })
    sshd = await startSshd(join(base, 'sshd'), join(base, 'programs'))
  })
  afterAll(async () => {
    await sshd.stop()
    rmSync(base, { recursive: true, force: true })
  })
  beforeEach(async () => {
    remote = mkdtempSync(join(base, 'remote-'))
    mkdirSync(join(remote, 'it\'s "here" $HOME', 'projects', 'work'), { recursive: true })
    app = await startApp({ SVC_SSH_CONFIG: sshd.config })
  })
  afterEach(() => app.close())

  const home = (): string => join(remote, 'it\'s "here" $HOME')
  const transcript = (name = SESSION): string => join(home(), 'projects', 'work', `${name}.jsonl`)
  const add = async (more: object = {}): Promise<Source> => {
    const body = {
      label: 'Remote',
      host: sshd.host,
      ssh_port: sshd.port,
      identity_file: sshd.identityFile,
      remote_home: home(),
      remote_codex_home: join(remote, 'none'),
      enabled: false,
      ...more,
    }
    return (await app.send<{ source: Source }>('/api/remote-sources', { method: 'POST', body })).json.source
  }
  const sync = async (id: string): Promise<Synced> =>
    (await app.send<Synced>(`/api/remote-sources/${id}/sync`, { method: 'POST' })).json
  const tokens = async (): Promise<number> =>
    (await app.get<RouteAnswer<'GET /api/stats'>>('/api/stats')).tokens.output_tokens

  it('imports only new lines, each once, under its own id', async () => {
    writeFileSync(transcript(), reply(1) + reply(2))
    const { id } = await add()
    expect(await sync(id)).toMatchObject({ ok: true, files: 1, errors: 0 })
    expect(await tokens()).toBe(10)
    expect(await sync(id)).toMatchObject({ ok: true, files: 0, bytes: 0, imported: 0 })
    appendFileSync(transcript(), reply(3))
    expect(await sync(id)).toMatchObject({ ok: true, files: 1 })
    expect(await tokens()).toBe(15)
    const listed = await app.get<RouteAnswer<'GET /api/sessions'>>(`/api/sessions?sources=${id}`)
    expect(listed.sessions.map((session) => [session.id, session.source])).toEqual([[SESSION, id]])
    expect((await app.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions?sources=local')).total).toBe(0)
    const page = await app.get<RouteAnswer<'GET /api/sessions/:id/transcript'>>(`/api/sessions/${SESSION}/transcript`)
    expect(page.messages).toHaveLength(3)
  })

  it('re-reads a replaced file without counting anything twice', async () => {
    writeFileSync(transcript(), reply(1) + reply(2) + reply(3))
    const { id } = await add()
    await sync(id)
    writeFileSync(transcript(), reply(4) + reply(1))
    // The first sync drops the outdated copy, the second fetches the whole file.
    await sync(id)
    await sync(id)
    expect(await tokens()).toBe(20)
  })

  it('imports nothing from outside its folders through symlinks', async () => {
    writeFileSync(transcript(), reply(1, SESSION, { source: 'local' }))
    writeFileSync(join(remote, 'secret.jsonl'), reply(9, '99999999-2222-4333-8444-5555555555aa'))
    symlinkSync(join(remote, 'secret.jsonl'), transcript('99999999-2222-4333-8444-5555555555aa'))
    const { id } = await add()
    expect(await sync(id)).toMatchObject({ ok: true, files: 1 })
    const { sessions } = await app.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')
    expect(sessions.map((session) => [session.id, session.source])).toEqual([[SESSION, id]])
  })

  it('imports nothing for a session of this machine, and reports an error', async () => {
    await app.hook('UserPromptSubmit', { session_id: SESSION, prompt: 'mine' })
    writeFileSync(transcript(), reply(1))
    const { id } = await add()
    const error = expect.stringContaining(`session ${SESSION} belongs to the source local`)
    expect(await sync(id)).toMatchObject({ ok: false, error, files: 0, imported: 0, errors: 1 })
    const { sources } = await app.get<RouteAnswer<'GET /api/remote-sources'>>('/api/remote-sources')
    expect(sources).toMatchObject([{ status: 'error', last_error: error }])
    expect(await tokens()).toBe(0)
  })

  it('has a test that reports what it contains, or the error in one line', async () => {
    writeFileSync(transcript(), reply(1))
    const test = async (id: string): Promise<Tested> =>
      (await app.send<Tested>(`/api/remote-sources/${id}/test`, { method: 'POST' })).json
    expect(await test((await add()).id)).toMatchObject({
      ok: true,
      remoteProjects: 1,
      remoteCodexSessions: 0,
      providers: { claude: { status: 'ok' }, codex: { status: 'unavailable' } },
    })
    const refused = await test((await add({ ssh_port: 1 })).id)
    expect([refused.ok, refused.message]).toEqual([false, expect.stringMatching(/refused/i)])
    expect([refused.providers.claude.status, refused.providers.codex.status]).toEqual(['error', 'error'])
    const keyless = await test((await add({ identity_file: '/nonexistent/key' })).id)
    expect(keyless).toMatchObject({ ok: false, message: expect.stringMatching(/permission denied/i) })
  })

  it('is read in WSL without paths or names on a Windows command line', async () => {
    const projects = join(base, 'wsl-home', 'it\'s & "mine" %PATH%', 'projects', 'a $(id) `id`')
    mkdirSync(projects, { recursive: true })
    writeFileSync(join(projects, `${SESSION}.jsonl`), reply(1) + reply(2))
    const { id } = await add({ remote_home: 'wsl:~/it\'s & "mine" %PATH%', remote_codex_home: 'wsl:/nowhere' })
    expect(await sync(id)).toMatchObject({ ok: true, files: 1, errors: 0 })
    appendFileSync(join(projects, `${SESSION}.jsonl`), reply(3))
    expect(await sync(id)).toMatchObject({ ok: true, files: 1 })
    expect(await tokens()).toBe(15)
    const commands = new Set(readFileSync(join(base, 'wsl.log'), 'utf8').trim().split('\n'))
    expect([...commands]).toEqual(['-e sh -s'])
  })

  it('is read from a Windows path by a POSIX shell', async () => {
    writeFileSync(transcript(), reply(1))
    // Two slashes start a share path on Windows. Here they are the same as one.
    const { id } = await add({ remote_home: `/${home()}`, remote_codex_home: 'C:/Users/nobody/.codex' })
    expect(await sync(id)).toMatchObject({ ok: true, files: 1, errors: 0 })
  })

  it('fails with the cause when no shell can be run, instead of finding no transcripts', async () => {
    const { id } = await add({ remote_home: 'wsl:~/.claude' })
    const wsl = join(base, 'programs', 'wsl.exe')
    renameSync(wsl, `${wsl}.away`)
    try {
      const answer = await app.send<{ error: { code: string; message: string } }>(`/api/remote-sources/${id}/sync`, {
        method: 'POST',
      })
      expect([answer.status, answer.json.error.code]).toEqual([502, 'SYNC_FAILED'])
      expect(answer.json.error.message).toMatch(/wsl\.exe/)
    } finally {
      renameSync(`${wsl}.away`, wsl)
    }
  })

  it('publishes its status on the socket when it is added, synced and deleted', async () => {
    writeFileSync(transcript(), reply(1))
    const listener = await listenTo(app.url)
    const { id } = await add()
    await sync(id)
    await app.send(`/api/remote-sources/${id}`, { method: 'DELETE' })
    const said = () => listener.of('remote_source.status').filter(({ data }) => data.id === id)
    await until('the last word', () => said().at(-1)?.data.status === 'deleted')
    expect(said().map(({ data }) => data.status)).toEqual(['idle', 'syncing', 'ok', 'deleted'])
    expect(said()[2]?.data).toEqual({
      id,
      status: 'ok',
      error: null,
      providers: { claude: 'ok', codex: 'unavailable' },
      last_sync_at: expect.stringMatching(/Z$/) as string,
    })
    await listener.close()
  })

  it('deletes its sessions with it only on purge', async () => {
    writeFileSync(transcript(), reply(1))
    const first = await add()
    await sync(first.id)
    const kept = await app.send(`/api/remote-sources/${first.id}`, { method: 'DELETE' })
    expect(kept.json).toEqual({ ok: true, purged: 0 })
    expect((await app.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')).total).toBe(1)
    const other = '22222222-2222-4333-8444-5555555555aa'
    writeFileSync(transcript(other), reply(1, other))
    const second = await add()
    await sync(second.id)
    const gone = await app.send(`/api/remote-sources/${second.id}?purge=1`, { method: 'DELETE' })
    expect(gone.json).toEqual({ ok: true, purged: 1 })
    const { sessions } = await app.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')
    expect(sessions.map((session) => session.id)).toEqual([SESSION])
    expect((await app.get<RouteAnswer<'GET /api/remote-sources'>>('/api/remote-sources')).sources).toEqual([])
    expect(existsSync(join(app.folder, 'data', 'remote', second.id))).toBe(false)
  })
})

describe.skipIf(!hasSshd)('a machine with an unknown host key', () => {
  it('is not read, and the error says what to do', async () => {
    const base = mkdtempSync(join(tmpdir(), 'switchyard-ssh-'))
    const sshd = await startSshd(join(base, 'sshd'))
    const app = await startApp({ SVC_SSH_CONFIG: sshd.strangerConfig })
    try {
      const body = {
        label: 'R',
        host: sshd.host,
        ssh_port: sshd.port,
        identity_file: sshd.identityFile,
        enabled: false,
      }
      const { source } = (await app.send<{ source: Source }>('/api/remote-sources', { method: 'POST', body })).json
      const path = `/api/remote-sources/${source.id}/sync`
      const { status, json } = await app.send<{ error: { code: string; message: string } }>(path, { method: 'POST' })
      expect([status, json.error.code]).toEqual([502, 'SYNC_FAILED'])
      expect(json.error.message).toMatch(/connect once with ssh in a terminal/)
      const [row] = (await app.get<RouteAnswer<'GET /api/remote-sources'>>('/api/remote-sources')).sources
      expect([row?.status, row?.last_error]).toEqual(['error', json.error.message])
      expect([row?.claude_status, row?.codex_status]).toEqual(['error', 'error'])
    } finally {
      await app.close()
      await sshd.stop()
      rmSync(base, { recursive: true, force: true })
    }
  })
})
