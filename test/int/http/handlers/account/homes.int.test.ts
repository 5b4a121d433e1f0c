import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unzipped } from '../../../../support/archives/unzipped.js'
import { type Name, startTeam, type Team } from '../../../../support/service/team.js'

let team: Team
const homeOf = (name: Name): string => join(team.app.folder, 'data', 'users', name)
beforeAll(async () => {
  team = await startTeam()
  for (const name of ['grace', 'bob'] as const) {
    mkdirSync(join(homeOf(name), '.claude'), { recursive: true })
    writeFileSync(join(homeOf(name), '.claude', '.credentials.json'), `KEY-OF-${name}`)
    writeFileSync(join(homeOf(name), 'notes.txt'), `notes of ${name}`)
  }
  mkdirSync(join(homeOf('grace'), 'shop'))
  symlinkSync('.claude', join(homeOf('grace'), 'visible'))
})
afterAll(() => team.close())

interface Answer {
  readonly entries?: readonly { readonly name: string }[]
  readonly homes?: readonly { readonly id: string; readonly readOnly: boolean }[]
  readonly items?: readonly { readonly id: string; readonly path: string; readonly laneId: number | null }[]
  readonly trashed?: readonly string[]
  readonly copied?: readonly string[]
  readonly rows?: readonly { readonly kind: string; readonly reader: string; readonly owner: string; route: string }[]
  readonly lane?: { readonly id: number }
  readonly error?: { readonly code: string }
}
const get = async (name: Name, path: string): Promise<Answer> => (await team.as<Answer>(name, path)).json
const post = async (name: Name, path: string, body: unknown = {}): Promise<Answer> =>
  (await team.as<Answer>(name, path, { method: 'POST', body })).json
const codeOf = ({ error }: Answer): string | undefined => error?.code
const download = (name: Name, path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${team.app.url}/api/homes/me/fs/download?path=${encodeURIComponent(path)}`, {
    headers: { cookie: team.cookies[name], ...headers },
  })
const homeReads = async () =>
  ((await get('ada', '/api/users/audit?kind=home-read')).rows ?? []).map(
    ({ reader, owner, route }) => `${reader} ${owner} ${route}`,
  )

describe('a home', () => {
  it('shows its owner what is in it, without what programs keep', async () => {
    const { entries = [] } = await get('grace', '/api/homes/me/fs/list')
    expect(entries.map(({ name }) => name)).toEqual(['shop', 'visible', 'notes.txt'])
    expect((await get('grace', '/api/homes/grace/fs/list')).entries?.length).toBe(3)
    expect((await get('grace', '/api/homes')).homes).toMatchObject([{ id: 'me', readOnly: false }])
  })

  it('keeps entries that start with a dot out of every verb, also through links', async () => {
    const at = '/api/homes/me/fs'
    for (const path of ['.claude', '.CLAUDE', '.claude/.credentials.json', 'visible/.credentials.json', '.new']) {
      const codes = [
        await get('grace', `${at}/list?path=${path}`),
        await get('grace', `${at}/download?path=${path}`),
        await get('grace', `${at}/zip?p=${path}`),
        await post('grace', `${at}/mkdir`, { path }),
        await post('grace', `${at}/upload?path=${path}`, 'x'),
        await post('grace', `${at}/delete`, { paths: [path] }),
        await post('grace', `${at}/rename`, { path, name: 'mine' }),
        await post('grace', `${at}/copy`, { paths: [path], dest: 'shop' }),
        await post('grace', `${at}/move`, { paths: [path], dest: 'shop' }),
      ].map(codeOf)
      expect(
        codes.filter((code) => code !== 'ENOTFOUND' && code !== 'ESECRET'),
        path,
      ).toEqual([])
      expect(codes).toContain('ESECRET')
    }
    expect(codeOf(await get('grace', `${at}/list?path=visible`))).toBe('ESECRET')
    expect(codeOf(await post('grace', `${at}/rename`, { path: 'notes.txt', name: '.bashrc' }))).toBe('ESECRET')
    // An archive of a link has where it leads, not what is there.
    const answer = await fetch(`${team.app.url}${at}/zip?p=visible`, { headers: { cookie: team.cookies.grace } })
    expect((await unzipped(Buffer.from(await answer.arrayBuffer()))).map(({ text }) => text)).toEqual(['.claude'])
  })

  it('sends a file to be saved, and ranges of it', async () => {
    const whole = await download('grace', 'notes.txt')
    expect([whole.status, await whole.text()]).toEqual([200, 'notes of grace'])
    expect([whole.headers.get('content-disposition'), whole.headers.get('x-content-type-options')]).toEqual([
      `attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`,
      'nosniff',
    ])
    const part = await download('grace', 'notes.txt', { range: 'bytes=9-' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 9-13/14', 'grace'])
    expect((await download('grace', 'notes.txt', { range: 'bytes=14-' })).status).toBe(416)
    expect((await download('grace', 'shop')).status).toBe(400)
    writeFileSync(join(homeOf('grace'), 'empty'), '')
    const empty = await download('grace', 'empty')
    expect([empty.status, await empty.text()]).toEqual([200, ''])
  })

  it('is a folder of its own: its trash is in it, and comes back from there', async () => {
    const { trashed = [] } = await post('bob', '/api/homes/me/fs/delete', { paths: ['notes.txt'] })
    expect(existsSync(join(homeOf('bob'), '.switchyard-trash', trashed[0] ?? ''))).toBe(true)
    expect((await get('bob', '/api/homes/me/fs/trash')).items).toMatchObject([{ path: 'notes.txt', laneId: null }])
    expect(codeOf(await post('grace', '/api/homes/me/fs/trash/restore', { id: trashed[0] }))).toBe('ENOTFOUND')
    await post('bob', '/api/homes/me/fs/trash/restore', { id: trashed[0] })
    expect(readFileSync(join(homeOf('bob'), 'notes.txt'), 'utf8')).toBe('notes of bob')
  })

  it('forgets what was deleted 7 days ago', async () => {
    const { trashed = [] } = await post('bob', '/api/homes/me/fs/delete', { paths: ['notes.txt'] })
    const record = join(homeOf('bob'), '.switchyard-trash', `${trashed[0]}.json`)
    const known = JSON.parse(readFileSync(record, 'utf8')) as { deletedAt: number }
    writeFileSync(record, JSON.stringify({ ...known, deletedAt: known.deletedAt - 7 * 86_400_000 }))
    utimesSync(record, 1, 1)
    expect((await get('bob', '/api/homes/me/fs/trash')).items).toEqual([])
    expect(codeOf(await post('bob', '/api/homes/me/fs/trash/restore', { id: trashed[0] }))).toBe('ENOTFOUND')
    writeFileSync(join(homeOf('bob'), 'notes.txt'), 'notes of bob')
  })
})

describe('the home of somebody else', () => {
  it('does not exist for members and analysts', async () => {
    for (const name of ['grace', 'ann'] as const)
      for (const path of ['bob/fs/list', 'nobody/fs/list', 'bob/fs/download?path=notes.txt', 'bob/fs/trash'])
        expect(codeOf(await get(name, `/api/homes/${path}`))).toBe('ENOTFOUND')
    expect(codeOf(await post('grace', '/api/homes/bob/fs/mkdir', { path: 'x' }))).toBe('ENOTFOUND')
    expect(await homeReads()).toEqual([])
  })

  it('can be read by an admin, with a row in the audit log for each answer, and not changed', async () => {
    expect((await get('ada', '/api/homes')).homes?.map(({ id, readOnly }) => `${id} ${readOnly}`)).toEqual([
      'me false',
      'ann true',
      'bob true',
      'grace true',
    ])
    expect((await get('ada', '/api/homes/bob/fs/list')).entries?.map(({ name }) => name)).toEqual(['notes.txt'])
    for (const path of ['bob/fs/list?path=.claude', 'bob/fs/list?path=none', 'nobody/fs/list'])
      expect(codeOf(await get('ada', `/api/homes/${path}`))).toMatch(/^(ESECRET|ENOTFOUND)$/)
    for (const verb of ['mkdir', 'newfile', 'rename', 'move', 'copy', 'delete', 'trash/restore', 'trash/purge'])
      expect(codeOf(await post('ada', `/api/homes/bob/fs/${verb}`, { path: 'x', id: 'all' }))).toBe('EREADONLY')
    expect(await homeReads()).toEqual(['ada bob GET /api/homes/:who/fs/list'])
  })
})

describe('copies between homes and lanes', () => {
  const laneOf = async (name: Name): Promise<number> => {
    const { lane } = await post(name, '/api/lanes', { cwd: join(homeOf('grace'), 'shop') })
    return lane?.id ?? 0
  }
  it('stay within one account', async () => {
    const lane = await laneOf('grace')
    const body = { paths: ['notes.txt'], dest: '', fromHome: true }
    expect((await post('grace', `/api/lanes/${lane}/fs/copy`, body)).copied).toEqual(['notes.txt'])
    expect(codeOf(await post('ada', `/api/lanes/${lane}/fs/copy`, body))).toBe('EFOREIGN')
    const back = { paths: ['notes.txt'], dest: '', conflict: 'keep', fromLane: lane }
    expect((await post('grace', '/api/homes/me/fs/copy', back)).copied).toEqual(['notes (1).txt'])
    for (const name of ['bob', 'ada'] as const)
      expect(codeOf(await post(name, '/api/homes/me/fs/copy', back))).toBe('EFOREIGN')
    // Whose lane it is decides whose trash gets what is deleted in it, and others see only that.
    await post('grace', '/api/homes/me/fs/delete', { paths: ['notes.txt'] })
    await post('ada', `/api/lanes/${lane}/fs/delete`, { paths: ['notes.txt'] })
    expect((await get('ada', `/api/lanes/${lane}/fs/trash`)).items?.map(({ laneId }) => laneId)).toEqual([lane])
    expect((await get('grace', `/api/lanes/${lane}/fs/trash`)).items?.map(({ laneId }) => laneId)).toEqual([lane, null])
    expect(codeOf(await get('bob', `/api/lanes/${lane}/fs/trash`))).toBe('ENOTFOUND')
    expect((await get('ada', '/api/users/audit?kind=foreign-row-changed')).rows?.length).toBe(1)
  })
})
