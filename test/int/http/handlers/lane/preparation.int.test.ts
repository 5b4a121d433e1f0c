import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Preparation = RouteAnswer<'GET /api/lanes/preparation'>
interface Created {
  readonly lane: { readonly id: number }
  readonly error?: { readonly code: string; readonly field?: string }
}

let app: App
let root: string
let shop: TestRepository
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-preparation-')))
  shop = repositoryAt(join(root, 'shop'), { 'a.txt': 'one\n', '.gitignore': '.env\nmade\n' })
  app = await startApp({ HOME: root }, root)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const preparation = () => app.get<Preparation>(`/api/lanes/preparation?path=${encodeURIComponent(shop.path)}`)
const create = (body: object) =>
  app.send<Created>('/api/lanes/worktree', {
    method: 'POST',
    body: { sourceRepo: shop.path, title: 'Gift cards', ...body },
  })
/** Creates a lane, and returns it when its worktree is ready. */
const created = async (body: object) => {
  const { json } = await create(body)
  return until('the worktree', async () => {
    const { lane } = await app.get<RouteAnswer<'GET /api/lanes/:id'>>(`/api/lanes/${json.lane.id}`)
    return lane.status !== 'provisioning' && lane
  })
}
/** Gives the repository a setup script. */
const script = (text: string) => {
  const hooks = join(shop.path, '.svc', 'profile', 'hooks')
  mkdirSync(hooks, { recursive: true })
  writeFileSync(join(hooks, 'setup'), `#!/bin/sh\n${text}\n`)
  chmodSync(join(hooks, 'setup'), 0o755)
}

it('tells what a new worktree gets', async () => {
  expect(await preparation()).toEqual({ available: true, copied: { count: 0, files: [] }, setup: null })
  script('exit 0')
  writeFileSync(join(shop.path, '.svc', 'profile', 'copy'), '.env\n')
  shop.write('.env', 'KEY=1\n')
  expect(await preparation()).toMatchObject({
    copied: { count: 1, files: ['.env'] },
    setup: { path: join(shop.path, '.svc/profile/hooks/setup'), text: '#!/bin/sh\nexit 0\n' },
  })
  // What cannot be executed is no program.
  chmodSync(join(shop.path, '.svc/profile/hooks/setup'), 0o644)
  expect((await preparation()).setup).toBeNull()
  expect(await app.get(`/api/lanes/preparation?path=${encodeURIComponent(tmpdir())}`)).toMatchObject({
    available: false,
  })
})

it('runs a setup script in the worktree only if it was allowed', async () => {
  script('echo "$LANE_BRANCH $LANE_SOURCE_REPO" > made')
  const without = await created({ title: 'Without' })
  expect(existsSync(join(without.cwd, 'made'))).toBe(false)
  const { setup } = await preparation()
  const lane = await created({ setup: setup?.digest })
  expect(lane).toMatchObject({ status: 'idle', notes: null })
  expect(readFileSync(join(lane.cwd, 'made'), 'utf8')).toBe(`feat/gift-cards ${shop.path}\n`)
  // It is not the one that was read.
  script('touch made')
  const changed = await created({ title: 'Changed', setup: setup?.digest })
  expect(changed.notes).toBe('the setup script was changed, and did not run')
  expect(existsSync(join(changed.cwd, 'made'))).toBe(false)
})

it('keeps the lane of which the setup failed, with the last lines', async () => {
  script('echo first; echo npm is missing >&2; exit 3')
  const { setup } = await preparation()
  const lane = await created({ setup: setup?.digest })
  expect(lane.status).toBe('idle')
  expect(lane.notes).toBe('the setup script ended with 3:\nfirst\nnpm is missing')
})

it('starts a branch from the newest commit of the upstream', async () => {
  const origin = join(root, 'origin.git')
  shop.git('clone', '-q', '--bare', shop.path, origin)
  shop.git('remote', 'add', 'origin', origin)
  shop.git('fetch', '-q')
  shop.git('branch', '-q', '--set-upstream-to=origin/main', 'main')
  const other = repositoryAt(join(root, 'other'), {})
  other.git('remote', 'add', 'origin', origin)
  other.git('fetch', '-q')
  other.git('switch', '-q', '-c', 'work', 'origin/main')
  other.commit({ 'a.txt': 'two\n' })
  other.git('push', '-q', 'origin', 'work:main')
  const stale = await created({ title: 'Stale', base: 'main' })
  expect(readFileSync(join(stale.cwd, 'a.txt'), 'utf8')).toBe('one\n')
  const lane = await created({ base: 'main', fetch: true })
  expect(lane).toMatchObject({ notes: null, base_branch: 'origin/main' })
  expect(readFileSync(join(lane.cwd, 'a.txt'), 'utf8')).toBe('two\n')
  // The branch of the user stays where it is.
  expect(shop.git('show', 'main:a.txt')).toBe('one')
  // Its own commits are not left out.
  shop.commit({ 'b.txt': 'own\n' })
  const own = await created({ title: 'Own', base: 'main', fetch: true })
  expect([own.base_branch, existsSync(join(own.cwd, 'b.txt'))]).toEqual(['main', true])
  // A remote that is not there keeps nobody from working.
  rmSync(origin, { recursive: true })
  const alone = await created({ title: 'Alone', base: 'main', fetch: true })
  expect(alone.status).toBe('idle')
  expect(alone.notes).toMatch(/^the base could not be fetched, and may not be the newest: /)
  expect(gitIn(alone.cwd, 'log', '-1', '--format=%H')).toBe(shop.git('rev-parse', 'main'))
})

it('is brought up to date with the newest of its base', async () => {
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@localhost'],
  ] as const)
    shop.git('config', key, value)
  const origin = join(root, 'origin.git')
  shop.git('clone', '-q', '--bare', shop.path, origin)
  shop.git('remote', 'add', 'origin', origin)
  shop.git('fetch', '-q')
  shop.git('branch', '-q', '--set-upstream-to=origin/main', 'main')
  const lane = await created({ base: 'main' })
  const update = async (body: object = {}) =>
    (
      await app.send<RouteAnswer<'POST /api/lanes/:id/update'>>(`/api/lanes/${lane.id}/update`, {
        method: 'POST',
        body,
      })
    ).json
  const other = repositoryAt(join(root, 'other'), {})
  other.git('fetch', '-q', origin, 'main')
  other.git('switch', '-q', '-c', 'work', 'FETCH_HEAD')
  const pushed = (text: string) => {
    other.commit({ 'a.txt': text })
    other.git('push', '-q', origin, 'work:main')
  }
  pushed('two\n')
  expect(await update({ fetch: false })).toMatchObject({ branch: 'main', conflicts: [], warnings: [] })
  expect(readFileSync(join(lane.cwd, 'a.txt'), 'utf8')).toBe('one\n')
  expect(await update()).toMatchObject({ branch: 'origin/main', conflicts: [], warnings: [] })
  expect(readFileSync(join(lane.cwd, 'a.txt'), 'utf8')).toBe('two\n')
  // A conflict is shown, and stays for its user.
  openedAt(lane.cwd).commit({ 'a.txt': 'mine\n' })
  pushed('three\n')
  expect(await update()).toMatchObject({ branch: 'origin/main', conflicts: ['a.txt'] })
  openedAt(lane.cwd).git('merge', '--abort')
  rmSync(origin, { recursive: true })
  expect((await update()).warnings[0]).toMatch(/^the base could not be fetched/)
})

it.each([
  ['fetch', { fetch: 'yes' }],
  ['setup', { setup: true }],
  ['setup', { setup: 'abc' }],
])('refuses a wrong %s', async (field, body) => {
  const { status, json } = await create(body)
  expect([status, json.error?.code, json.error?.field]).toEqual([400, 'EBADFIELD', field])
})
