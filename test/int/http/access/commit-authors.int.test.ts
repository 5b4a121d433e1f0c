import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { startTeam, type Team } from '../../../support/service/team.js'

let root: string
let team: Team
/** Of bob, without an author in its settings. */
let shop: TestRepository
let work: TestRepository
let lane: number

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-authors-')))
  const users = join(root, 'users')
  team = await startTeam({ SVC_USERS_ROOT: users, HOME: root }, root)
  mkdirSync(join(users, 'bob'), { recursive: true })
  shop = repositoryAt(join(users, 'bob', 'shop'), { 'a.txt': 'a\n' })
  for (const key of ['user.name', 'user.email']) {
    try {
      shop.git('config', '--unset', key)
    } catch {
      // It was not set.
    }
  }
  shop.git('worktree', 'add', '-q', '-b', 'work', join(users, 'bob', 'work'), 'main')
  work = openedAt(join(users, 'bob', 'work'))
  const body = { cwd: work.path, base_branch: 'main', title: 'Work of bob' }
  lane = (await team.as<{ lane: { id: number } }>('bob', '/api/lanes', { method: 'POST', body })).json.lane.id
})
afterAll(async () => {
  await team.close()
  rmSync(root, { recursive: true, force: true })
})

const commit = async (name: 'bob' | 'ada', text: string): Promise<string> => {
  work.write('b.txt', `${text}\n`)
  const done = await team.as(name, `/api/lanes/${lane}/git/commit`, { method: 'POST', body: { message: text } })
  if (done.status !== 200) throw new Error(done.text)
  return work.git('log', '-1', '--format=%an <%ae> %cn <%ce>')
}

it('are the owner of the lane where git knows nobody, also for what an admin commits there', async () => {
  expect(await commit('bob', 'one')).toBe('bob <bob@localhost> bob <bob@localhost>')
  await team.as('bob', '/api/me/account', {
    method: 'PATCH',
    body: { displayName: 'Bob Builder', email: 'bob@example.com' },
  })
  expect(await commit('ada', 'two')).toContain('Bob Builder <bob@example.com>')
})

it('land, too', async () => {
  const { json } = await team.as<RouteAnswer<'GET /api/lanes/:id/land'>>('bob', `/api/lanes/${lane}/land`)
  const body = { expect: json.expect, confirm: true, how: 'squash' }
  const landed = await team.as('bob', `/api/lanes/${lane}/land`, { method: 'POST', body })
  expect([landed.status, shop.git('log', '-1', '--format=%an <%ae>', 'main')]).toEqual([
    200,
    'Bob Builder <bob@example.com>',
  ])
})

it('are what the home and the repository say, the repository first', async () => {
  writeFileSync(join(root, '.gitconfig'), '[user]\n\tname = Home\n')
  expect(await commit('bob', 'three')).toContain('Home <bob@example.com>')
  shop.git('config', 'user.name', 'Repository')
  shop.git('config', 'user.email', 'shop@example.com')
  expect(await commit('bob', 'four')).toContain('Repository <shop@example.com>')
})
