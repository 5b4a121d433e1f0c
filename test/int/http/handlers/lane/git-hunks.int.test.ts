import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

const TEN = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const replaced = (changes: Readonly<Record<string, string>>): string =>
  text(...TEN.map((line) => changes[line] ?? line))

let app: App
let repository: TestRepository
let lane: number
let next = 0

interface Answer {
  readonly status: number
  readonly json: { readonly error?: { readonly code: string } }
}
const act = (action: string, body: object): Promise<Answer> =>
  app.send<Answer['json']>(`/api/lanes/${lane}/git/${action}`, { method: 'POST', body })
const hunksOf = async (path: string, context = 3): Promise<readonly string[]> => {
  const query = `path=${encodeURIComponent(path)}&context=${context}`
  const { json } = await app.send<{ files: { hunks: { header: string }[] }[] }>(
    `/api/lanes/${lane}/git/changes?${query}`,
  )
  return json.files[0]?.hunks.map(({ header }) => header) ?? []
}
/** Runs an action on the only hunk of a file, and expects that it succeeds. */
const actOn = async (action: string, path: string, more: object = {}): Promise<void> => {
  const [hunk] = await hunksOf(path)
  expect(await act(action, { path, hunk, ...more })).toMatchObject({ status: 200, json: { action, ok: true } })
}
const codeOn = async (action: string, path: string, more: object = {}) => {
  const [hunk] = await hunksOf(path)
  return (await act(action, { path, hunk, ...more })).json.error?.code
}
const confirm = true
const inIndex = (path: string): string => repository.git('show', `:${path}`)
const onDisk = (path: string): string => readFileSync(join(repository.path, path), 'latin1')
const status = (): string => repository.git('status', '--porcelain', '--untracked-files=all')

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  repository = repositoryAt(join(app.folder, `shop-${next++}`), { 'a.txt': text(...TEN), 'old.txt': text(...TEN) })
  const body = { cwd: repository.path }
  lane = (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body })).json.lane.id
})
afterEach(() => expect(existsSync(join(repository.path, '.git', 'index.lock'))).toBe(false))
afterAll(() => app.close())

describe('a hunk or a block of it', () => {
  it('is staged, unstaged and discarded alone', async () => {
    repository.write('a.txt', replaced({ 2: 'two', 4: 'four', 10: 'ten' }))
    await actOn('stage-hunk', 'a.txt', { block: 1 })
    expect(`${inIndex('a.txt')}\n`).toBe(replaced({ 4: 'four' }))
    await actOn('stage-hunk', 'a.txt')
    expect(`${inIndex('a.txt')}\n`).toBe(replaced({ 2: 'two', 4: 'four', 10: 'ten' }))
    await actOn('unstage-hunk', 'a.txt', { block: 0 })
    expect(`${inIndex('a.txt')}\n`).toBe(replaced({ 4: 'four', 10: 'ten' }))
    expect(await codeOn('unstage-hunk', 'a.txt', { block: 0 })).toBe('EGIT')
    await actOn('discard-hunk', 'a.txt', { block: 2, confirm })
    expect(onDisk('a.txt')).toBe(replaced({ 2: 'two', 4: 'four' }))
    expect(`${inIndex('a.txt')}\n`).toBe(replaced({ 4: 'four', 10: 'ten' }))
  })

  it('is marked as staged in the changes', async () => {
    const staged = async () => {
      const { json } = await app.send<{ files: { hunks: { blocks: { staged: boolean }[] }[] }[] }>(
        `/api/lanes/${lane}/git/changes?full=1`,
      )
      return json.files[0]?.hunks.map(({ blocks }) => blocks.map((block) => block.staged))
    }
    repository.write('a.txt', replaced({ 2: 'two', 4: 'four', 10: '10\n10' }))
    expect(await staged()).toEqual([[false, false, false]])
    await actOn('stage-hunk', 'a.txt', { block: 1 })
    expect(await staged()).toEqual([[false, true, false]])
    await actOn('stage-hunk', 'a.txt', { block: 0 })
    expect(await staged()).toEqual([[true, true, false]])
    repository.git('add', 'a.txt')
    expect(await staged()).toEqual([[true, true, true]])
    repository.write('a.txt', replaced({ 2: 'other', 4: 'four', 10: '10\n10' }))
    expect(await staged()).toEqual([[false, true, true]])
  })

  it('is found at any context', async () => {
    repository.write('a.txt', replaced({ 2: 'two', 4: 'four', 10: 'ten' }))
    const hunks = await hunksOf('a.txt', 0)
    expect(hunks).toEqual(['@@ -2 +2 @@', '@@ -4 +4 @@', '@@ -10 +10 @@'])
    expect((await act('stage-hunk', { path: 'a.txt', hunk: hunks[1], context: 0 })).status).toBe(200)
    expect(`${inIndex('a.txt')}\n`).toBe(replaced({ 4: 'four' }))
  })

  it('keeps a missing newline, carriage returns and bytes that are not UTF-8', async () => {
    repository.commit({ 'end.txt': 'a\nb\nc', 'dos.txt': 'a\r\nb\r\nc\r\n' })
    repository.write('end.txt', 'A\nb\nc\nd')
    await actOn('stage-hunk', 'end.txt', { block: 1 })
    expect(inIndex('end.txt')).toBe('a\nb\nc\nd')
    await actOn('discard-hunk', 'end.txt', { block: 1, confirm })
    expect(onDisk('end.txt')).toBe('A\nb\nc')
    repository.write('dos.txt', 'A\r\nb\r\nC\n')
    await actOn('stage-hunk', 'dos.txt', { block: 0 })
    expect(inIndex('dos.txt')).toBe('A\r\nb\r\nc\r')
    writeFileSync(join(repository.path, 'a.txt'), Buffer.from([0xff, 0x0a]))
    await actOn('stage-hunk', 'a.txt')
    repository.git('checkout', '--', 'a.txt')
    expect(onDisk('a.txt')).toBe('\u00ff\n')
  })

  it('keeps the line ends that git converts', async () => {
    repository.git('config', 'core.autocrlf', 'true')
    writeFileSync(join(repository.path, 'a.txt'), replaced({ 2: 'two', 9: 'nine' }).replaceAll('\n', '\r\n'))
    const [first, second] = await hunksOf('a.txt', 1)
    expect((await act('stage-hunk', { path: 'a.txt', hunk: first, context: 1 })).status).toBe(200)
    expect(`${inIndex('a.txt')}\n`).toBe(replaced({ 2: 'two' }))
    const discard = { path: 'a.txt', hunk: second, context: 1, confirm }
    expect((await act('discard-hunk', discard)).status).toBe(200)
    expect(onDisk('a.txt')).toBe(replaced({ 2: 'two' }).replaceAll('\n', '\r\n'))
  })

  it('may be of a file with any name, also below the top', async () => {
    const name = 'a b"\t\\Käse*.txt'
    repository.commit({ [`lib/${name}`]: 'one\n' })
    repository.write(`lib/${name}`, 'two\n')
    const body = { cwd: join(repository.path, 'lib') }
    lane = (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body })).json.lane.id
    await actOn('stage-hunk', name)
    expect(inIndex(`lib/${name}`)).toBe('two')
    await actOn('discard-hunk', name, { confirm })
    expect(onDisk(`lib/${name}`)).toBe('one\n')
  })

  it('leaves modes and other programs of the file alone', async () => {
    repository.write('a.txt', replaced({ 2: 'two' }))
    chmodSync(join(repository.path, 'a.txt'), 0o755)
    await actOn('stage-hunk', 'a.txt')
    expect(repository.git('ls-files', '--stage', 'a.txt')).toMatch(/^100644 /)
    expect(status()).toBe('MM a.txt')
    await actOn('discard-hunk', 'a.txt', { confirm })
    expect(lstatSync(join(repository.path, 'a.txt')).mode & 0o777).toBe(0o755)
  })

  it('may be of a renamed file', async () => {
    repository.git('mv', 'old.txt', 'new.txt')
    repository.write('new.txt', replaced({ 2: 'two', 8: 'eight' }))
    await actOn('stage-hunk', 'new.txt', { block: 1 })
    expect(`${inIndex('new.txt')}\n`).toBe(replaced({ 8: 'eight' }))
    await actOn('unstage-hunk', 'new.txt', { block: 1 })
    await actOn('discard-hunk', 'new.txt', { block: 0, confirm })
    expect(onDisk('new.txt')).toBe(replaced({ 8: 'eight' }))
    expect(status()).toBe('RM old.txt -> new.txt')
  })

  it('may be all of a new, an announced and a deleted file', async () => {
    repository.write('new.txt', 'new\n')
    repository.write('announced.txt', 'announced\n')
    repository.git('add', 'new.txt')
    repository.git('add', '--intent-to-add', 'announced.txt')
    rmSync(join(repository.path, 'a.txt'))
    for (const name of ['announced.txt', 'a.txt']) await actOn('stage-hunk', name)
    expect(status()).toBe('D  a.txt\nA  announced.txt\nA  new.txt')
    for (const name of ['announced.txt', 'a.txt']) await actOn('unstage-hunk', name)
    expect(status()).toBe(' D a.txt\nA  new.txt\n?? announced.txt')
    for (const name of ['new.txt', 'a.txt']) await actOn('discard-hunk', name, { confirm })
    expect(status()).toBe('AD new.txt\n?? announced.txt')
  })

  it('may be of a symbolic link', async () => {
    const link = join(repository.path, 'link')
    symlinkSync('a.txt', link)
    repository.git('add', 'link')
    repository.git('commit', '--quiet', '-m', 'a link')
    rmSync(link)
    symlinkSync('old.txt', link)
    await actOn('stage-hunk', 'link')
    expect([inIndex('link'), repository.git('ls-files', '--stage', 'link').slice(0, 6)]).toEqual(['old.txt', '120000'])
    await actOn('discard-hunk', 'link', { confirm })
    expect(readlinkSync(link)).toBe('a.txt')
  })

  it('may be before the first commit', async () => {
    repository.git('update-ref', '-d', 'HEAD')
    repository.write('a.txt', replaced({ 2: 'two' }))
    expect(await codeOn('stage-hunk', 'a.txt')).toBe('EGIT')
    repository.git('rm', '--quiet', '--force', '--cached', 'a.txt')
    repository.git('add', '--intent-to-add', 'a.txt')
    await actOn('stage-hunk', 'a.txt')
    expect(`${inIndex('a.txt')}\n`).toBe(replaced({ 2: 'two' }))
  })
})

describe('an action on a hunk is refused', () => {
  /** What a refused action must leave unchanged. */
  const everything = () => [
    status(),
    readFileSync(join(repository.path, '.git', 'index')).toString('hex'),
    existsSync(join(repository.path, 'a.txt')) && onDisk('a.txt'),
  ]
  const refused = async (code: string, request: () => Promise<string | undefined>): Promise<void> => {
    const before = everything()
    expect(await request()).toBe(code)
    expect(everything()).toEqual(before)
  }

  it('when its input is invalid', async () => {
    repository.write('a.txt', replaced({ 2: 'two' }))
    const hunk = '@@ -1,5 +1,5 @@'
    const code = (action: string, body: object) => async () => (await act(action, body)).json.error?.code
    await refused('ECONFIRM', code('discard-hunk', { path: 'a.txt', hunk }))
    await refused('EBADPATH', code('stage-hunk', { path: '../a.txt', hunk }))
    await refused('ESECRET', code('stage-hunk', { path: '.claude/settings.local.json', hunk }))
    await refused('INVALID_INPUT', code('stage-hunk', { path: 'a.txt' }))
    await refused('INVALID_INPUT', code('stage-hunk', { path: 'a.txt', hunk, block: -1 }))
    await refused('INVALID_INPUT', code('stage-hunk', { path: 'a.txt', hunk, context: 'x' }))
  })

  it('when the hunk moved, or does not exist', async () => {
    repository.write('a.txt', replaced({ 5: 'five' }))
    const [hunk] = await hunksOf('a.txt')
    const stage = (body: object) => async () => (await act('stage-hunk', body)).json.error?.code
    await refused('EHUNKGONE', stage({ path: 'a.txt', hunk, block: 1 }))
    await refused('EHUNKGONE', stage({ path: 'a.txt', hunk, context: 1 }))
    await refused('EHUNKGONE', stage({ path: 'old.txt', hunk }))
    repository.write('a.txt', `more\n${replaced({ 5: 'five' })}`)
    await refused('EHUNKGONE', stage({ path: 'a.txt', hunk }))
  })

  it('when the index has other changes of the same lines', async () => {
    repository.write('a.txt', replaced({ 5: 'staged' }))
    repository.git('add', 'a.txt')
    repository.write('a.txt', replaced({ 5: 'five' }))
    await refused('EGIT', () => codeOn('stage-hunk', 'a.txt'))
    repository.write('a.txt', replaced({ 5: 'five', 10: 'ten' }))
    await actOn('stage-hunk', 'a.txt', { block: 1 })
    expect(`${inIndex('a.txt')}\n`).toBe(replaced({ 5: 'staged', 10: 'ten' }))
  })

  it('for an untracked file, a file with conflicts, and during a merge', async () => {
    repository.write('untracked.txt', 'text\n')
    await refused('EUNTRACKED', () => codeOn('stage-hunk', 'untracked.txt'))
    repository.git('switch', '--quiet', '-c', 'other')
    repository.commit({ 'a.txt': replaced({ 5: 'theirs' }) })
    repository.git('switch', '--quiet', 'main')
    repository.commit({ 'a.txt': replaced({ 5: 'ours' }) })
    expect(() => repository.git('merge', '--quiet', 'other')).toThrow('merge')
    const hunk = '@@ -1 +1 @@'
    for (const action of ['stage-hunk', 'unstage-hunk', 'discard-hunk']) {
      await refused('EMERGING', async () => (await act(action, { path: 'a.txt', hunk, confirm })).json.error?.code)
    }
    rmSync(join(repository.path, '.git', 'MERGE_HEAD'))
    await refused('ECONFLICTS', async () => (await act('stage-hunk', { path: 'a.txt', hunk })).json.error?.code)
  })

  it('for a file that a filter converts, and where something is in the way', async () => {
    repository.git('config', 'filter.upper.clean', 'tr a-z A-Z')
    repository.commit({ '.gitattributes': 'x.up filter=upper\n', 'x.up': 'ONE\n' })
    repository.write('x.up', 'two\n')
    // Reads do not run the filter, so no hunk is shown. This is the one that git has with the filter.
    expect(await hunksOf('x.up')).toEqual([])
    await refused('EGIT', () => codeOn('discard-hunk', 'x.up', { confirm, hunk: '@@ -1 +1 @@' }))
    repository.git('rm', '--quiet', '--cached', 'a.txt')
    repository.write('a.txt', 'precious\n')
    await refused('EGIT', () => codeOn('discard-hunk', 'a.txt', { confirm }))
  })
})
