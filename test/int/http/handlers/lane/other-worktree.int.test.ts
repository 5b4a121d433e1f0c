import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { stateOf } from '../../../../support/git/state.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

let app: App
let root: string
let shop: TestRepository
let other: TestRepository
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-other-')))
  shop = repositoryAt(join(root, 'shop'), { 'a.txt': 'one\n' })
  other = repositoryAt(join(root, 'other'), { 'a.txt': 'theirs\n' })
  other.write('staged.txt', 'staged\n')
  other.git('add', 'staged.txt')
  app = await startApp({}, root)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const post = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
  const { status, json } = await app.send<{ error?: { code: string } }>(path, { method, body })
  return [status, json.error?.code]
}
const managed = async (slug = 'one'): Promise<Lane> => {
  const { json } = await app.send<{ lane: Lane }>('/api/lanes/worktree', {
    method: 'POST',
    body: { sourceRepo: shop.path, slug },
  })
  const read = async () => (await app.get<{ lane: Lane }>(`/api/lanes/${json.lane.id}`)).lane
  await until('the worktree', async () => (await read()).status === 'idle')
  return read()
}
const preflight = (id: number) => app.get<{ blocked: readonly string[] }>(`/api/lanes/${id}/preflight?action=remove`)

const ACTIONS: readonly (readonly [string, object])[] = [
  ['stage', { paths: ['a.txt'] }],
  ['unstage', { paths: ['a.txt'] }],
  ['discard', { paths: ['a.txt'], confirm: true }],
  ['commit', { message: 'x' }],
  ['switch', { branch: 'x', create: true }],
  ['branch-create', { branch: 'x' }],
  ['branch-delete', { branch: 'x' }],
  ['merge', { branch: 'main' }],
  ['merge-abort', { confirm: true }],
  ['fetch', {}],
  ['pull', {}],
  ['push', {}],
  ['publish', { url: 'https://example.com/x.git' }],
]
const edited = { path: 'a.txt', content: 'x\n', baseSha: 'x' }

describe('a managed lane whose directory is no longer its worktree', () => {
  /** Each makes git work elsewhere. */
  const WAYS: Readonly<Record<string, (lane: Lane, second: Lane) => void>> = {
    '.git names another repository': ({ cwd }) =>
      writeFileSync(join(cwd, '.git'), `gitdir: ${join(other.path, '.git')}\n`),
    '.git names another worktree': ({ cwd }, second) => cpSync(join(second.cwd, '.git'), join(cwd, '.git')),
    '.git names the main repository': ({ cwd }) =>
      writeFileSync(join(cwd, '.git'), `gitdir: ${join(shop.path, '.git')}\n`),
    '.git is a repository of its own': ({ cwd }) => {
      rmSync(join(cwd, '.git'))
      cpSync(join(other.path, '.git'), join(cwd, '.git'), { recursive: true })
    },
    'the directory is a link to another repository': ({ cwd }) => {
      renameSync(cwd, join(root, 'away'))
      symlinkSync(other.path, cwd)
    },
    'the registration names another directory': ({ cwd }) =>
      writeFileSync(join(shop.path, '.git', 'worktrees', 'one', 'gitdir'), `${join(cwd, '..', 'two', '.git')}\n`),
  }

  it.each(Object.entries(WAYS))('is neither reset nor removed nor changed: %s', async (_, lead) => {
    const [lane, second] = [await managed(), await managed('two')]
    lead(lane, second)
    const before = [other, shop, openedAt(second.cwd)].map((repository) => repository.git('for-each-ref'))
    const state = stateOf(other)
    const facts = await preflight(lane.id)
    expect(facts.blocked).toEqual(['other-worktree'])
    const confirmed = { confirm: true, expect: facts, force: true }
    expect(await post(`/api/lanes/${lane.id}/reset`, confirmed)).toEqual([409, 'EOTHERWORKTREE'])
    expect(await post(`/api/lanes/${lane.id}/remove`, confirmed)).toEqual([409, 'EOTHERWORKTREE'])
    for (const [action, body] of ACTIONS)
      expect([action, ...(await post(`/api/lanes/${lane.id}/git/${action}`, body))]).toEqual([
        action,
        409,
        'EOTHERWORKTREE',
      ])
    expect(await post(`/api/lanes/${lane.id}/git/file`, edited, 'PUT')).toEqual([409, 'EOTHERWORKTREE'])
    expect(stateOf(other)).toEqual(state)
    expect([other, shop, openedAt(second.cwd)].map((repository) => repository.git('for-each-ref'))).toEqual(before)
    expect(existsSync(lane.cwd)).toBe(true)
    expect(app.complaints).toEqual([])
  })

  it('is not reset if a file is in its place', async () => {
    const lane = await managed()
    rmSync(lane.cwd, { recursive: true })
    writeFileSync(lane.cwd, 'a file')
    const facts = await preflight(lane.id)
    expect(facts.blocked).toEqual(['missing'])
    expect(await post(`/api/lanes/${lane.id}/reset`, { confirm: true, expect: facts })).toEqual([409, 'ENOCWD'])
    expect(readFileSync(lane.cwd, 'utf8')).toBe('a file')
  })
})

describe('a lane whose repository names a working directory elsewhere', () => {
  it('answers that git cannot read it, and refuses each change', async () => {
    const { json } = await app.send<{ lane: { id: number } }>('/api/lanes', {
      method: 'POST',
      body: { cwd: shop.path },
    })
    const path = `/api/lanes/${json.lane.id}/git`
    const outside = join(root, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'a.txt'), 'secret\n')
    writeFileSync(join(outside, 'logo.svg'), '<svg/>')
    shop.git('config', 'core.worktree', outside)
    for (const read of [
      '',
      '/log',
      '/branches',
      '/changes',
      '/changes?full=1',
      '/changes?path=a.txt',
      '/changes?range=commit&sha=HEAD',
      '/file?path=a.txt',
      '/file?path=a.txt&rev=HEAD',
      '/raw?path=logo.svg',
      '/raw?path=logo.svg&rev=HEAD',
      '/ls',
      '/tree',
      '/tree-all',
    ])
      expect([read, (await app.send(path + read)).text]).toEqual([read, '{"available":false}'])
    for (const [action, body] of ACTIONS)
      expect([action, ...(await post(`${path}/${action}`, body))]).toEqual([action, 409, 'EOUTSIDELANE'])
    expect(await post(`${path}/file`, edited, 'PUT')).toEqual([409, 'EOUTSIDELANE'])
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('secret\n')
    expect(app.complaints).toEqual([])
  })
})
