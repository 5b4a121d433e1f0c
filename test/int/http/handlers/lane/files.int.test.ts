import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unzipped } from '../../../../support/archives/unzipped.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { readLogged } from '../../../../support/service/log.js'

let app: App
let root: string
let outside: string
let lane: number
let count = 0
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  count += 1
  root = join(app.folder, `lane-${count}`)
  outside = join(app.folder, `outside-${count}`)
  for (const folder of [root, outside]) mkdirSync(folder)
  writeFileSync(join(outside, 'secret.txt'), 'MARKER')
  lane = (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: root } })).json.lane.id
  // The trash is that of the account, whatever the lane.
  await post('trash/purge', { id: 'all' })
})

interface Answer {
  readonly path?: string
  readonly entries?: readonly {
    readonly name: string
    readonly type: string
    readonly size: number | null
    etag: string
  }[]
  readonly moved?: readonly string[]
  readonly copied?: readonly string[]
  readonly trashed?: readonly string[]
  readonly skipped?: readonly string[] | true
  readonly items?: readonly {
    readonly id: string
    readonly name: string
    readonly path: string
    readonly isDir: boolean
  }[]
  readonly purged?: number
  readonly error?: { readonly code: string; readonly names?: readonly string[]; readonly done?: readonly string[] }
}
const at = (verb: string) => `/api/lanes/${lane}/fs/${verb}`
const post = async (verb: string, body: object): Promise<Answer> =>
  (await app.send<Answer>(at(verb), { method: 'POST', body })).json
const get = async (verb: string, query = ''): Promise<Answer> => (await app.send<Answer>(`${at(verb)}${query}`)).json
const upload = async (path: string, body: string, query = '', headers = {}) => {
  const answer = await app.send<Answer>(`${at('upload')}?path=${encodeURIComponent(path)}${query}`, {
    method: 'POST',
    body,
    headers,
  })
  return { status: answer.status, ...answer.json }
}
const zip = async (...paths: string[]) => {
  const query = paths.map((path) => `p=${encodeURIComponent(path)}`).join('&')
  const answer = await fetch(`${app.url}${at('zip')}?${query}`)
  return { headers: answer.headers, entries: await unzipped(Buffer.from(await answer.arrayBuffer())) }
}
const file = (path: string, text = path): void => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const codeOf = ({ error }: Answer): string | undefined => error?.code

describe('a listing', () => {
  it('has folders first, in natural order, with what each entry is', async () => {
    file('b10.txt', 'ten')
    file('b9.txt')
    mkdirSync(join(root, 'z'))
    symlinkSync('z', join(root, 'to-z'))
    symlinkSync('b9.txt', join(root, 'to-b9'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff])]), '')
    const { entries = [] } = await get('list')
    expect(entries.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['to-z', 'linkdir', null],
      ['z', 'dir', null],
      ['b9.txt', 'file', 6],
      ['b10.txt', 'file', 3],
      ['f\ufffd', 'other', null],
      ['pipe', 'other', null],
      ['to-b9', 'link', null],
    ])
  })

  it('is cut at 2,000 entries, and says so', async () => {
    for (let i = 0; i < 2001; i += 1) writeFileSync(join(root, `${i}`), '')
    const answer = (await app.send<{ entries: unknown[]; truncated: boolean }>(at('list'))).json
    expect([answer.entries.length, answer.truncated]).toEqual([2000, true])
  })

  it('goes through links that stay inside, and through no other', async () => {
    file('a/inside.txt')
    symlinkSync('a', join(root, 'in'))
    symlinkSync(outside, join(root, 'out'))
    expect((await get('list', '?path=in')).entries?.map(({ name }) => name)).toEqual(['inside.txt'])
    expect(codeOf(await get('list', '?path=out'))).toBe('EBADPATH')
  })
})

describe('hostile paths', () => {
  const PATHS = ['..', '../outside', 'a/../../x', '/etc/passwd', 'a//b', './a', 'a/.', 'a\u0000b', 'out/secret.txt']
  const GIT = ['.git', '.GIT', '.Git/config', 'sub/.git/hooks']
  const SECRETS = ['settings.local.json', 'SETTINGS.local.JSON', '.claude/.credentials.json', '.codex/auth.json']
  beforeEach(() => {
    symlinkSync(outside, join(root, 'out'))
    for (const path of ['.git/config', 'sub/.git/hooks/x', 'settings.local.json', '.claude/.credentials.json'])
      file(path, 'KEY')
    file('.codex/auth.json', 'KEY')
    file('a.txt')
  })
  /** Every verb with a path. */
  const verbs = async (path: string): Promise<readonly (string | undefined)[]> => [
    codeOf(await post('mkdir', { path })),
    codeOf(await post('newfile', { path })),
    codeOf(await post('rename', { path, name: 'x' })),
    codeOf(await post('move', { paths: [path], dest: '' })),
    codeOf(await post('copy', { paths: [path], dest: '', conflict: 'keep' })),
    codeOf(await post('delete', { paths: [path] })),
    codeOf(await get('zip', `?p=${encodeURIComponent(path)}`)),
    codeOf(await upload(path, 'x')),
  ]
  const expectNothingHappened = (): void => {
    expect(readdirSync(outside)).toEqual(['secret.txt'])
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('MARKER')
    expect([read('settings.local.json'), read('.git/config')]).toEqual(['KEY', 'KEY'])
  }

  it.each(PATHS)('%j is refused by every verb', async (path) => {
    expect(new Set(await verbs(path))).toEqual(new Set(['EBADPATH']))
    expectNothingHappened()
  })
  it.each(GIT)('%s is refused by every verb', async (path) => {
    expect(new Set(await verbs(path))).toEqual(new Set(['EBADPATH']))
    expectNothingHappened()
  })
  it.each(SECRETS)('%s is refused by every verb', async (path) => {
    expect(new Set(await verbs(path))).toEqual(new Set(['ESECRET']))
    expectNothingHappened()
  })
  it('the folder itself is refused by every verb', async () => {
    for (const code of (await verbs('')).slice(0, 6)) expect(code).toMatch(/^EBADPATH$/)
  })
  it('names that are too long, and new ones with control characters', async () => {
    expect((await upload('x'.repeat(255), '')).status).toBe(201)
    expect(codeOf(await upload('x'.repeat(256), ''))).toBe('EBADPATH')
    expect(codeOf(await post('mkdir', { path: 'a\nb' }))).toBe('EBADPATH')
    expect(codeOf(await post('rename', { path: 'a.txt', name: 'a\nb' }))).toBe('EBADNAME')
    writeFileSync(join(root, 'line\nbreak'), '')
    expect(await post('rename', { path: 'line\nbreak', name: 'fixed' })).toEqual({ path: 'fixed' })
  })
  it('paths that are percent-encoded or have backslashes are meant literally', async () => {
    file('a%2Fb')
    file('c\\d')
    expect((await zip('a%2Fb')).entries.map(({ name }) => name)).toEqual(['a%2Fb'])
    // No archive can have this name.
    expect((await zip('c\\d', 'a.txt')).headers.get('x-skipped')).toBe('1')
  })
})

describe('a link', () => {
  it('is moved, renamed, copied and deleted as a link, and its target is never read', async () => {
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link'))
    mkdirSync(join(root, 'd'))
    await post('rename', { path: 'link', name: 'other' })
    await post('copy', { paths: ['other'], dest: 'd' })
    const archive = await zip('other')
    expect(archive.entries.map(({ text, mode }) => [text, mode & 0o170000])).toEqual([
      [join(outside, 'secret.txt'), 0o120000],
    ])
    await post('delete', { paths: ['other'] })
    expect(readlinkSync(join(root, 'd', 'other'))).toBe(join(outside, 'secret.txt'))
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('MARKER')
  })

  it('that is swapped for a folder wins nothing', async () => {
    file('dir/a.txt')
    mkdirSync(join(root, 'kept'))
    let isOver = false
    const swapping = (async () => {
      while (!isOver) {
        rmSync(join(root, 'dir'), { recursive: true, force: true })
        symlinkSync(outside, join(root, 'dir'))
        await new Promise(setImmediate)
        rmSync(join(root, 'dir'), { force: true })
        mkdirSync(join(root, 'dir'))
        writeFileSync(join(root, 'dir', 'a.txt'), 'mine')
        await new Promise(setImmediate)
      }
    })()
    for (let i = 0; i < 150; i += 1) {
      await Promise.all([
        upload(`dir/up-${i}`, 'x'),
        post('mkdir', { path: `dir/made-${i}` }),
        post('copy', { paths: ['dir/secret.txt'], dest: 'kept', conflict: 'keep' }),
        post('delete', { paths: ['dir/secret.txt'] }),
        post('move', { paths: ['dir/secret.txt'], dest: 'kept' }),
      ])
    }
    isOver = true
    await swapping
    expect(readdirSync(outside)).toEqual(['secret.txt'])
    expect(readdirSync(join(root, 'kept'))).toEqual([])
  })
})

describe('moving and copying', () => {
  it('refuses names that are taken and names them, and does nothing', async () => {
    for (const path of ['a.txt', 'b.txt', 'd/a.txt']) file(path)
    const { error } = await post('move', { paths: ['b.txt', 'a.txt'], dest: 'd' })
    expect([error?.code, error?.names]).toEqual(['EEXISTS', ['a.txt']])
    expect(existsSync(join(root, 'b.txt'))).toBe(true)
  })

  it('skips, keeps both, or replaces, with the old one in the trash', async () => {
    for (const path of ['a.txt', 'd/a.txt']) file(path)
    expect((await post('copy', { paths: ['a.txt'], dest: 'd', conflict: 'skip' })).copied).toEqual([])
    expect((await post('copy', { paths: ['a.txt'], dest: 'd', conflict: 'keep' })).copied).toEqual(['d/a (1).txt'])
    expect((await post('move', { paths: ['a.txt'], dest: 'd', conflict: 'replace' })).moved).toEqual(['d/a.txt'])
    expect([read('d/a.txt'), existsSync(join(root, 'a.txt'))]).toEqual(['a.txt', false])
    expect((await get('trash')).items?.map(({ path }) => path)).toEqual(['d/a.txt'])
  })

  it('never replaces an entry by itself, or puts a folder into itself', async () => {
    file('d/a.txt')
    for (const verb of ['move', 'copy']) {
      expect(codeOf(await post(verb, { paths: ['d'], dest: 'd' }))).toBe('EBADPATH')
      expect(codeOf(await post(verb, { paths: ['d/a.txt'], dest: 'd' }))).toBe('EEXISTS')
      expect(codeOf(await post(verb, { paths: ['d/a.txt'], dest: 'd', conflict: 'replace' }))).toBeUndefined()
    }
    expect([read('d/a.txt'), (await get('trash')).items]).toEqual(['d/a.txt', []])
  })

  it('says what was done before a failure', async () => {
    file('a.txt')
    mkdirSync(join(root, 'd'))
    const { error } = await post('move', { paths: ['a.txt', 'none.txt'], dest: 'd' })
    expect([error?.code, error?.done]).toEqual(['ENOTFOUND', ['d/a.txt']])
    const logged = readLogged(join(app.folder, 'data'), `lane-${lane}`)
    expect(logged.at(-1)).toMatchObject({ type: 'files-changed', data: { verb: 'move', count: 1 } })
  })

  it('copies a tree with its modes, and leaves out secrets and data of git', async () => {
    for (const path of ['t/run.sh', 't/.git/HEAD', 't/.claude/settings.local.json', 't/x/y.txt']) file(path)
    execFileSync('chmod', ['4755', join(root, 't', 'run.sh')])
    mkdirSync(join(root, 'd'))
    const { copied, skipped } = await post('copy', { paths: ['t'], dest: 'd' })
    expect([copied, [...(skipped as string[])].toSorted()]).toEqual([
      ['d/t'],
      ['t/.claude/settings.local.json', 't/.git'],
    ])
    expect([lstatSync(join(root, 'd/t/run.sh')).mode & 0o7777, read('d/t/x/y.txt')]).toEqual([0o755, 't/x/y.txt'])
    // A folder that holds them moves whole.
    expect(codeOf(await post('rename', { path: 't', name: 'u' }))).toBeUndefined()
    expect(existsSync(join(root, 'u/.git/HEAD'))).toBe(true)
  })

  it('copies from another lane, and from nowhere else', async () => {
    const other = join(app.folder, `other-${count}`)
    mkdirSync(other)
    writeFileSync(join(other, 'there.txt'), 'there')
    const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: other } })
    const fromLane = made.json.lane.id
    expect((await post('copy', { paths: ['there.txt'], dest: '', fromLane })).copied).toEqual(['there.txt'])
    expect(codeOf(await post('copy', { paths: ['there.txt'], dest: '', fromLane: 9999 }))).toBe('EFOREIGN')
    expect(codeOf(await post('copy', { paths: ['there.txt'], dest: '', fromHome: true }))).toBe('EFOREIGN')
  })

  it.each([[[]], [Array.from({ length: 1001 }, (_, i) => `${i}`)], ['a.txt'], [undefined]])(
    'refuses no paths, and more than 1,000',
    async (paths) => {
      expect(codeOf(await post('move', { paths, dest: '' }))).toBe('EBADFIELD')
    },
  )
})

describe('the trash', () => {
  it('restores what was deleted to its place, and makes the folders that are missing', async () => {
    file('d/e/a.txt')
    const { trashed = [] } = await post('delete', { paths: ['d/e/a.txt'] })
    rmSync(join(root, 'd'), { recursive: true })
    expect((await get('trash')).items).toMatchObject([{ id: trashed[0], name: 'a.txt', isDir: false }])
    expect(await post('trash/restore', { id: trashed[0] })).toEqual({ path: 'd/e/a.txt', laneId: lane })
    expect([read('d/e/a.txt'), (await get('trash')).items]).toEqual(['d/e/a.txt', []])
  })

  it('restores nothing over a file that is there now', async () => {
    file('a.txt', 'old')
    const { trashed = [] } = await post('delete', { paths: ['a.txt'] })
    file('a.txt', 'new')
    expect(codeOf(await post('trash/restore', { id: trashed[0] }))).toBe('EEXISTS')
    expect([read('a.txt'), (await get('trash')).items?.length]).toEqual(['new', 1])
    expect((await post('trash/purge', { id: trashed[0] })).purged).toBe(1)
    expect(codeOf(await post('trash/purge', { id: trashed[0] }))).toBe('ENOTFOUND')
    expect((await post('trash/purge', { id: 'all' })).purged).toBe(0)
  })

  it('believes no record that somebody changed', async () => {
    file('a.txt')
    const { trashed = [] } = await post('delete', { paths: ['a.txt'] })
    const record = join(app.folder, 'data', 'trash', 'local', `${trashed[0]}.json`)
    const known = JSON.parse(readFileSync(record, 'utf8')) as object
    for (const path of ['../../x', '/tmp/x', '.git/hooks/post-checkout', 'settings.local.json']) {
      writeFileSync(record, JSON.stringify({ ...known, path }))
      expect(codeOf(await post('trash/restore', { id: trashed[0] }))).toMatch(/^(EBADPATH|ESECRET)$/)
    }
    writeFileSync(record, JSON.stringify({ ...known, laneId: 4711 }))
    expect(codeOf(await post('trash/restore', { id: trashed[0] }))).toBe('ENOTFOUND')
    writeFileSync(record, '{')
    expect((await get('trash')).items).toEqual([])
    rmSync(record)
  })

  it('deletes a folder with links in it without following them', async () => {
    file('d/a.txt')
    symlinkSync(outside, join(root, 'd', 'out'))
    linkSync(join(outside, 'secret.txt'), join(root, 'd', 'hard'))
    writeFileSync(Buffer.concat([Buffer.from(`${root}/d/`), Buffer.from([0xff])]), '')
    const { trashed = [] } = await post('delete', { paths: ['d'] })
    expect((await post('trash/purge', { id: trashed[0] })).purged).toBe(1)
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('MARKER')
  })
})

describe('an upload', () => {
  it('appears complete, under a free name or in the place of another one', async () => {
    expect(await upload('a.txt', 'one')).toEqual({ status: 201, path: 'a.txt' })
    expect(codeOf(await upload('a.txt', 'two'))).toBe('EEXISTS')
    expect(await upload('a.txt', 'two', '&conflict=skip')).toEqual({ status: 200, skipped: true })
    expect(await upload('a.txt', 'two', '&conflict=keep')).toEqual({ status: 201, path: 'a (1).txt' })
    expect(await upload('a.txt', 'three', '&conflict=replace')).toEqual({ status: 201, path: 'a.txt' })
    expect(codeOf(await upload('a.txt', 'x', '&conflict=maybe'))).toBe('EBADFIELD')
    expect(codeOf(await upload('none/a.txt', 'x'))).toBe('EBADPATH')
    expect([read('a.txt'), read('a (1).txt'), readdirSync(root).length]).toEqual(['three', 'two', 2])
  })

  it('replaces only the version that the client knows', async () => {
    file('a.txt', 'one')
    const etag = (await get('list')).entries?.[0]?.etag ?? ''
    utimesSync(join(root, 'a.txt'), 1, 1)
    const replace = '&conflict=replace'
    expect(codeOf(await upload('a.txt', 'two', replace, { 'if-match': `"${etag}"` }))).toBe('ESTALE')
    const now = (await get('list')).entries?.[0]?.etag ?? ''
    expect((await upload('a.txt', 'two', replace, { 'if-match': `"${now}"` })).status).toBe(201)
    expect([read('a.txt'), readdirSync(root).length]).toEqual(['two', 1])
  })

  it('that is announced as too large, or breaks off, leaves nothing', async () => {
    const announced = { 'content-length': String(500 * 1024 * 1024 + 1), connection: 'close' }
    expect(codeOf(await upload('big', 'x', '', announced))).toBe('ETOOBIG')
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('part')),
      pull: (controller) => controller.error(new Error('broken off')),
    })
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    await expect(fetch(`${app.url}${at('upload')}?path=broken`, init)).rejects.toThrow()
    await expect.poll(() => readdirSync(root)).toEqual([])
  })
})

describe('an archive', () => {
  it('has names as in the tree, empty folders and modes, and says what it leaves out', async () => {
    for (const path of ['t/ä.txt', 't/.git/HEAD', 't/.codex/auth.json', 'b.txt']) file(path)
    mkdirSync(join(root, 't', 'empty'))
    const { entries, headers } = await zip('t', 'b.txt')
    expect(entries.map(({ name }) => name).toSorted()).toEqual(['b.txt', 't/', 't/.codex/', 't/empty/', 't/ä.txt'])
    expect(entries.find(({ name }) => name === 't/ä.txt')?.text).toBe('t/ä.txt')
    expect([headers.get('x-skipped'), headers.get('content-type')]).toEqual(['2', 'application/zip'])
    const plan = (await app.send<{ files: number; bytes: number; skipped: string[] }>(`${at('zip')}?p=t&plan=1`)).json
    expect([plan.files, plan.bytes, plan.skipped.toSorted()]).toEqual([1, 8, ['t/.codex/auth.json', 't/.git']])
  })

  it('has a header that no name breaks', async () => {
    const name = 'a"\r\nx: y\u202e.txt'
    writeFileSync(join(root, name), 'x')
    const { headers } = await zip(name)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[\w%.-]+$/)
    expect(headers.get('x')).toBeNull()
  })
})

it('keeps what was done in the log, without names of files', async () => {
  file('hush-hush.txt')
  await post('copy', { paths: ['hush-hush.txt'], dest: '', conflict: 'keep' })
  const { trashed } = await post('delete', { paths: ['hush-hush.txt'] })
  const events = readLogged(join(app.folder, 'data'), `lane-${lane}`)
  expect(events.map(({ type }) => type)).toEqual(['lane-created', 'files-changed', 'files-trashed'])
  expect(events.at(-1)?.data).toEqual({ ids: trashed })
  expect(JSON.stringify(events)).not.toContain('hush')
})
