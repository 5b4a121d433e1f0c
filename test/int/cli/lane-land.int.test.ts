import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { lanesCommand } from '../../../src/cli/lanes.js'
import { runHere } from '../../support/cli/run.js'
import { openedAt, repositoryAt, type TestRepository } from '../../support/git/repository.js'
import { type App, startApp } from '../../support/service/app.js'

let app: App
let root: string
let shop: TestRepository
let work: TestRepository
let lane: string

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-land-')))
  shop = repositoryAt(join(root, 'shop'), { 'a.txt': 'one\n' })
  shop.git('config', 'user.name', 'Ada')
  shop.git('config', 'user.email', 'ada@example.com')
  shop.git('worktree', 'add', '-q', '-b', 'cards', join(root, 'cards'), 'main')
  work = openedAt(join(root, 'cards'))
  app = await startApp({ HOME: root }, root)
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
  vi.stubEnv('NO_COLOR', '1')
  const body = { cwd: work.path, base_branch: 'main', title: 'Gift cards' }
  lane = String((await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body })).json.lane.id)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const run = (...args: readonly string[]) => runHere([lanesCommand()], ['lanes', ...args])

it('a lane is reviewed, landed and reverted from the command line, each only with a confirmation', async () => {
  expect(await run('review', lane)).toMatchObject({ code: 0, out: '', err: 'no changes\n' })
  expect(await run('revert', lane)).toMatchObject({ code: 1, err: expect.stringContaining('nothing of lane') })
  work.write('b.txt', 'new\n')
  const open = await run('land', lane)
  expect([open.code, open.out.split('\n')[2]]).toEqual([1, 'refused  1 file not committed'])
  const head = work.commit({})
  expect(await run('review', lane)).toMatchObject({
    out: 'A b.txt (1 not seen)\n',
    err: '1 block, 1 not seen, not accepted\n',
  })
  const checked = await run('land', lane)
  expect([checked.code, checked.err]).toEqual([0, 'nothing was landed: confirm with --yes\n'])
  expect(checked.out.split('\n').slice(0, 3)).toEqual([
    'ok       no agent works',
    'confirm  not accepted',
    'ok       1 commit to land',
  ])
  expect((await run('review', lane, '--accept')).err).toContain(', accepted')
  expect((JSON.parse((await run('land', lane, '--json')).out) as { verdict: string }).verdict).toBe('allowed')
  const landed = await run('land', lane, '--yes', '-m', 'Gift cards')
  expect([landed.code, landed.out]).toEqual([0, `${shop.git('rev-parse', 'main')}\n`])
  expect(shop.git('log', '-1', '--format=%s %P')).toBe(`Gift cards ${shop.git('rev-parse', 'main^1')} ${head}`)
  expect((await run('revert', lane)).code).toBe(2)
  expect((await run('revert', lane, '--yes')).code).toBe(0)
  expect(() => shop.git('show', 'main:b.txt')).toThrow()
  expect(await run('land', '999')).toMatchObject({ code: 1, err: expect.stringContaining('not found') })
})

it('checks run from the command line, without an agent', async () => {
  expect((await run('check', lane)).err).toContain('no check ran')
  expect(await run('check', lane, 'test', 'echo "41 passed"')).toMatchObject({ code: 0, out: '41 passed\n' })
  const failed = await run('check', lane, 'lint', 'echo "line 3: unused"; exit 2')
  expect(failed).toMatchObject({ code: 1, out: 'line 3: unused\n', err: expect.stringContaining('lint failed') })
  expect((await run('check', lane)).out).toMatch(/^test {3}passed {2}echo .*\nlint {3}failed {2}echo /)
  expect((await run('check', lane, 'deploy')).err).toContain('name: must be one of')
})
