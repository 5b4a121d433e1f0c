import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { isAlive } from '../../../../support/process/is-alive.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { BOOT, newShop, stackOf } from '../../../../support/stack/shop.js'
import { newProfile } from '../../../../support/stack/profile.js'
import { kill } from '../../../../support/process/kill.js'

let app: App
let repository: TestRepository
let id: number
let stack: ReturnType<typeof stackOf>
let base: number
const bystanders: ChildProcess[] = []
const servers: Server[] = []

const newLane = async (cwd: string): Promise<number> => {
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })
  return made.json.lane.id
}
beforeEach(async () => {
  app = await startApp({ LANE_HOOK_TIMEOUT: '20' })
  repository = repositoryAt(join(app.folder, 'shop'), { 'a.txt': 'a' })
  base = newShop(repository.path)
  id = await newLane(repository.path)
  stack = stackOf(app, id)
})
afterEach(async () => {
  await stack.down()
  for (const child of bystanders.splice(0)) child.kill('SIGKILL')
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
  expect(app.complaints).toEqual([])
  await app.close()
})

/** A process that has nothing to do with the stack. */
const bystander = async (): Promise<number> => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  bystanders.push(child)
  await once(child, 'spawn')
  return child.pid ?? 0
}
const listenOn = async (port: number): Promise<void> => {
  const server = createServer().listen(port, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
}
const runDir = (): string => join(app.folder, 'data', 'stack', String(id), 'run')
const pidOf = (name: string): number => Number(readFileSync(join(runDir(), `${name}.pid`), 'utf8'))
const lane = async () => (await app.get<{ lane: { slot: number; ports: object } }>(`/api/lanes/${id}`)).lane
const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}`).then(
    (answer) => answer.ok,
    () => false,
  )

describe('a stack', () => {
  it('comes up and goes down: no process, port or slot is left', async () => {
    expect(await stack.runtime()).toMatchObject({
      available: true,
      provisioned: false,
      ports: {},
      hooks: ['boot', 'health'],
    })
    const { status, runtime } = await stack.up()
    expect(status).toBe(202)
    const pid = pidOf('web')
    expect(runtime).toMatchObject({
      provisioned: true,
      slot: 1,
      kind: 'adopted',
      services: [{ name: 'web', pid, alive: true }],
      ports: { WEB: { port: base + 1, expected: base + 1, listening: true } },
      database: null,
      redisIndex: null,
      steppedAside: false,
      up: true,
      healthy: true,
      logs: ['web'],
      lastError: null,
    })
    expect(await lane()).toMatchObject({ slot: 1, ports: { WEB: base + 1 } })
    expect(await answers(base + 1)).toBe(true)

    const down = await stack.down()
    expect([down.status, down.json.killed]).toEqual([200, [pid]])
    expect(down.json.runtime).toMatchObject({ provisioned: false, slot: null, services: [], up: false })
    expect([isAlive(pid), await answers(base + 1), existsSync(join(runDir(), 'web.pid'))]).toEqual([
      false,
      false,
      false,
    ])
    expect(await lane()).toMatchObject({ slot: null, ports: {} })
    expect((await stack.down()).json.killed).toEqual([])
  })

  it('runs the hooks with their results, and without a build if requested', async () => {
    await stack.up({ build: false })
    const hooks = await stack.hooks()
    expect(hooks.find(({ hook }) => hook === 'boot')).toMatchObject({
      available: true,
      running: null,
      result: { end: 'exited', code: 0, signal: null },
      output: 'booted --no-build\n',
    })
    expect(hooks.find(({ hook }) => hook === 'seed')).toMatchObject({ available: false, result: null, output: null })
    expect(hooks).toHaveLength(10)
  })

  it('is brought up once by several requests at once', async () => {
    const jobs = await Promise.all(Array.from({ length: 5 }, () => stack.job('up')))
    expect(new Set(jobs.map(({ job }) => job)).size).toBe(1)
    const first = (await stack.settled()).services[0]?.pid
    const again = await stack.up()
    expect(again.runtime).toMatchObject({ slot: 1, up: true, services: [{ pid: first, alive: true }] })
  })

  it('starts no second process when its boot does not look whether one runs', async () => {
    const pidFile = '"$LANE_RUN_DIR/web.pid"'
    const boot = `sleep 1000 & echo $! >${pidFile}; echo $! >>"$LANE_LOG_DIR/started"`
    newProfile(repository.path, null, { boot, health: 'true' })
    const first = (await stack.up()).runtime.services[0]?.pid
    const again = await stack.up()
    expect(again.runtime).toMatchObject({ up: true, healthy: true, services: [{ pid: first, alive: true }] })
    const started = readFileSync(join(again.runtime.logDir ?? '', 'started'), 'utf8')
      .trim()
      .split('\n')
      .map(Number)
    expect(started).toHaveLength(2)
    expect([pidOf('web'), started.filter(isAlive)]).toEqual([first, [first]])
  })

  it('takes the new process of a boot that starts a service again', async () => {
    const pidFile = '"$LANE_RUN_DIR/web.pid"'
    // The earlier process still runs when the hook exits.
    const slow = 'trap "sleep 0.5; exit" TERM; while :; do sleep 0.1; done'
    const boot = `[ ! -f ${pidFile} ] || kill "$(cat ${pidFile})"; sh -c '${slow}' & echo $! >${pidFile}`
    newProfile(repository.path, null, { boot, health: 'true' })
    const first = (await stack.up()).runtime.services[0]?.pid
    const { runtime } = await stack.up()
    expect(runtime).toMatchObject({ up: true, services: [{ pid: pidOf('web'), alive: true }] })
    expect(runtime.services[0]?.pid).not.toBe(first)
  })

  it('keeps its processes when it is not healthy, and recovers', async () => {
    newProfile(repository.path, { ports: { WEB: base }, services: ['web'] }, { health: 'echo sick >&2; exit 3' })
    const { runtime } = await stack.up()
    expect(runtime).toMatchObject({ up: true, healthy: false, lastError: 'EUNHEALTHY', services: [{ alive: true }] })
    newProfile(repository.path, null, { health: 'exit 0' })
    expect((await stack.hook('health')).result).toMatchObject({ code: 0 })
    expect(await stack.runtime()).toMatchObject({ healthy: true, lastError: null })
  })

  it('has an error when a service does not run although boot succeeded', async () => {
    newProfile(repository.path, null, { boot: 'true', health: 'true' })
    const { runtime } = await stack.up()
    expect(runtime).toMatchObject({ up: false, healthy: false, lastError: 'EUNHEALTHY', services: [{ pid: null }] })
    expect(runtime.lastErrorMessage).toContain('web does not run')
  })

  it('is not up once a service has ended', async () => {
    await stack.up()
    kill(pidOf('web'))
    await until('the end of the service', async () => !(await stack.runtime()).up)
    expect(await stack.runtime()).toMatchObject({ healthy: false, services: [{ alive: false }] })
  })
})

describe('slots and ports', () => {
  it('are different for lanes of a repository, also in directories below it and for requests at once', async () => {
    const others = await Promise.all(
      ['x', 'y', 'z'].map(async (name) => {
        mkdirSync(join(repository.path, name))
        return stackOf(app, await newLane(join(repository.path, name)))
      }),
    )
    newProfile(repository.path, null, { boot: 'true', health: 'true' })
    const all = await Promise.all([stack, ...others].map((one) => one.up()))
    expect(all.map(({ runtime }) => runtime.slot ?? 0).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
    expect(new Set(all.map(({ runtime }) => runtime.ports['WEB']?.port)).size).toBe(4)
    await others[0]?.down()
    const freed = all[1]?.runtime.slot
    expect((await others[0]?.up())?.runtime.slot).toBe(freed)
    await Promise.all(others.map((one) => one.down()))
  })

  it('run out', async () => {
    mkdirSync(join(repository.path, 'x'))
    const other = stackOf(app, await newLane(join(repository.path, 'x')))
    newProfile(repository.path, { slots: { min: 7, max: 7 } }, { boot: 'true', health: 'true' })
    expect((await other.up()).runtime.slot).toBe(7)
    expect(await stack.job('up')).toMatchObject({ status: 409, error: { code: 'ESLOTS' } })
    await other.down()
    expect((await stack.up()).runtime.slot).toBe(7)
  })

  it('step aside at first, and never move later', async () => {
    await listenOn(base + 1)
    const { runtime } = await stack.up()
    expect(runtime).toMatchObject({
      steppedAside: true,
      healthy: true,
      ports: { WEB: { port: base + 101, expected: base + 1, listening: true } },
    })
    kill(pidOf('web'))
    await until('the port is free', async () => !(await answers(base + 101)))
    await listenOn(base + 101)
    const refused = await stack.job('up')
    expect(refused).toMatchObject({ status: 409, error: { code: 'EPORTBUSY', port: base + 101, pids: [process.pid] } })
    expect(await lane()).toMatchObject({ ports: { WEB: base + 101 } })
  })

  it('of a service that runs are no obstacle', async () => {
    await stack.up()
    expect((await stack.job('up')).status).toBe(202)
    expect(await stack.settled()).toMatchObject({ healthy: true, steppedAside: false })
  })

  it('may be taken between the check and the boot: the boot fails and leaves nothing', async () => {
    const boot = `${BOOT}
until [ -s "$LANE_LOG_DIR/web.log" ]; do sleep 0.02; done
grep -q listening "$LANE_LOG_DIR/web.log"`
    // The listener is opened by the hook itself, after the check and before the service.
    const taken = `${JSON.stringify(process.execPath)} -e "require('net').createServer().listen(process.env.PORT_WEB, '127.0.0.1', () => console.log('taken'))" >"$LANE_LOG_DIR/taker.log" &
until [ -s "$LANE_LOG_DIR/taker.log" ]; do sleep 0.02; done`
    newProfile(repository.path, null, { boot: `${taken}\n${boot}` })
    const { runtime } = await stack.up()
    expect(runtime).toMatchObject({ provisioned: true, up: false, lastError: 'EBOOT', services: [{ alive: false }] })
    expect(await answers(base + 1)).toBe(false)
    await until('the port is free', async () => {
      const { ports } = await stack.runtime()
      return ports['WEB']?.listening === false
    })
  })
})

describe('going down', () => {
  it('never signals a process that a pid file names but boot did not start', async () => {
    const foreign = await bystander()
    const self = String(process.pid)
    newProfile(
      repository.path,
      { ports: { WEB: base }, services: ['web', 'other', 'init', 'self'] },
      {
        boot: `${BOOT}\necho ${foreign} >"$LANE_RUN_DIR/other.pid"\necho 1 >"$LANE_RUN_DIR/init.pid"\necho ${self} >"$LANE_RUN_DIR/self.pid"\necho -1 >"$LANE_RUN_DIR/minus.pid"\necho 0 >"$LANE_RUN_DIR/zero.pid"`,
      },
    )
    const { runtime } = await stack.up()
    expect(runtime.services.filter(({ alive }) => alive).map(({ name }) => name)).toEqual(['web'])
    const web = pidOf('web')
    expect((await stack.down()).json.killed).toEqual([web])
    expect([isAlive(foreign), isAlive(web)]).toEqual([true, false])
  })

  it('never signals a process that replaced a service, in its pid file or with its id', async () => {
    await stack.up()
    const web = pidOf('web')
    const foreign = await bystander()
    writeFileSync(join(runDir(), 'web.pid'), String(foreign))
    expect((await stack.down()).json.killed).toEqual([web])
    expect(isAlive(foreign)).toBe(true)
  })

  it('ends services that ignore SIGTERM, and what they started', async () => {
    newProfile(
      repository.path,
      { services: ['deaf'] },
      {
        boot: `sh -c 'trap "" TERM; sleep 600 & echo $! >"$LANE_RUN_DIR/child.pid"; while :; do sleep 0.1; done' >/dev/null 2>&1 &
echo $! >"$LANE_RUN_DIR/deaf.pid"
until [ -s "$LANE_RUN_DIR/child.pid" ]; do sleep 0.02; done
setsid sh -c 'echo $$ >"$LANE_RUN_DIR/apart.pid"; exec sleep 600' >/dev/null 2>&1 &
until [ -s "$LANE_RUN_DIR/apart.pid" ]; do sleep 0.02; done
rm "$LANE_RUN_DIR/apart.pid.none" 2>/dev/null; true`,
        health: 'true',
      },
    )
    await stack.up()
    const pids = ['deaf', 'child', 'apart'].map(pidOf)
    expect(pids.map(isAlive)).toEqual([true, true, true])
    expect((await stack.down()).status).toBe(200)
    expect(pids.map(isAlive)).toEqual([false, false, false])
  })

  it('interrupts a hook that never ends, and what it started', async () => {
    newProfile(repository.path, null, {
      boot: `${BOOT}\nsetsid sleep 601 >/dev/null 2>&1 &\necho $! >"$LANE_RUN_DIR/setsid.pid"\nsleep 602`,
    })
    const { job } = await stack.job('up')
    await until('the service', () => existsSync(join(runDir(), 'setsid.pid')) && pidOf('setsid') > 0)
    expect((await stack.runtime()).jobs).toEqual([job])
    const pids = ['web', 'setsid'].map(pidOf)
    const { json } = await stack.down()
    expect(json.runtime).toMatchObject({ provisioned: false, jobs: [] })
    expect(pids.map(isAlive)).toEqual([false, false])
    expect((await stack.hooks())[1]?.result).toMatchObject({ end: 'interrupted', code: null })
  })
})

describe('a hook', () => {
  beforeEach(async () => {
    newProfile(
      repository.path,
      { ports: { WEB: base }, dbPrefix: 'shop', redisBase: 3, laneDirs: ['var'] },
      {
        boot: 'true',
        health: 'true',
      },
    )
    await stack.up()
  })

  it('gets arguments unchanged, its variables, the directory, and nothing else of the service', async () => {
    const seed = `printf '[%s]' "$@"; echo; pwd; env | sort`
    newProfile(repository.path, null, { seed })
    const args = ['two words', "it's", '$(touch x)', '', '--', '*', '"', '\\', 'ü😀']
    const { result, output } = await stack.hook('seed', args)
    expect(result).toMatchObject({ end: 'exited', code: 0 })
    const [given, cwd, ...env] = (output ?? '').split('\n')
    expect([given, cwd]).toEqual([args.map((arg) => `[${arg}]`).join(''), repository.path])
    expect(env).toEqual(
      expect.arrayContaining([
        `LANE_ID=${id}`,
        'LANE_SLOT=1',
        `LANE_CWD=${repository.path}`,
        `LANE_SOURCE_REPO=${repository.path}`,
        'LANE_BASE_BRANCH=main',
        `LANE_DIRS=${repository.path}/var`,
        'DB_NAME=shop_1',
        'DB_TEST_NAME=shop_1_test',
        'REDIS_INDEX=4',
        `PORT_WEB=${base + 1}`,
      ]),
    )
    expect(env.filter((line) => /^(?:SVC|CLAUDE|DASHBOARD|CODEX|VITEST|NODE)/.test(line))).toEqual([])
  })

  it('fails with its code, and with what is wrong if it cannot be executed', async () => {
    newProfile(repository.path, null, {
      migrate: 'exit 7',
      regen: 'kill -9 $$',
      e2e: '#!/no/such/shell\n',
    })
    expect((await stack.hook('migrate')).result).toMatchObject({ end: 'exited', code: 7, signal: null })
    expect((await stack.hook('regen')).result).toMatchObject({ end: 'exited', code: null, signal: 'SIGKILL' })
    expect(await stack.hook('e2e')).toMatchObject({
      result: { end: 'unstartable', code: 127 },
      output: expect.stringContaining('could not be executed'),
    })
  })

  it('may write binary, and fork: its processes are ended with it', async () => {
    newProfile(repository.path, null, {
      seed: `printf '\\000\\377\\303(\\342\\202\\254'; sleep 600 & echo $! >"$LANE_RUN_DIR/a.pid"; setsid sleep 600 & echo $! >"$LANE_RUN_DIR/b.pid"; sleep 0`,
    })
    const { result, output } = await stack.hook('seed')
    expect([result?.code, output]).toEqual([0, '\u0000\ufffd\ufffd(€'])
    expect(['a', 'b'].map(pidOf).map(isAlive)).toEqual([false, false])
  })

  it('is refused by name, without a file, and without a slot', async () => {
    newProfile(repository.path, null, { seed: 'true' })
    expect((await stack.job('hook/boot%2f..%2fseed')).error?.code).toBe('INVALID_INPUT')
    for (const name of ['deploy', '__proto__', 'seed%00'])
      expect((await stack.job(`hook/${name}`)).error?.code ?? 'ENOTFOUND').toMatch(/ENOHOOK|ENOTFOUND/)
    expect(await stack.job('hook/deploy')).toMatchObject({
      status: 400,
      error: { code: 'ENOHOOK', hooks: expect.arrayContaining(['db-drop', 'e2e']) },
    })
    expect(await stack.job('hook/migrate')).toMatchObject({
      status: 400,
      error: { code: 'ENOHOOK', hooks: ['boot', 'health', 'seed'] },
    })
    await stack.down()
    expect(await stack.job('hook/seed')).toMatchObject({ status: 409, error: { code: 'ENOSLOT' } })
  })

  it.each([['a'], [{}], [[1]], [['\0']], [Array.from({ length: 65 }, () => 'a')], [['x'.repeat(4097)]]])(
    'refuses the arguments %j',
    async (args) => {
      newProfile(repository.path, null, { seed: 'true' })
      expect(await stack.job('hook/seed', { args })).toMatchObject({ status: 400, error: { code: 'EBADFIELD' } })
    },
  )

  it('is refused while 50 wait, and nothing that waits is lost', async () => {
    newProfile(repository.path, null, {
      seed: `while [ ! -e "$LANE_RUN_DIR/go" ]; do sleep 0.02; done; echo $1 >>"$LANE_LOG_DIR/turns.log"`,
    })
    for (let n = 0; n < 51; n += 1)
      expect((await stack.job('hook/seed', { args: [String(n)] })).status, String(n)).toBe(202)
    expect(await stack.job('hook/seed')).toMatchObject({ status: 409, error: { code: 'EBUSY' } })
    writeFileSync(join(runDir(), 'go'), '')
    await stack.settled()
    const { text } = (await stack.log('turns')).json as { text: string }
    expect(text.trim().split('\n')).toEqual(Array.from({ length: 51 }, (_, n) => String(n)))
    expect((await stack.hook('seed')).result).toMatchObject({ code: 0 })
  })

  it('runs in turn with others of its lane', async () => {
    newProfile(repository.path, null, {
      seed: `echo $1 start >>"$LANE_LOG_DIR/turns.log"; sleep 0.1; echo $1 end >>"$LANE_LOG_DIR/turns.log"`,
    })
    await Promise.all(['a', 'b', 'c'].map((name) => stack.job('hook/seed', { args: [name] })))
    await stack.settled()
    const { text } = (await stack.log('turns')).json as { text: string }
    expect(text.split('\n').map((line) => line.split(' ')[1])).toEqual([
      'start',
      'end',
      'start',
      'end',
      'start',
      'end',
      undefined,
    ])
  })
})
