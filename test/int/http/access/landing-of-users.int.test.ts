import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { startTeam, type Team } from '../../../support/service/team.js'

let root: string
let team: Team
/** In the folder of grace, with `main` checked out. */
let shop: TestRepository
let lane: number

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-land-users-')))
  const users = join(root, 'users')
  team = await startTeam({ SVC_USERS_ROOT: users, HOME: root }, root)
  for (const name of ['grace', 'bob']) mkdirSync(join(users, name), { recursive: true })
  shop = repositoryAt(join(users, 'grace', 'shop'), { 'a.txt': 'a\n' })
  shop.git('config', 'user.name', 'Grace')
  shop.git('config', 'user.email', 'grace@example.com')
  shop.git('worktree', 'add', '-q', '-b', 'work', join(users, 'bob', 'work'), 'main')
  openedAt(join(users, 'bob', 'work')).commit({ 'b.txt': 'b\n' })
  const body = { cwd: join(users, 'bob', 'work'), base_branch: 'main', title: 'Work of bob' }
  const made = await team.as<{ lane: { id: number } }>('bob', '/api/lanes', { method: 'POST', body })
  if (made.status !== 201) throw new Error(made.text)
  lane = made.json.lane.id
})
afterAll(async () => {
  await team.close()
  rmSync(root, { recursive: true, force: true })
})

const check = () => team.as<RouteAnswer<'GET /api/lanes/:id/land'>>('bob', `/api/lanes/${lane}/land`)

it('a member lands nothing in the folder of somebody else, and is not told what is there', async () => {
  const { json, text } = await check()
  expect(json).toMatchObject({ verdict: 'refused', checkout: { path: '', changes: 0, busy: 'other' } })
  expect(text).not.toContain('grace')
  const before = shop.git('rev-parse', 'main')
  const answer = await team.as('bob', `/api/lanes/${lane}/land`, {
    method: 'POST',
    body: { expect: json.expect, confirm: true },
  })
  expect([answer.status, answer.json]).toMatchObject([403, { error: { code: 'EFOLDER' } }])
  expect([shop.git('rev-parse', 'main'), shop.git('status', '--porcelain')]).toEqual([before, ''])
})

it('marks and comments of a member are not those of another, and a foreign lane is absent', async () => {
  type Seen = RouteAnswer<'GET /api/lanes/:id/seen'>
  const seen = (await team.as<Seen>('bob', `/api/lanes/${lane}/seen`)).json
  const marks = seen.files.flatMap(({ path, blocks }) => blocks.map(({ hash, ordinal }) => ({ path, hash, ordinal })))
  await team.as('bob', `/api/lanes/${lane}/seen`, { method: 'PUT', body: { seen: marks } })
  expect((await team.as<Seen>('bob', `/api/lanes/${lane}/seen`)).json).toMatchObject({ seen: 1, blocks: 1 })
  // An analyst reads the lane, and has seen nothing of it.
  expect((await team.as<Seen>('ann', `/api/lanes/${lane}/seen`)).json).toMatchObject({ seen: 0, blocks: 1 })
  for (const path of ['seen', 'land', 'comments', 'pull-request'])
    expect((await team.as('grace', `/api/lanes/${lane}/${path}`)).status).toBe(404)
  const accept = { method: 'POST' as const, body: { expect: seen.expect } }
  expect((await team.as('ann', `/api/lanes/${lane}/accept`, accept)).status).toBe(404)
  expect((await team.as('bob', `/api/lanes/${lane}/accept`, accept)).status).toBe(200)
})

it('a base that nobody has checked out is moved by a member', async () => {
  shop.git('checkout', '-q', '-b', 'elsewhere')
  const { expect: wanted, verdict } = (await check()).json
  expect(verdict).toBe('allowed')
  const landed = await team.as<{ commit: string }>('bob', `/api/lanes/${lane}/land`, {
    method: 'POST',
    body: { expect: wanted },
  })
  expect([landed.status, shop.git('rev-parse', 'main')]).toEqual([200, landed.json.commit])
})
