import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type GitServer, hasGitServer, startGitServer } from '../../../../support/git/server.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'

const PASSWORD = 'hush-token-4711'

interface Reply {
  readonly output?: string
  readonly remote?: string
  readonly error?: { readonly code: string; readonly message: string; readonly auth?: object }
}

describe.skipIf(!hasGitServer)('an action of git that uses the network', () => {
  let app: App
  let server: GitServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchyard-remote-'))
    server = await startGitServer(folder, `ada:${PASSWORD}`)
    writeFileSync(
      join(folder, '.gitconfig'),
      `[http]\n\tsslCAInfo = ${server.certificate}\n[user]\n\tname = Ada\n\temail = a@b.c\n`,
    )
    app = await startApp({ HOME: folder })
  })
  afterAll(async () => {
    await app.close()
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  let made = 0
  let shop: TestRepository
  let lane: number
  let origin: string
  let url: string
  beforeEach(async () => {
    server.mode = 'answers'
    server.received.length = 0
    const name = `shop-${made++}`
    origin = server.create(`${name}.git`)
    url = server.url(`${name}.git`)
    shop = repositoryAt(join(folder, name), { 'a.txt': 'one\n' })
    const created = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: shop.path } })
    lane = created.json.lane.id
  })
  afterEach(async () => {
    await app.send(`/api/git-credentials/https/${encodeURIComponent(server.host)}`, { method: 'DELETE' })
  })

  const act = async (action: string, body: object = {}) => {
    const { status, json } = await app.send<Reply>(`/api/lanes/${lane}/git/${action}`, { method: 'POST', body })
    return { status, ...json }
  }
  const refusal = async (action: string, body: object = {}) => {
    const { status, error } = await act(action, body)
    return [status, error?.code]
  }
  const login = (more: object = {}) => ({
    credentials: { protocol: 'https', host: server.host, username: 'ada', password: PASSWORD, ...more },
  })
  const saved = async () => (await app.get<{ items: readonly object[] }>('/api/git-credentials')).items
  /** Adds a commit to the remote, as somebody else. */
  const commitElsewhere = (): void => {
    const other = repositoryAt(join(folder, `other-${made}`), {})
    other.git('fetch', '--quiet', origin, 'main')
    other.git('reset', '--quiet', '--hard', 'FETCH_HEAD')
    other.commit({ 'b.txt': 'two\n' })
    other.git('push', '--quiet', origin, 'HEAD:main')
  }

  it('publishes, pushes, fetches and pulls with a login that was saved when it was accepted', async () => {
    expect(await act('publish', { url, ...login({ remember: true }) })).toMatchObject({ status: 200, remote: 'origin' })
    expect(await saved()).toMatchObject([{ host: server.host, username: 'ada', hasToken: true }])
    shop.commit({ 'a.txt': 'two\n' })
    expect(await act('push')).toMatchObject({ status: 200, output: expect.stringContaining('main -> main') })
    expect(gitIn(origin, 'rev-parse', 'main')).toBe(shop.git('rev-parse', 'HEAD'))
    commitElsewhere()
    expect(await act('fetch')).toMatchObject({ status: 200, output: expect.stringContaining('origin/main') })
    expect(shop.git('rev-list', '--count', 'HEAD..origin/main')).toBe('1')
    expect(await act('pull')).toMatchObject({ status: 200, output: expect.stringContaining('Fast-forward') })
    expect(gitIn(origin, 'rev-parse', 'main')).toBe(shop.git('rev-parse', 'HEAD'))
  })

  it('asks for a login, for one request, of a host of the remotes', async () => {
    shop.git('remote', 'add', 'origin', url)
    const auth = { protocol: 'https', host: server.host, username: null, rejected: false }
    expect(await act('push')).toMatchObject({ status: 409, error: { code: 'EGITAUTH', auth } })
    expect(await act('push', login({ password: 'wrong', remember: true }))).toMatchObject({
      status: 409,
      error: { code: 'EGITAUTH', auth: { ...auth, username: 'ada', rejected: true } },
    })
    expect((await act('push', login())).status).toBe(200)
    expect(await saved()).toEqual([])
    expect(await refusal('fetch')).toEqual([409, 'EGITAUTH'])
    expect(await refusal('fetch', login({ host: 'git.example.com' }))).toEqual([400, 'EBADHOST'])
    for (const wrong of [{ password: '' }, { password: 'a\nhost=b' }, { username: '' }]) {
      expect(await refusal('fetch', login(wrong))).toEqual([400, 'EBADCRED'])
    }
  })

  it('is refused where it has no remote, or too many', async () => {
    expect(await refusal('push')).toEqual([400, 'ENOREMOTE'])
    expect((await act('fetch')).status).toBe(200)
    shop.git('remote', 'add', 'a', url)
    shop.git('remote', 'add', 'b', url)
    expect(await refusal('push')).toEqual([400, 'ENOREMOTE'])
    expect(await refusal('pull')).toEqual([409, 'EGIT'])
    expect(await refusal('publish', { url })).toEqual([400, 'EREMOTEEXISTS'])
  })

  it('does not keep the remote of a publication that failed', async () => {
    for (const bad of [url.replace('//', '//ada@'), '/srv/shop', 'ext::sh -c x', undefined]) {
      expect(await refusal('publish', { url: bad })).toEqual([400, 'EBADURL'])
    }
    expect(await refusal('publish', { url })).toEqual([409, 'EGITAUTH'])
    expect(await refusal('publish', { url: server.url('missing.git'), ...login() })).toEqual([409, 'EGIT'])
    expect(shop.git('remote')).toBe('')
    const empty = join(folder, `empty-${made}`)
    gitIn(folder, 'init', '--quiet', empty)
    const { json } = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: empty } })
    lane = json.lane.id
    expect(await refusal('publish', { url })).toEqual([400, 'ENOCOMMITS'])
  })

  it('pulls nothing that is not a fast-forward, and not during a merge', async () => {
    await act('publish', { url, ...login() })
    commitElsewhere()
    const head = shop.commit({ 'a.txt': 'mine\n' })
    expect(await refusal('pull', login())).toEqual([409, 'EGIT'])
    expect(await refusal('push', login())).toEqual([409, 'EGIT'])
    expect(shop.git('rev-parse', 'HEAD')).toBe(head)
    writeFileSync(join(shop.path, '.git/MERGE_HEAD'), `${head}\n`)
    expect(await refusal('pull', login())).toEqual([409, 'EMERGING'])
  })

  it('holds no lock while it waits for the remote', async () => {
    shop.git('remote', 'add', 'origin', url)
    shop.write('a.txt', 'changed\n')
    server.mode = 'hangs'
    const fetching = act('fetch', login())
    await until('the request at the remote', () => server.waiting() > 0)
    expect((await act('stage', { paths: ['a.txt'] })).status).toBe(200)
    server.drop()
    expect(await fetching).toMatchObject({ status: 409, error: { code: 'EGIT' } })
  })

  it('shows the login to git and the remote only', async () => {
    const seen: string[] = []
    server.onLogin = () => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
        for (const file of ['cmdline', 'environ']) {
          try {
            seen.push(readFileSync(`/proc/${pid}/${file}`, 'latin1'))
          } catch {
            // The process ended, or belongs to another user.
          }
        }
      }
    }
    const listener = await listenTo(app.url)
    const published = await act('publish', { url, ...login({ remember: true }) })
    const failed = [
      await act('push', login({ password: `${PASSWORD}-wrong` })),
      await act('fetch', login({ host: 'git.example.com' })),
      await act('fetch', login({ username: `${PASSWORD}\n` })),
      await app.send('/api/git-credentials'),
      await act('pull'),
    ]
    expect(published.status).toBe(200)
    await until('the update of the lane', () => listener.of('lane_update').length > 0)
    await listener.close()
    const messages = listener.messages.map((message) => JSON.stringify(message))
    expect(seen.some((text) => text.includes('http'))).toBe(true)
    await app.settled()
    const database = new Database(join(app.folder, 'data/switchyard.db'), { readonly: true })
    const events = database.prepare('select type, data from log').all()
    database.close()
    expect(JSON.stringify(events)).toContain('lane-git-changed')
    const config = readFileSync(join(shop.path, '.git/config'), 'utf8')
    const files = [app.folder, folder].flatMap((place) =>
      readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')),
    )
    expect(files.length).toBeGreaterThan(20)
    const all = [...seen, ...messages, ...files, JSON.stringify([published, events, failed, app.complaints]), config]
    const secrets = [PASSWORD, Buffer.from(`ada:${PASSWORD}`).toString('base64')]
    expect(all.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([])
  })
})
