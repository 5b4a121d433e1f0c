import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt } from '../../../../support/git/repository.js'
import { isAlive } from '../../../../support/process/is-alive.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { newProfile } from '../../../../support/stack/profile.js'
import { BOOT, newShop, stackOf } from '../../../../support/stack/shop.js'
import { kill } from '../../../../support/process/kill.js'

/** How often a stack survives a restart and goes down. */
const ROUNDS = Number(process.env['STACK_ROUNDS'] ?? 3)

let root: string
let app: App
let path: string
let base: number
let id: number
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'switchyard-stack-'))
  app = await startApp({}, root)
  path = repositoryAt(join(root, 'shop'), { 'a.txt': 'a' }).path
  base = newShop(path)
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: path } })
  id = made.json.lane.id
})
afterEach(async () => {
  await stackOf(app, id).down()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const restart = async (): Promise<void> => {
  await app.close()
  app = await startApp({}, root)
  await until('the service', async () => (await app.send(`/api/lanes/${id}/runtime`)).status === 200)
}
const pidOf = (name: string): number =>
  Number(readFileSync(join(root, 'data', 'stack', String(id), 'run', `${name}.pid`), 'utf8'))
const answers = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${base + 1}`).then(
    ({ ok }) => ok,
    () => false,
  )

it('a stack survives a restart, is found again, and goes down: no process, port, slot or lock is left', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    expect((await stackOf(app, id).up()).runtime).toMatchObject({ slot: 1, healthy: true })
    const pid = pidOf('web')
    await restart()
    const stack = stackOf(app, id)
    expect(await stack.runtime()).toMatchObject({ slot: 1, healthy: true, services: [{ pid, alive: true }] })
    expect(await answers()).toBe(true)
    const { json } = await stack.down()
    expect([json.killed, json.runtime.slot, isAlive(pid), await answers()]).toEqual([[pid], null, false, false])
    expect((await app.get<{ locks: unknown[] }>('/api/locks')).locks).toEqual([])
  }
  expect(app.complaints).toEqual([])
})

it('a stop of the service ends a hook that runs, and a restarted one records it', async () => {
  newProfile(path, null, { boot: `${BOOT}\necho $$ >"$LANE_RUN_DIR/boot.pid"\nsleep 600` })
  await stackOf(app, id).job('up')
  await until('the hook', () => {
    try {
      return pidOf('boot') > 0 && pidOf('web') > 0
    } catch {
      return false
    }
  })
  const pids = ['boot', 'web'].map(pidOf)
  await restart()
  expect(pids.map(isAlive)).toEqual([false, false])
  const stack = stackOf(app, id)
  expect(await stack.settled()).toMatchObject({ slot: 1, up: false, lastError: 'EINTERRUPTED', jobs: [] })
  expect((await stack.hooks())[1]).toMatchObject({ running: null, result: { end: 'interrupted' } })
})

it('services that were started stay when the service stops during the check of their health', async () => {
  newProfile(path, null, { health: 'echo $$ >"$LANE_RUN_DIR/health.pid"; sleep 600' })
  await stackOf(app, id).job('up')
  await until('the hook', () => {
    try {
      return pidOf('health') > 0
    } catch {
      return false
    }
  })
  const [health, web] = ['health', 'web'].map(pidOf)
  await restart()
  const stack = stackOf(app, id)
  expect(await stack.runtime()).toMatchObject({ lastError: 'EINTERRUPTED', services: [{ pid: web, alive: true }] })
  expect(isAlive(health ?? 0)).toBe(false)
  expect((await stack.down()).json.killed).toEqual([web])
})

it('the pid file of a service that has ended is not believed after a restart', async () => {
  await stackOf(app, id).up()
  const web = pidOf('web')
  kill(web)
  writeFileSync(join(root, 'data', 'stack', String(id), 'run', 'web.pid'), String(process.pid))
  await restart()
  const stack = stackOf(app, id)
  expect(await stack.runtime()).toMatchObject({ up: false, services: [{ pid: web, alive: false }] })
  expect((await stack.down()).json.killed).toEqual([])
})
