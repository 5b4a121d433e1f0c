import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'

type Train = RouteAnswer<'GET /api/trains'>['trains'][number]
type Failed = { readonly error?: { readonly code: string; readonly lanes?: readonly number[] } }

let app: App
let root: string
let shop: TestRepository

const post = async <A>(path: string, body: object, method: 'POST' | 'DELETE' = 'POST') =>
  (await app.send<A & Failed>(path, { method, body })).json
/** Adds a lane whose branch has a commit, and accepts it. */
const laneWith = async (name: string, files: Readonly<Record<string, string>>, accepts = true): Promise<number> => {
  shop.git('worktree', 'add', '-q', '-b', name, join(root, name), 'main')
  openedAt(join(root, name)).commit(files)
  const settings = { cwd: join(root, name), title: name, base_branch: 'main' }
  const { id } = (await post<{ lane: { id: number } }>('/api/lanes', settings)).lane
  if (accepts) {
    const { expect: seen } = await app.get<RouteAnswer<'GET /api/lanes/:id/land'>>(`/api/lanes/${id}/land`)
    await post(`/api/lanes/${id}/accept`, { expect: seen })
  }
  return id
}
const trains = async () => (await app.get<{ trains: Train[] }>('/api/trains')).trains
const start = (lanes: readonly number[], more: object = {}) => post<{ train: Train }>('/api/trains', { lanes, ...more })
const ended = async (id: string): Promise<Train> => {
  let found: Train | undefined
  await until('the end of the train', async () => {
    found = (await trains()).find((train) => train.id === id)
    return found !== undefined && found.end !== null
  })
  if (found === undefined) throw new Error('no train')
  return found
}
const outcomes = ({ lanes }: Train) => lanes.map(({ lane_id: lane, outcome }) => [lane, outcome])

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-train-')))
  shop = repositoryAt(join(root, 'shop'), { 'a.txt': 'a\n', 'b.txt': 'b\n' })
  shop.git('config', 'user.name', 'Ada')
  shop.git('config', 'user.email', 'ada@example.com')
  app = await startApp({ HOME: root }, root)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

describe('a merge train', () => {
  it('lands lanes with the fewest conflicts first, leaves out what conflicts, and goes on', async () => {
    const listener = await listenTo(app.url, '')
    const greedy = await laneWith('greedy', { 'a.txt': 'greedy\n', 'b.txt': 'greedy\n' })
    const first = await laneWith('first', { 'a.txt': 'first\n' })
    const second = await laneWith('second', { 'b.txt': 'second\n' })
    const { train } = await start([greedy, first, second])
    expect(train).toMatchObject({ base: 'main', how: 'merge', end: null })
    const over = await ended(train.id)
    expect(over.end).toBe('done')
    expect(outcomes(over)).toEqual([
      [first, 'landed'],
      [second, 'landed'],
      [greedy, 'conflicts'],
    ])
    expect(over.lanes[2]).toMatchObject({ details: ['a.txt', 'b.txt'], told: false, commit: null })
    expect(shop.git('show', 'main:a.txt') + shop.git('show', 'main:b.txt')).toMatch(/first\s*second/)
    expect(over.lanes[1]?.commit).toBe(shop.git('rev-parse', 'main').trim())
    await until('the messages', () => listener.of('train_update').some(({ data }) => data.train.end === 'done'))
    await listener.close()
  })

  it('lands in the given order, with one commit for each lane', async () => {
    const [one, two] = [await laneWith('one', { 'one.txt': '1\n' }), await laneWith('two', { 'two.txt': '2\n' })]
    const { train } = await start([two, one], { order: 'given', how: 'squash' })
    expect(outcomes(await ended(train.id))).toEqual([
      [two, 'landed'],
      [one, 'landed'],
    ])
    expect(shop.git('log', '--format=%s', '-2', 'main').trim().split('\n')).toEqual(['one', 'two'])
    expect(shop.git('log', '--merges', '--format=%s', 'main').trim()).toBe('')
  })

  it('leaves out a lane that cannot land, and says why', async () => {
    const [dirty, clean] = [await laneWith('dirty', { 'x.txt': '1\n' }), await laneWith('clean', { 'y.txt': '2\n' })]
    openedAt(join(root, 'dirty')).write('x.txt', 'not committed\n')
    const { expect: seen } = await app.get<RouteAnswer<'GET /api/lanes/:id/land'>>(`/api/lanes/${dirty}/land`)
    await post(`/api/lanes/${dirty}/accept`, { expect: seen })
    const { train } = await start([dirty, clean])
    const { lanes } = await ended(train.id)
    expect(lanes.map(({ outcome, details }) => [outcome, details])).toEqual([
      ['refused', ['committed']],
      ['landed', []],
    ])
    expect(openedAt(join(root, 'dirty')).git('status', '--porcelain')).toContain('x.txt')
  })

  it('takes accepted lanes of one repository and base only', async () => {
    const accepted = await laneWith('accepted', { 'x.txt': '1\n' })
    const unread = await laneWith('unread', { 'y.txt': '2\n' }, false)
    const before = shop.git('rev-parse', 'main')
    expect((await start([accepted, unread])).error).toMatchObject({ code: 'ENOTLANDABLE', lanes: [unread] })
    const other = repositoryAt(join(root, 'other'), { 'a.txt': 'a\n' })
    other.git('checkout', '-q', '-b', 'work')
    other.commit({ 'b.txt': 'b\n' })
    const settings = { cwd: other.path, title: 'Other', base_branch: 'main' }
    const { id } = (await post<{ lane: { id: number } }>('/api/lanes', settings)).lane
    expect((await start([accepted, id])).error).toMatchObject({ code: 'EBADFIELD', lanes: [id] })
    expect((await start([accepted, 999])).error).toMatchObject({ code: 'EBADFIELD', lanes: [999] })
    expect((await start([])).error?.code).toBe('EBADFIELD')
    expect(await trains()).toEqual([])
    expect(shop.git('rev-parse', 'main')).toBe(before)
  })

  it('runs once for each base, can be stopped, and is interrupted by a restart', async () => {
    const lanes = [await laneWith('one', { 'one.txt': '1\n' }), await laneWith('two', { 'two.txt': '2\n' })]
    // A hook that waits keeps the first lane in its turn.
    const hook = join(shop.path, '.git/hooks/pre-merge-commit')
    const gate = join(root, 'gate')
    const { writeFileSync, chmodSync } = await import('node:fs')
    writeFileSync(hook, `#!/bin/sh\nwhile [ ! -e ${gate} ]; do sleep 0.05; done\n`)
    chmodSync(hook, 0o755)
    const { train } = await start(lanes)
    expect((await start(lanes)).error?.code).toBe('ETRAIN')
    await post(`/api/trains/${train.id}`, {}, 'DELETE')
    writeFileSync(gate, '')
    await until('the turn of the first lane', async () => (await trains())[0]?.lanes[0]?.outcome === 'landed')
    const over = await ended(train.id)
    expect(over).toMatchObject({ end: 'stopped', lanes: [{ outcome: 'landed' }, { outcome: null }] })
    expect((await app.send('/api/trains/none', { method: 'DELETE' })).status).toBe(404)
    rmSync(gate)
    const again = await start(lanes.slice(1))
    const closing = app.close()
    writeFileSync(gate, '')
    await closing
    app = await startApp({ HOME: root }, root)
    const [last] = await trains()
    expect(last?.id).toBe(again.train.id)
    expect((await ended(again.train.id)).end).toMatch(/^(interrupted|done)$/)
  })
})
