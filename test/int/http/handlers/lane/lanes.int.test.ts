import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../../src/adapters/sqlite/open.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'

interface LaneRow {
  readonly id: number
  readonly cwd: string
  readonly [member: string]: unknown
}
type Answer = { lane: LaneRow; created?: boolean; error?: { code: string; lane_id?: number } }

let app: App
let root: string
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-lanes-')))
  app = await startApp({}, root)
  mkdirSync(join(root, 'shop', 'cart'), { recursive: true })
  mkdirSync(join(root, 'shop-old'))
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

/** Restarts the service with an outdated table of lanes, which is rebuilt. */
const restartOutdated = async (): Promise<void> => {
  await app.close()
  const database = new Database(join(root, 'data', DATABASE_FILE))
  database.exec(`update projection_state set version = version - 1 where name = 'lane'`)
  database.close()
  app = await startApp({}, root)
  // Old tables are read meanwhile, but nothing is written.
  await until('the tables', async () => !('rebuilding' in (await app.get('/api/health'))))
}

const post = async (path: string, body: unknown) => {
  const { status, json } = await app.send<Answer>(path, { method: 'POST', body })
  return { status, ...json }
}
const ensure = (cwd: string | undefined, more: object = {}) => post('/api/lanes/ensure', { cwd, ...more })
const listed = async () => (await app.get<{ lanes: LaneRow[] }>('/api/lanes')).lanes

describe('ensuring a lane', () => {
  it('returns the lane of the nearest directory above, by whole names', async () => {
    const shop = await ensure(join(root, 'shop'), { title: 'Shop' })
    expect([shop.status, shop.created, shop.lane.title, shop.lane.kind]).toEqual([201, true, 'Shop', 'adopted'])
    const below = await ensure(join(root, 'shop', 'cart', 'deleted'), { title: 'unused' })
    expect([below.status, below.created, below.lane]).toEqual([200, false, shop.lane])
    expect((await ensure(join(root, 'shop-old'))).lane.id).not.toBe(shop.lane.id)
    const cart = await ensure(join(root, 'shop', 'cart'), { exact: true })
    expect([cart.status, cart.lane.cwd]).toEqual([201, join(root, 'shop', 'cart')])
    expect((await ensure(join(root, 'shop', 'cart', 'deep'))).lane.id).toBe(cart.lane.id)
  })

  it('resolves links, and takes the home directory for an empty path', async () => {
    symlinkSync(join(root, 'shop'), join(root, 'link'))
    const shop = await ensure(`${root}/shop/../shop/`)
    expect((await ensure(join(root, 'link', 'cart'))).lane.id).toBe(shop.lane.id)
    expect((await ensure(undefined)).lane.cwd).toBe(realpathSync(homedir()))
    expect((await ensure('')).created).toBe(false)
  })

  it('creates one lane for many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ensure(join(root, 'shop'))))
    expect(new Set(answers.map(({ lane }) => lane.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await listed()).toHaveLength(1)
  })

  it.each(['shop', '~/shop', '/x\0', 5])('refuses the path %j', async (cwd) => {
    const { status, error } = await post('/api/lanes/ensure', { cwd })
    expect([status, error?.code]).toEqual([400, 'EBADCWD'])
  })
})

describe('creating a lane', () => {
  it('needs a directory that exists and has no lane', async () => {
    writeFileSync(join(root, 'file'), '')
    const made = await post('/api/lanes', { cwd: join(root, 'shop'), tool: 'cli_b' })
    expect([made.status, made.lane.tool, made.lane.status]).toEqual([201, 'cli_b', 'idle'])
    const again = await post('/api/lanes', { cwd: join(root, 'shop') })
    expect([again.status, again.error?.code, again.error?.lane_id]).toEqual([409, 'EDUPCWD', made.lane.id])
    for (const cwd of [undefined, join(root, 'none'), join(root, 'file')]) {
      const { status, error } = await post('/api/lanes', { cwd })
      expect([status, error?.code]).toEqual([400, 'EBADCWD'])
    }
  })

  it('never uses an id again, also after the tables are rebuilt', async () => {
    const first = await ensure(join(root, 'shop'))
    const second = await ensure(join(root, 'shop-old'))
    await app.send(`/api/lanes/${second.lane.id}`, { method: 'DELETE' })
    await restartOutdated()
    const third = await ensure(join(root, 'shop-old'))
    expect([first, second, third].map(({ lane }) => lane.id)).toEqual([1, 2, 3])
    expect((await listed()).map(({ id }) => id)).toEqual([3, 1])
  })
})

describe('a lane', () => {
  it('is answered at both prefixes, and listed with the latest change first', async () => {
    const [shop, old] = [await ensure(join(root, 'shop')), await ensure(join(root, 'shop-old'))]
    expect((await listed()).map(({ id }) => id)).toEqual([old.lane.id, shop.lane.id])
    const path = `/api/workspaces/${shop.lane.id}`
    expect(await app.get(path)).toEqual({ lane: shop.lane, panes: [] })
    const { status, json } = await app.send<Answer>(path, { method: 'PATCH', body: { title: 'Cart', links: { a: 1 } } })
    expect([status, json.lane]).toMatchObject([200, { id: shop.lane.id, title: 'Cart', links: { a: 1 } }])
    expect((await listed()).map(({ id }) => id)).toEqual([shop.lane.id, old.lane.id])
  })

  it('is put away and taken back, and stays where it is in the list', async () => {
    const [shop, old] = [await ensure(join(root, 'shop')), await ensure(join(root, 'shop-old'))]
    const archive = async (method: 'POST' | 'DELETE') => {
      expect((await app.send(`/api/lanes/${shop.lane.id}/archive`, { method })).json).toEqual({ ok: true })
      return (await listed()).map(({ id, archived_at: at }) => [id, at === null])
    }
    expect(await archive('POST')).toEqual([
      [old.lane.id, true],
      [shop.lane.id, false],
    ])
    expect(await archive('DELETE')).toEqual([
      [old.lane.id, true],
      [shop.lane.id, true],
    ])
  })

  it('is forgotten, and its directory stays', async () => {
    const { lane } = await ensure(join(root, 'shop'))
    expect((await app.send(`/api/lanes/${lane.id}`, { method: 'DELETE' })).json).toEqual({ ok: true })
    expect((await app.send(`/api/lanes/${lane.id}`)).status).toBe(404)
    expect(realpathSync(join(root, 'shop'))).toBe(join(root, 'shop'))
  })

  it('is announced when it is created, changed and forgotten', async () => {
    const listener = await listenTo(app.url)
    const last = () => listener.of('lane_update').at(-1)?.data
    const { lane } = await ensure(join(root, 'shop'))
    await until('the new lane', () => JSON.stringify(last()) === JSON.stringify({ lane: { ...lane, panes: [] } }))
    const { json } = await app.send<Answer>(`/api/lanes/${lane.id}`, { method: 'PATCH', body: { notes: 'later' } })
    await until('the change', () => JSON.stringify(last()) === JSON.stringify({ lane: { ...json.lane, panes: [] } }))
    await app.send(`/api/lanes/${lane.id}`, { method: 'DELETE' })
    await until('the end', () => JSON.stringify(last()) === JSON.stringify({ lane_id: lane.id, deleted: true }))
    await listener.close()
  })
})
