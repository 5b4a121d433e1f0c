import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { isAlive } from '../../../../support/process/is-alive.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { newProfile } from '../../../../support/stack/profile.js'
import { newShop, stackOf } from '../../../../support/stack/shop.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

/** A database that is a folder. Each hook notes that it ran. */
const note = (name: string): string => `echo "${name} $DB_NAME" >>"$LANE_SOURCE_REPO/ran.txt"`
const HOOKS = {
  bootstrap: note('bootstrap'),
  'db-create': `${note('db-create')}; mkdir -p "$LANE_SOURCE_REPO/db/$DB_NAME" "$LANE_SOURCE_REPO/db/$DB_TEST_NAME"`,
  'db-drop': `${note('db-drop')}; rm -rf "$LANE_SOURCE_REPO/db/$DB_NAME" "$LANE_SOURCE_REPO/db/$DB_TEST_NAME"`,
  migrate: note('migrate'),
  seed: `${note('seed')}; echo seeded >"$LANE_SOURCE_REPO/db/$DB_NAME/rows"`,
}
const PROFILE = { dbPrefix: 'shop', redisBase: 2, envFile: '.env.lane', laneDirs: ['var', 'tmp/up'] }

let root: string
let app: App
let repository: TestRepository
let base: number
let lane: Lane
let stack: ReturnType<typeof stackOf>
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-isolation-')))
  repository = repositoryAt(join(root, 'shop'), { 'a.txt': 'a', '.gitignore': '.svc\n.env*\nvar\ntmp\nran.txt\ndb\n' })
  base = newShop(repository.path, { profile: PROFILE, hooks: HOOKS })
  repository.commit({ 'server.mjs': readFileSync(join(repository.path, 'server.mjs'), 'utf8') })
  app = await startApp({}, root)
  const body = { sourceRepo: repository.path, slug: 'one' }
  const made = await app.send<{ lane: Lane }>('/api/lanes/worktree', { method: 'POST', body })
  const read = async () => (await app.get<{ lane: Lane }>(`/api/lanes/${made.json.lane.id}`)).lane
  await until('the worktree', async () => (await read()).status === 'idle')
  lane = await read()
  stack = stackOf(app, lane.id)
})
afterEach(async () => {
  await stack.down()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const act = async (action: 'reset' | 'remove', more: object = {}, id = lane.id) => {
  const expect = await app.get(`/api/lanes/${id}/preflight?action=${action}`)
  return app.send<{ error?: { code: string } }>(`/api/lanes/${id}/${action}`, {
    method: 'POST',
    body: { confirm: true, expect, force: true, ...more },
  })
}
const ran = (): string[] => {
  const path = join(repository.path, 'ran.txt')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
const databases = (): string[] =>
  existsSync(join(repository.path, 'db')) ? readdirSync(join(repository.path, 'db')) : []
const pid = async (): Promise<number> => (await stack.runtime()).services[0]?.pid ?? 0

describe('a managed lane', () => {
  it('uses the profile of the main working directory, and has its names in its env file', async () => {
    const { runtime } = await stack.up()
    expect(runtime).toMatchObject({
      kind: 'managed',
      healthy: true,
      profileDir: join(repository.path, '.svc', 'profile'),
      database: { name: 'shop_1', testName: 'shop_1_test' },
      redisIndex: 3,
    })
    const env = readFileSync(join(lane.cwd, '.env.lane'), 'utf8')
    expect(env).toContain(`\nDB_NAME=shop_1\n`)
    expect(env).toContain(`\nPORT_WEB=${base + 1}\n`)
    expect(await app.get(`/api/lanes/${lane.id}/preflight?action=remove`)).toMatchObject({ database: 'shop_1' })
  })

  it('has no database to drop without a slot', async () => {
    expect(await app.get(`/api/lanes/${lane.id}/preflight?action=reset`)).toMatchObject({ database: null })
  })
})

describe('a reset', () => {
  const used = async (): Promise<number> => {
    await stack.up()
    await stack.hook('db-create')
    for (const dir of ['var', 'tmp/up']) {
      mkdirSync(join(lane.cwd, dir), { recursive: true })
      writeFileSync(join(lane.cwd, dir, 'old'), 'old')
    }
    rmSync(join(repository.path, 'ran.txt'))
    return pid()
  }

  it('ends the services, and makes the data of the lane new', async () => {
    const web = await used()
    rmSync(join(lane.cwd, '.env.lane'))
    expect((await act('reset')).status).toBe(200)
    expect(isAlive(web)).toBe(false)
    expect(ran()).toEqual(['bootstrap', 'db-drop', 'db-create', 'migrate', 'seed'].map((name) => `${name} shop_1`))
    expect([readdirSync(join(lane.cwd, 'var')), readdirSync(join(lane.cwd, 'tmp/up'))]).toEqual([[], []])
    expect(existsSync(join(lane.cwd, '.env.lane'))).toBe(true)
    expect(await stack.runtime()).toMatchObject({ slot: 1, up: false, lastError: null })
    expect(await stack.up()).toMatchObject({ runtime: { slot: 1, healthy: true } })
  })

  it('keeps the database if requested', async () => {
    await used()
    expect((await act('reset', { keepDb: true })).status).toBe(200)
    expect(ran()).toEqual(['bootstrap shop_1'])
    expect(databases().toSorted()).toEqual(['shop_1', 'shop_1_test'])
  })

  it('stops at a hook that fails, which is the error of the stack', async () => {
    await used()
    newProfile(repository.path, null, { migrate: 'exit 1' })
    expect((await act('reset')).status).toBe(200)
    expect(ran().at(-1)).toBe('db-create shop_1')
    expect(await stack.runtime()).toMatchObject({ lastError: 'EHOOK', lastErrorMessage: 'the hook migrate failed' })
  })

  it('never clears a directory that a link leads to', async () => {
    await used()
    mkdirSync(join(root, 'precious'))
    writeFileSync(join(root, 'precious', 'a'), 'a')
    rmSync(join(lane.cwd, 'var'), { recursive: true })
    symlinkSync(join(root, 'precious'), join(lane.cwd, 'var'))
    rmSync(join(lane.cwd, 'tmp'), { recursive: true })
    symlinkSync(root, join(lane.cwd, 'tmp'))
    mkdirSync(join(root, 'up'))
    writeFileSync(join(root, 'up', 'b'), 'b')
    await act('reset')
    expect([readdirSync(join(root, 'precious')), readdirSync(join(root, 'up'))]).toEqual([['a'], ['b']])
    expect(await stack.runtime()).toMatchObject({ lastError: 'EHOOK' })
  })

  it('does nothing if it is refused', async () => {
    const web = await used()
    const body = { confirm: true, expect: { head: 'x', dirty: 0, untracked: 0, unpushed: 0 } }
    expect((await app.send(`/api/lanes/${lane.id}/reset`, { method: 'POST', body })).status).toBe(409)
    expect([isAlive(web), ran()]).toEqual([true, []])
  })
})

describe('a removal', () => {
  it('ends the services and drops the databases: nothing is left', async () => {
    await stack.up()
    await stack.hook('db-create')
    const web = await pid()
    expect((await act('remove')).status).toBe(200)
    expect([isAlive(web), databases(), existsSync(lane.cwd)]).toEqual([false, [], false])
    expect(existsSync(join(root, 'data', 'stack', String(lane.id)))).toBe(false)
    await until('the port is free', async () =>
      fetch(`http://127.0.0.1:${base + 1}`).then(
        () => false,
        () => true,
      ),
    )
  })

  it('is not stopped by a hook that fails', async () => {
    newProfile(repository.path, null, { 'db-drop': 'exit 1' })
    await stack.up()
    expect((await act('remove')).status).toBe(200)
    expect(existsSync(lane.cwd)).toBe(false)
  })

  it('of an adopted lane drops no database', async () => {
    const { json } = await app.send<{ lane: Lane }>('/api/lanes', { method: 'POST', body: { cwd: repository.path } })
    const adopted = stackOf(app, json.lane.id)
    await adopted.up()
    await adopted.hook('db-create')
    const web = (await adopted.runtime()).services[0]?.pid ?? 0
    expect(existsSync(join(repository.path, '.env.lane'))).toBe(false)
    expect(await app.get(`/api/lanes/${json.lane.id}/preflight?action=remove`)).toMatchObject({ database: null })
    expect((await act('remove', {}, json.lane.id)).status).toBe(200)
    expect([isAlive(web), databases().length]).toEqual([false, 2])
  })

  it('of the record only ends the services too', async () => {
    await stack.up()
    const web = await pid()
    expect((await app.send(`/api/lanes/${lane.id}`, { method: 'DELETE' })).status).toBe(200)
    expect([isAlive(web), existsSync(lane.cwd)]).toEqual([false, true])
  })
})

describe('an env file', () => {
  it.each([
    ['a link', (path: string) => symlinkSync(join(root, 'target'), path)],
    ['a directory', (path: string) => mkdirSync(path)],
  ])('that is %s is left alone', async (_, make) => {
    writeFileSync(join(root, 'target'), 'theirs')
    make(join(lane.cwd, '.env.lane'))
    expect((await stack.up()).runtime.healthy).toBe(true)
    expect(readFileSync(join(root, 'target'), 'utf8')).toBe('theirs')
  })

  it('keeps the lines of the user', async () => {
    writeFileSync(join(lane.cwd, '.env.lane'), 'TOKEN=mine\n')
    await stack.up()
    await stack.up()
    const lines = readFileSync(join(lane.cwd, '.env.lane'), 'utf8').split('\n')
    expect([lines[0], lines.filter((line) => line.startsWith('DB_NAME='))]).toEqual(['TOKEN=mine', ['DB_NAME=shop_1']])
  })
})

describe('a profile', () => {
  it.each([
    ['{', 'EBADPROFILE'],
    ['{"ports":{"WEB":0}}', 'EBADPROFILE'],
    ['{"ports":{"WEB":70000}}', 'EBADPROFILE'],
    ['{"ports":{"A":3000,"B":3000}}', 'EBADPROFILE'],
    ['{"envFile":"/etc/hosts"}', 'EBADPROFILE'],
    ['{"laneDirs":["../x"]}', 'EBADPROFILE'],
    [`{"x":"${'x'.repeat(70_000)}"}`, 'EBADPROFILE'],
  ])('%.40s is refused, and its runtime says why', async (text, code) => {
    newProfile(repository.path, text, {})
    expect(await stack.job('up')).toMatchObject({ status: 400, error: { code } })
    expect(await stack.runtime()).toMatchObject({ available: true, provisioned: false, lastError: code })
    expect((await stack.runtime()).lastErrorMessage).not.toBe('')
  })

  it('that is missing is reported with where it was searched', async () => {
    rmSync(join(repository.path, '.svc'), { recursive: true })
    const searched = [lane.cwd, repository.path].map((dir) => join(dir, '.svc', 'profile'))
    expect(await stack.runtime()).toEqual({ available: false, searched })
    expect(await stack.job('up')).toMatchObject({ status: 400, error: { code: 'ENOPROFILE', searched } })
    expect((await stack.down()).status).toBe(200)
  })

  it('of the lane comes first, and needs a boot that can be executed', async () => {
    const at = newProfile(lane.cwd, {}, {})
    expect(await stack.runtime()).toMatchObject({ profileDir: at, hooks: [] })
    expect(await stack.job('up')).toMatchObject({ status: 400, error: { code: 'ENOPROFILE' } })
    writeFileSync(join(at, 'hooks', 'boot'), '#!/bin/sh\n', { mode: 0o600 })
    symlinkSync('/bin/true', join(at, 'hooks', 'health'))
    expect(await stack.job('up')).toMatchObject({ status: 400, error: { code: 'ENOPROFILE' } })
    expect(await stack.runtime()).toMatchObject({ hooks: [] })
  })

  it('that is removed while its stack is up does not keep it from going down', async () => {
    await stack.up()
    const web = await pid()
    rmSync(join(repository.path, '.svc'), { recursive: true })
    expect((await stack.down()).json.killed).toEqual([web])
    expect(isAlive(web)).toBe(false)
  })
})
