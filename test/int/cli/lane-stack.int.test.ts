import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { lanesCommand } from '../../../src/cli/lanes.js'
import { runHere } from '../../support/cli/run.js'
import { type App, startApp } from '../../support/service/app.js'
import { newProfile } from '../../support/stack/profile.js'
import { newShop } from '../../support/stack/shop.js'

let app: App
let root: string
let shop: string
let base: number
let id: string
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-stack-')))
  shop = join(root, 'shop')
  mkdirSync(shop)
  base = newShop(shop, { profile: { dbPrefix: 'shop', redisBase: 2 }, hooks: { seed: 'echo "seeded $1"; exit 4' } })
  app = await startApp({}, root)
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
  vi.stubEnv('NO_COLOR', '1')
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: shop } })
  id = String(made.json.lane.id)
})
afterEach(() => void (process.exitCode = undefined))
afterAll(async () => {
  await app.send(`/api/lanes/${id}/down`, { method: 'POST' })
  vi.unstubAllEnvs()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const lanes = (...args: readonly string[]) => runHere([lanesCommand()], ['lanes', ...args])
const outOf = async (...args: readonly string[]): Promise<string> => (await lanes(...args)).out

it('switchyard lanes brings a stack up, shows it, runs a hook and brings it down', async () => {
  expect(await outOf('runtime', id)).toBe('down\n')
  expect(await outOf('up', id, '--no-build')).toMatch(
    new RegExp(`^healthy, slot 1\nservice web: process \\d+\nport WEB: ${base + 1}\ndatabase: shop_1\nredis: 3\n$`),
  )
  expect(process.exitCode).toBeUndefined()
  expect(await outOf('logs', id, 'web')).toBe('listening\n')
  expect(JSON.parse(await outOf('logs', id, 'web', '--tail', '2', '--json'))).toMatchObject({ truncated: true })
  expect(await outOf('hook', id, 'seed', '--', '--all')).toBe('seeded --all\n')
  expect(process.exitCode).toBe(4)
  expect(JSON.parse(await outOf('hook', id, 'seed', '--json'))).toMatchObject({ code: 4, output: 'seeded \n' })
  expect(JSON.parse(await outOf('runtime', id, '--json'))).toMatchObject({ slot: 1, healthy: true })
  expect((await lanes('down', id)).err).toBe('ended 1 service\n')
  expect((await lanes('down', id)).err).toBe('no services were running\n')
  expect(await lanes('logs', id, 'web')).toMatchObject({ code: 1, err: expect.stringContaining('is down') })
  expect(await lanes('hook', id, 'seed')).toMatchObject({ code: 1, err: expect.stringContaining('bring it up first') })
})

it('switchyard lanes up prints what a hook that failed wrote', async () => {
  newProfile(shop, null, { health: 'echo "no answer"; exit 1' })
  const { out, err } = await lanes('up', id)
  expect([out.split('\n')[0], err]).toEqual(['unhealthy, slot 1', 'the hook health failed with code 1\nno answer\n'])
  expect(process.exitCode).toBe(1)
})
