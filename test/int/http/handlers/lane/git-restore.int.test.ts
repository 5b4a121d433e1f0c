import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

const TEN = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
const text = (changes: Readonly<Record<string, string>> = {}): string =>
  TEN.map((line) => `${changes[line] ?? line}\n`).join('')

interface Answer {
  readonly restore?: { readonly id: string; readonly until: string } | null
  readonly changed?: readonly string[]
  readonly error?: { readonly code: string; readonly message: string }
}

let app: App
let repository: TestRepository
let lane: number
let next = 0

const act = (action: string, body: object, on = lane) =>
  app.send<Answer>(`/api/lanes/${on}/git/${action}`, { method: 'POST', body })
const laneAt = async (cwd: string): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })).json.lane.id
const at = (path: string): string => join(repository.path, path)
const onDisk = (path: string): string => readFileSync(at(path), 'latin1')
const kept = (): string => join(app.folder, 'data', 'discarded')
const status = (): string => repository.git('status', '--porcelain', '--untracked-files=all')

/** Discards files and returns the id that restores them. */
const discard = async (...paths: readonly string[]): Promise<string> => {
  const { status, json } = await act('discard', { paths, confirm: true })
  expect(status).toBe(200)
  return json.restore?.id ?? ''
}
const discardBlock = async (path: string, block: number): Promise<string> => {
  const { json } = await app.send<{ files: { hunks: { header: string }[] }[] }>(
    `/api/lanes/${lane}/git/changes?path=${path}`,
  )
  const hunk = json.files[0]?.hunks[0]?.header
  return (await act('discard-hunk', { path, hunk, block, confirm: true })).json.restore?.id ?? ''
}

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  repository = repositoryAt(join(app.folder, `shop-${next++}`), {
    'a.txt': text(),
    'b.txt': text(),
    'c.txt': 'c\n'.repeat(20),
  })
  lane = await laneAt(repository.path)
})
afterAll(() => app.close())

describe('discarded changes', () => {
  it('are restored as they were: content, mode, links, deletions and what was staged', async () => {
    repository.write('a.txt', text({ 2: 'staged' }))
    repository.git('add', 'a.txt')
    repository.write('a.txt', text({ 2: 'staged', 9: 'later' }))
    chmodSync(at('a.txt'), 0o755)
    repository.git('rm', '--quiet', 'b.txt')
    repository.git('mv', 'c.txt', 'moved.txt')
    mkdirSync(at('new/deep'), { recursive: true })
    writeFileSync(at('new/deep/binary'), Buffer.from([0, 255, 1]))
    symlinkSync('a.txt', at('link'))
    const before = status()
    const index = repository.git('ls-files', '--stage')
    const id = await discard('a.txt', 'b.txt', 'moved.txt', 'new/deep/binary', 'link')
    expect(status()).toBe('')
    expect(await act('restore', { id })).toMatchObject({ status: 200, json: { action: 'restore', changed: [] } })
    expect(status()).toBe(before)
    expect(repository.git('ls-files', '--stage')).toBe(index)
    expect(onDisk('a.txt')).toBe(text({ 2: 'staged', 9: 'later' }))
    expect(lstatSync(at('a.txt')).mode & 0o111).toBe(0o111)
    expect(onDisk('new/deep/binary')).toBe('\u0000\u00ff\u0001')
    expect(readlinkSync(at('link'))).toBe('a.txt')
    expect((await act('restore', { id })).json.error?.code).toBe('ENOTFOUND')
  })

  it('are merged with what was changed since', async () => {
    repository.write('a.txt', text({ 2: 'two', 4: 'four', 10: 'ten' }))
    const id = await discardBlock('a.txt', 0)
    expect(onDisk('a.txt')).toBe(text({ 4: 'four', 10: 'ten' }))
    repository.write('a.txt', text({ 6: 'six', 10: 'ten' }))
    expect((await act('restore', { id })).json).toMatchObject({ changed: [] })
    expect(onDisk('a.txt')).toBe(text({ 2: 'two', 6: 'six', 10: 'ten' }))
  })

  it('are left alone where the same lines were changed since', async () => {
    repository.write('a.txt', text({ 2: 'two' }))
    repository.write('b.txt', text({ 2: 'two' }))
    const id = await discard('a.txt', 'b.txt')
    repository.write('a.txt', text({ 2: 'other' }))
    expect((await act('restore', { id })).json).toMatchObject({ changed: ['a.txt'] })
    expect([onDisk('a.txt'), onDisk('b.txt')]).toEqual([text({ 2: 'other' }), text({ 2: 'two' })])
    // What was not restored is still kept.
    repository.write('a.txt', text())
    expect((await act('restore', { id })).json).toMatchObject({ changed: [] })
    expect(onDisk('a.txt')).toBe(text({ 2: 'two' }))
  })

  it('do not replace what was staged since, or a file in the place of a deleted one', async () => {
    repository.write('a.txt', text({ 2: 'two' }))
    repository.git('add', 'a.txt')
    repository.write('new.txt', 'discarded\n')
    const id = await discard('a.txt', 'new.txt')
    repository.write('a.txt', text({ 9: 'nine' }))
    repository.git('add', 'a.txt')
    repository.write('new.txt', 'newer\n')
    expect((await act('restore', { id })).json).toMatchObject({ changed: ['new.txt'] })
    expect(repository.git('show', ':a.txt')).toBe(text({ 9: 'nine' }).trimEnd())
    expect(onDisk('a.txt')).toBe(text({ 2: 'two', 9: 'nine' }))
    expect(onDisk('new.txt')).toBe('newer\n')
  })

  it('are restored nowhere else, and not through a link', async () => {
    mkdirSync(at('sub'))
    repository.write('sub/new.txt', 'secret\n')
    const id = await discard('sub/new.txt')
    const other = await laneAt(repositoryAt(join(app.folder, `other-${next}`), { 'a.txt': 'a\n' }).path)
    expect((await act('restore', { id }, other)).json.error?.code).toBe('ENOTFOUND')
    const outside = join(app.folder, `outside-${next}`)
    mkdirSync(outside)
    repository.git('clean', '-fd')
    symlinkSync(outside, at('sub'))
    expect((await act('restore', { id })).json.error?.code).toBe('ESTALE')
    expect(readdirSync(outside)).toEqual([])
    expect((await act('restore', { id: '../../etc' })).json.error?.code).toBe('INVALID_INPUT')
  })

  it('are not kept when they are large', async () => {
    repository.write('big.bin', 'x'.repeat(33 * 1024 * 1024))
    const { json } = await act('discard', { paths: ['big.bin'], confirm: true })
    expect(json.restore).toBeNull()
    expect(existsSync(at('big.bin'))).toBe(false)
    const left = readdirSync(kept()).map((id) => readdirSync(join(kept(), id)))
    expect(left.every((names) => names.includes('record.json'))).toBe(true)
  })

  it('are kept for an hour', async () => {
    repository.write('a.txt', text({ 2: 'two' }))
    const id = await discard('a.txt')
    const older = ulid(Date.now() - 60 * 60_000)
    renameSync(join(kept(), id), join(kept(), older))
    expect((await act('restore', { id: older })).json.error?.code).toBe('ENOTFOUND')
    expect(readdirSync(kept())).not.toContain(older)
  })
})
