import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'
import { readLogged } from '../../../../support/service/log.js'

interface Saved {
  readonly sha: string
  readonly lines: readonly string[]
  readonly error?: { readonly code: string }
}

let app: App
let repository: TestRepository
let lane: number
const laneOn = async (cwd: string): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })).json.lane.id
const read = async (path: string, query = '') =>
  (await app.send<Saved>(`/api/lanes/${lane}/git/file?path=${path}${query}`)).json
const put = async (body: object, { query = '', prefix = 'lanes', id = lane } = {}) =>
  (await app.send<Saved>(`/api/${prefix}/${id}/git/file${query}`, { method: 'PUT', body })).json
const codeOf = async (body: object) => (await put(body)).error?.code
const bytesOf = (name: string): string => readFileSync(join(repository.path, name), 'latin1')
const recorded = () =>
  readLogged(join(app.folder, 'data'), `lane-${lane}`).filter(({ type }) => type === 'lane-file-saved')

beforeAll(async () => {
  app = await startApp()
  repository = repositoryAt(join(app.folder, 'shop'), { 'a.txt': 'one\ntwo\n', 'lib/b.txt': 'two\n' })
  lane = await laneOn(repository.path)
})
afterAll(() => app.close())

describe('a saved file', () => {
  it('is answered like a later read, under both prefixes', async () => {
    const { sha } = await read('a.txt')
    const saved = await put({ path: './a.txt', content: 'one\nTWO\n', baseSha: sha })
    expect(saved).toEqual(await read('a.txt'))
    expect(saved).toMatchObject({ lines: ['one', 'TWO'], sha: repository.git('hash-object', 'a.txt') })
    await put({ path: 'a.txt', content: 'one\n2\n', baseSha: saved.sha }, { prefix: 'workspaces' })
    expect(bytesOf('a.txt')).toBe('one\n2\n')
  })

  it('keeps its line terminators, its final newline and its mode', async () => {
    repository.write('crlf.sh', 'one\r\ntwo\r\n')
    chmodSync(join(repository.path, 'crlf.sh'), 0o751)
    const { sha } = await read('crlf.sh')
    await put({ path: 'crlf.sh', content: 'one\nTWO', baseSha: sha })
    expect(bytesOf('crlf.sh')).toBe('one\r\nTWO\r\n')
    expect(statSync(join(repository.path, 'crlf.sh')).mode & 0o777).toBe(0o751)
  })

  it('is the target of a link inside the lane, which stays a link', async () => {
    symlinkSync('lib/b.txt', join(repository.path, 'link'))
    const { sha } = await read('link')
    await put({ path: 'link', content: 'through\n', baseSha: sha })
    expect(bytesOf('lib/b.txt')).toBe('through\n')
    expect(lstatSync(join(repository.path, 'link')).isSymbolicLink()).toBe(true)
  })

  it('may be in the worktree of a session', async () => {
    const path = join(repository.path, '.claude', 'worktrees', 'one')
    repository.git('worktree', 'add', '--quiet', '-b', 'worktree-one', path)
    await app.hook('SessionStart', { session_id: 'one', cwd: path })
    await app.settled()
    const { sha } = await read('a.txt', '&session=one')
    await put({ path: 'a.txt', content: 'there\n', baseSha: sha }, { query: '?session=one' })
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('there\n')
    expect(bytesOf('a.txt')).not.toBe('there\n')
  })

  it('is recorded without its content, and announced', async () => {
    const { sha } = await read('a.txt')
    const before = recorded().length
    const listener = await listenTo(app.url)
    const saved = await put({ path: 'a.txt', content: 'new\n', baseSha: sha })
    expect(recorded().slice(before)).toMatchObject([
      { by: 'local', via: 'http', data: { lane, session: null, path: 'a.txt', before: sha, sha: saved.sha } },
    ])
    await until('the message', () => listener.of('lane_update').length === 1)
    await put({ path: 'a.txt', content: 'new\n', baseSha: saved.sha })
    expect(recorded(), 'nothing changed').toHaveLength(before + 1)
    await listener.close()
  })

  it('is never one of two edits of the same text', async () => {
    const { sha } = await read('a.txt')
    const edits = Array.from({ length: 8 }, (_, i) => put({ path: 'a.txt', content: `edit ${i}\n`, baseSha: sha }))
    const codes = (await Promise.all(edits)).map(({ error }) => error?.code)
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.filter((code) => code === 'ESTALE')).toHaveLength(7)
  })
})

describe('a file is not saved', () => {
  it.each([
    ['EBADPATH', { path: '../a.txt' }],
    ['EBADPATH', { path: '/etc/hostname' }],
    ['EBADPATH', { path: '.git/config' }],
    ['EBADPATH', { path: 'to-git/config' }],
    ['EBADPATH', { path: 'outside' }],
    ['EBADPATH', { path: 5 }],
    ['ENOFILE', { path: 'none.txt' }],
    ['ENOFILE', { path: 'lib' }],
    ['ESECRET', { path: 'lib/Settings.local.json' }],
    ['ESECRET', { path: 'to-secret' }],
    ['EBADCONTENT', { content: undefined }],
    ['EBADCONTENT', { content: ['x'] }],
    ['EBADCONTENT', { content: 'a\0b' }],
    ['EBADCONTENT', { content: '\ud800' }],
    ['ETOOBIG', { content: 'x'.repeat(1024 * 1024) }],
    ['ETOOBIG', { path: 'big.txt' }],
    ['EBINARY', { path: 'binary' }],
    ['EBINARY', { path: 'latin1.txt' }],
    ['ESTALE', { baseSha: undefined }],
    ['ESTALE', { baseSha: 'a'.repeat(40) }],
  ])('%s with %j', async (code, change) => {
    const at = (name: string): string => join(repository.path, name)
    if (code === 'EBADPATH' && lstatSync(at('outside'), { throwIfNoEntry: false }) === undefined) {
      writeFileSync(join(app.folder, 'outside.txt'), 'outside\n')
      symlinkSync(join(app.folder, 'outside.txt'), at('outside'))
      symlinkSync('.git', at('to-git'))
      mkdirSync(at('.claude'), { recursive: true })
      writeFileSync(at('.claude/settings.local.json'), '{}\n')
      symlinkSync('.claude/settings.local.json', at('to-secret'))
      writeFileSync(at('big.txt'), 'x'.repeat(1024 * 1024 + 1))
      writeFileSync(at('binary'), 'a\0b')
      writeFileSync(at('latin1.txt'), Buffer.from('caf\xe9\n', 'latin1'))
    }
    const { sha: baseSha } = await read('a.txt')
    const before = repository.git('status', '--porcelain')
    const text = bytesOf('a.txt')
    expect(await codeOf({ path: 'a.txt', content: 'mine\n', baseSha, ...change })).toBe(code)
    expect(repository.git('status', '--porcelain')).toBe(before)
    expect(bytesOf('a.txt')).toBe(text)
  })

  it('outside of a repository', async () => {
    const plain = join(app.folder, 'plain')
    mkdirSync(plain)
    writeFileSync(join(plain, 'a.txt'), 'one\n')
    const id = await laneOn(plain)
    const body = { path: 'a.txt', content: 'two\n', baseSha: '5626abf0f72e58d7a153368ba57db4c673c0e171' }
    expect((await put(body, { id })).error?.code).toBe('EGIT')
  })
})
