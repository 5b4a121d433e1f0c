import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../../../src/http/contract/index.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { stateOf } from '../../../../support/git/state.js'
import { type App, startApp } from '../../../../support/service/app.js'

interface Answer {
  readonly error?: { readonly code: string }
}
type Refusal = readonly [action: string, body: object, code: string, below?: 'sub']

let app: App
let server: Server
let url: string
const hunk = '@@ -1 +1 @@'
const login = (host: string, password = 'x') => ({ credentials: { protocol: 'http', host, username: 'ada', password } })

/** The states of a repository, and what is refused in each of them. */
const STATES: Readonly<
  Record<string, readonly [prepare: (shop: TestRepository) => void, refusals: readonly Refusal[]]>
> = {
  'a clean one': [
    () => undefined,
    [
      ['none', {}, 'EBADACTION'],
      ['stage', {}, 'EBADPATH'],
      ['stage', { paths: ['a.txt'] }, 'EBADPATH'],
      ['stage', { paths: ['../a.txt'] }, 'EBADPATH'],
      ['stage', { paths: ['/etc/passwd'] }, 'EBADPATH'],
      ['stage', { paths: ['--all'] }, 'EBADPATH'],
      ['stage', { paths: ['*'] }, 'EBADPATH'],
      ['unstage', { paths: ['a.txt'] }, 'EBADPATH'],
      ['discard', { paths: ['a.txt'], confirm: true }, 'EBADPATH'],
      ['stage-hunk', { path: 'a.txt', hunk }, 'EHUNKGONE'],
      ['stage-hunk', { path: 'settings.local.json', hunk }, 'ESECRET'],
      ['commit', { message: 'm' }, 'ENOCHANGES'],
      ['commit', {}, 'EBADMESSAGE'],
      ['commit-turns', {}, 'EEXPECT'],
      ['commit-turns', { expect: 'x', messages: 'm' }, 'EBADMESSAGE'],
      ['commit-turns', { expect: 'x' }, 'ENOCHANGES'],
      ['switch', { branch: 'none' }, 'ENOBRANCH'],
      ['switch', { branch: '-f' }, 'EBADBRANCH'],
      ['switch', { branch: 'held' }, 'EBRANCHBUSY'],
      ['switch', { branch: 'other', create: true }, 'EBRANCHEXISTS'],
      ['branch-create', { branch: 'a..b' }, 'EBADBRANCH'],
      ['branch-create', { branch: 'x', base: 'none' }, 'ENOBRANCH'],
      ['branch-delete', { branch: 'main' }, 'EPROTECTED'],
      ['branch-delete', { branch: 'held' }, 'EBRANCHBUSY'],
      ['branch-delete', { branch: 'other' }, 'EGIT'],
      ['merge', { branch: 'none' }, 'ENOBRANCH'],
      ['merge', { branch: 'other' }, 'ESUBDIR', 'sub'],
      ['resolve', { path: 'a.txt', side: 'ours' }, 'EBADPATH'],
      ['resolve', { path: 'a.txt', side: 'both' }, 'EBADSIDE'],
      ['merge-commit', {}, 'ENOMERGE'],
      ['merge-abort', { confirm: true }, 'ENOMERGE'],
      ['merge-abort', {}, 'ECONFIRM'],
      ['push', {}, 'ENOREMOTE'],
      ['pull', {}, 'EGIT'],
      ['fetch', login('git.example.com'), 'EBADHOST'],
      ['fetch', login('git.example.com', ''), 'EBADCRED'],
      ['publish', { url: 'ext::sh -c x' }, 'EBADURL'],
      ['publish', { url: 'file:///srv' }, 'EBADURL'],
      ['stage?session=none', { paths: ['a.txt'] }, 'ENOWORKTREE'],
    ],
  ],
  'one with changes': [
    ({ write, git }) => {
      write('a.txt', 'changed\n')
      write('b.txt', 'staged\n')
      write('new.txt', 'new\n')
      git('add', 'b.txt')
    },
    [
      ['discard', { paths: ['a.txt'] }, 'ECONFIRM'],
      ['discard', { paths: ['a.txt', 'none.txt'], confirm: true }, 'EBADPATH'],
      ['discard-hunk', { path: 'a.txt', hunk }, 'ECONFIRM'],
      ['restore', { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'ENOTFOUND'],
      ['stage-hunk', { path: 'new.txt', hunk }, 'EUNTRACKED'],
      ['stage-hunk', { path: 'a.txt', hunk: '@@ -9 +9 @@' }, 'EHUNKGONE'],
      ['stage-hunk', { path: 'a.txt', hunk, block: 7 }, 'EHUNKGONE'],
      ['unstage-hunk', { path: 'a.txt', hunk }, 'EGIT'],
      ['commit', { message: 'm' }, 'ESTAGEDOUTSIDE', 'sub'],
      ['commit-turns', { expect: 'x' }, 'ESTALE'],
      ['commit-turns', { expect: 'x' }, 'ESTAGEDOUTSIDE', 'sub'],
      ['switch', { branch: 'other' }, 'EDIRTY'],
      ['merge', { branch: 'other' }, 'EDIRTY'],
    ],
  ],
  'one in a merge': [
    ({ git }) => {
      try {
        git('merge', '--quiet', 'other')
      } catch {
        // It stops at a conflict.
      }
    },
    [
      ['stage', { paths: ['a.txt'] }, 'EMARKERS'],
      ['unstage', { paths: ['a.txt'] }, 'ECONFLICTS'],
      ['discard', { paths: ['a.txt'], confirm: true }, 'ECONFLICTS'],
      ['stage-hunk', { path: 'a.txt', hunk }, 'EMERGING'],
      ['unstage-hunk', { path: 'a.txt', hunk }, 'EMERGING'],
      ['discard-hunk', { path: 'a.txt', hunk, confirm: true }, 'EMERGING'],
      ['commit', { message: 'm' }, 'ECONFLICTS'],
      ['commit-turns', { expect: 'x' }, 'EMERGING'],
      ['pull', {}, 'EMERGING'],
      ['switch', { branch: 'other' }, 'EMERGING'],
      ['merge', { branch: 'other' }, 'EMERGING'],
      ['resolve', { path: 'a.txt', side: 'done' }, 'EMARKERS'],
      ['resolve', { path: 'b.txt', side: 'ours' }, 'EBADPATH'],
      ['merge-commit', {}, 'ECONFLICTS'],
      ['merge-abort', {}, 'ECONFIRM'],
    ],
  ],
  'one with a remote that needs a login': [
    ({ git }) => {
      git('remote', 'add', 'origin', url)
      git('config', 'branch.main.remote', 'origin')
      git('config', 'branch.main.merge', 'refs/heads/main')
    },
    [
      ['fetch', {}, 'EGITAUTH'],
      ['pull', {}, 'EGITAUTH'],
      ['push', {}, 'EGITAUTH'],
      ['push', login('127.0.0.1:1'), 'EBADHOST'],
      ['publish', { url: 'https://git.example.com/x.git' }, 'EREMOTEEXISTS'],
    ],
  ],
}

beforeAll(async () => {
  server = createServer((_, answer) => {
    answer.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop.git`
  app = await startApp()
})
afterAll(async () => {
  await app.close()
  server.closeAllConnections()
  server.close()
})

const laneOn = async (cwd: string): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })).json.lane.id
const codeOf = async (lane: number, action: string, body: object) =>
  (await app.send<Answer>(`/api/lanes/${lane}/git/${action}`, { method: 'POST', body })).json.error?.code

describe.each(Object.entries(STATES))('every refusal in %s', (name, [prepare, refusals]) => {
  it('leaves the status, the index, the refs and the files as they were, and no lock', async () => {
    const shop = repositoryAt(join(app.folder, name), { 'a.txt': 'one\n', 'b.txt': 'two\n', 'sub/c.txt': 'three\n' })
    shop.git('checkout', '--quiet', '-b', 'other')
    shop.commit({ 'a.txt': 'theirs\n' })
    shop.git('checkout', '--quiet', 'main')
    shop.commit({ 'a.txt': 'ours\n' })
    shop.git('branch', 'held')
    shop.git('worktree', 'add', '--quiet', join(app.folder, `${name} held`), 'held')
    prepare(shop)
    const lanes = { top: await laneOn(shop.path), sub: await laneOn(join(shop.path, 'sub')) }
    const before = stateOf(shop)
    for (const [action, body, code, below = 'top'] of refusals) {
      expect([action, body, await codeOf(lanes[below], action, body)]).toEqual([action, body, code])
      expect([action, body, stateOf(shop)]).toEqual([action, body, before])
      expect(existsSync(join(shop.path, '.git', 'index.lock'))).toBe(false)
    }
    expect(app.complaints).toEqual([])
  })
})

it('a repository without commits is not published', async () => {
  const empty = join(app.folder, 'empty')
  mkdirSync(empty)
  gitIn(empty, 'init', '--quiet')
  expect(await codeOf(await laneOn(empty), 'publish', { url: 'https://git.example.com/x.git' })).toBe('ENOCOMMITS')
  expect(openedAt(empty).git('remote')).toBe('')
})

/** In tests of their own: of lanes whose worktree is being created, or that git would leave, and of what was discarded before. */
const ELSEWHERE = ['ENOCOMMITS', 'EOTHERWORKTREE', 'EOUTSIDELANE', 'EPROVISIONING']

it('every code of the contract is among them, except those that depend on more than the request', () => {
  const codes = new Set(Object.values(STATES).flatMap(([, refusals]) => refusals.map(([, , code]) => code)))
  const { errors } = contract['POST /api/lanes/:id/git/:action']
  expect(errors.filter((code) => !codes.has(code))).toEqual(ELSEWHERE)
})
