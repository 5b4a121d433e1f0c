import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { shim } from '../../../../support/git/shim.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

let app: App
let root: string
let repository: TestRepository
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-worktrees-')))
  repository = repositoryAt(join(root, 'shop'), { 'a.txt': 'a' })
  app = await startApp({}, root)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const create = (body: object) =>
  app.send<{ lane: Lane; error?: { code: string } }>('/api/lanes/worktree', {
    method: 'POST',
    body: { sourceRepo: repository.path, ...body },
  })
const laneOf = async (id: number) => (await app.get<{ lane: Lane }>(`/api/lanes/${id}`)).lane
const finished = async (id: number): Promise<Lane> => {
  await until('the worktree', async () => (await laneOf(id)).status !== 'provisioning')
  return laneOf(id)
}

/** Restarts the service with a git that waits before it writes files, as long as a file exists. */
const restartSlow = async (): Promise<{ readonly release: () => void }> => {
  await app.close()
  const block = join(root, 'block')
  writeFileSync(block, '')
  const script = `case "$*" in *" reset "*) while [ -e '${block}' ]; do sleep 0.02; done;; esac`
  app = await startApp({ PATH: shim(root, script) }, root)
  return { release: () => rmSync(block, { force: true }) }
}

describe('a lane on a new worktree', () => {
  it('is answered at once, and becomes idle when its worktree is complete', async () => {
    const listener = await listenTo(app.url)
    const { status, json } = await create({ title: 'Retry uploads!' })
    expect([status, json.lane]).toMatchObject([
      202,
      {
        status: 'provisioning',
        kind: 'managed',
        cwd: join(root, 'shop-lanes', 'retry-uploads'),
        branch: 'feat/retry-uploads',
        source_repo: repository.path,
        base_branch: null,
      },
    ])
    const lane = await finished(json.lane.id)
    expect([lane.status, lane.base_branch, lane.notes]).toEqual(['idle', 'main', null])
    expect(gitIn(lane.cwd, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('feat/retry-uploads')
    expect(existsSync(join(lane.cwd, 'a.txt'))).toBe(true)
    await until('the message', () => {
      const last = listener.of('lane_update').at(-1)?.data
      return last !== undefined && 'lane' in last && last.lane.status === 'idle'
    })
    await listener.close()
    const path = encodeURIComponent(lane.cwd)
    const found = await app.get<RouteAnswer<'GET /api/lanes/branches'>>(`/api/lanes/branches?path=${path}`)
    expect([found.available, found.current, found.worktrees.length]).toEqual([true, 'feat/retry-uploads', 2])
  })

  it('gets a directory of its own when ten have the same slug', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ slug: 'same' })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202))
    const lanes = await Promise.all(answers.map(({ json }) => finished(json.lane.id)))
    expect(new Set(lanes.map(({ cwd }) => cwd)).size).toBe(10)
    expect(new Set(lanes.map(({ status }) => status))).toEqual(new Set(['idle']))
    expect(lanes.every(({ cwd }) => existsSync(join(cwd, 'a.txt')))).toBe(true)
  })

  it('starts from the base that is named, and fails with the reason of git', async () => {
    const first = repository.git('rev-parse', 'HEAD')
    repository.git('branch', 'old')
    repository.commit({ 'b.txt': 'b' })
    const old = await finished((await create({ slug: 'old', base: 'old' })).json.lane.id)
    expect([old.base_branch, gitIn(old.cwd, 'rev-parse', 'HEAD')]).toEqual(['old', first])
    const lane = await finished((await create({ slug: 'none', base: 'no-such-branch' })).json.lane.id)
    expect([lane.status, lane.notes]).toEqual(['failed', expect.stringContaining('no-such-branch')])
    expect(existsSync(lane.cwd)).toBe(false)
    expect(repository.git('branch', '--list', 'feat/none')).toBe('')
    expect((await app.send(`/api/lanes/${lane.id}`, { method: 'DELETE' })).status).toBe(200)
  })

  it('starts from the only branch there is when no branch is checked out', async () => {
    repository.git('branch', '-m', 'main', 'master')
    repository.git('switch', '--quiet', '--detach')
    const lane = await finished((await create({ slug: 'x' })).json.lane.id)
    expect([lane.status, lane.base_branch]).toEqual(['idle', 'master'])
    repository.git('branch', '-m', 'master', 'odd')
    const other = await finished((await create({ slug: 'y' })).json.lane.id)
    expect([other.status, other.base_branch]).toEqual(['idle', repository.git('rev-parse', 'HEAD')])
  })

  it('is refused with the branch that no branch with the prefix can exist beside', async () => {
    repository.git('branch', 'feat')
    const { status, json } = await create({ slug: 'x' })
    expect([status, json.error]).toMatchObject([
      409,
      { code: 'EWORKTREEDIRCOLLISION', message: 'the branch feat exists, so no branch can be named feat/x' },
    ])
  })

  it('is refused where another lane has the directory, which is missing', async () => {
    const { id, cwd } = await finished((await create({ slug: 'x' })).json.lane.id)
    repository.git('worktree', 'remove', cwd)
    repository.git('branch', '-D', 'feat/x')
    const { status, json } = await create({ slug: 'x' })
    expect([status, json.error]).toMatchObject([409, { code: 'EDUPCWD', lane_id: id }])
  })

  it.each([
    [{ sourceRepo: '/does/not/exist' }, 'EBADCWD'],
    [{ sourceRepo: 'relative' }, 'EBADCWD'],
    [{ sourceRepo: tmpdir() }, 'EBADCWD'],
    [{ slug: '..' }, 'EBADSLUG'],
    [{ base: '--upload-pack=x' }, 'EBADFIELD'],
  ])('is refused with %j', async (body, code) => {
    const { status, json } = await create(body)
    expect([status, json.error?.code]).toEqual([400, code])
  })
})

describe('a lane whose worktree is being created', () => {
  it('cannot be forgotten, and others of its repository wait for it', async () => {
    const { release } = await restartSlow()
    const [one, two] = [await create({ slug: 'one' }), await create({ slug: 'two' })]
    const refused = await app.send<{ error: { code: string } }>(`/api/lanes/${one.json.lane.id}`, { method: 'DELETE' })
    expect([refused.status, refused.json.error.code]).toEqual([409, 'EPROVISIONING'])
    expect(existsSync(two.json.lane.cwd)).toBe(false)
    release()
    expect((await finished(two.json.lane.id)).status).toBe('idle')
    expect((await laneOf(one.json.lane.id)).status).toBe('idle')
  })

  it('is completed after a restart', async () => {
    const { release } = await restartSlow()
    const { id } = (await create({ slug: 'one' })).json.lane
    await app.close()
    release()
    app = await startApp({}, root)
    await until('the tables', async () => (await app.send('/api/lanes')).status === 200)
    const lane = await finished(id)
    expect([lane.status, existsSync(join(lane.cwd, 'a.txt'))]).toEqual(['idle', true])
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(2)
  })
})
