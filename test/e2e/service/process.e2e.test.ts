import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../support/agents/until.js'
import { newPlaces, type Places, runCli, startProcess } from '../../support/process/service-process.js'
import { readLogged } from '../../support/service/log.js'

let places: Places
beforeEach(() => {
  places = newPlaces()
})
afterEach(() => places.remove())

const post = (url: string, kind: string, session: string) =>
  fetch(`${url}/api/hooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hook_type: kind, data: { session_id: session } }),
  })

describe('starting', () => {
  it.each([
    ['DASHBOARD_PORT', 'eighty'],
    ['DASHBOARD_PORT', '70000'],
    ['SVC_STALE_MINUTES', '-1'],
    ['SVC_DURABILITY', 'maybe'],
    ['SVC_LIVENESS', 'yes'],
  ])('exits with 2 and one line that names the variable for %s=%s', async (name, value) => {
    const { code, err } = await runCli(['start'], { ...places.env, [name]: value })
    expect([code, err.trim().split('\n').length]).toEqual([2, 1])
    expect(err).toContain(name)
    expect(existsSync(places.dataDir)).toBe(false)
  })

  it('exits with 1 and one line that names the port when it is in use', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    const { code, err } = await runCli(['start'], { ...places.env, DASHBOARD_PORT: String(port) })
    holder.close()
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toContain(`port ${port}`)
  })

  it('exits with 1 and names the pid that uses the data directory', async () => {
    const first = await startProcess(places.env)
    const { code, err } = await runCli(['start'], places.env)
    expect([code, err]).toEqual([1, expect.stringContaining(`in use by pid ${first.pid}`)])
    await first.stop()
  })

  it('takes over the lock of a killed server', async () => {
    await (await startProcess(places.env)).kill()
    const next = await startProcess(places.env)
    expect(await next.stop()).toBe(0)
  })

  it('rejects the database of a newer release and leaves it unchanged', async () => {
    await (await startProcess(places.env)).stop()
    const file = join(places.dataDir, 'switchyard.db')
    const database = new Database(file)
    database.pragma('user_version = 99')
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    const before = createHash('sha256').update(readFileSync(file)).digest('hex')
    const { code, err } = await runCli(['start'], places.env)
    expect([code, err]).toEqual([1, expect.stringContaining('newer release')])
    expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(before)
  })

  it('creates its files without access for other users', async () => {
    const service = await startProcess(places.env)
    await post(service.url, 'Stop', 's')
    const mode = (name: string) => (statSync(join(places.dataDir, name)).mode & 0o777).toString(8)
    expect(mode('.')).toBe('700')
    for (const name of ['switchyard.db', 'switchyard.db-wal', 'switchyard.db-shm', 'server', 'writer.lock']) {
      expect([name, mode(name)]).toEqual([name, '600'])
    }
    await service.stop()
  })

  it('creates its files without access for other users when the umask is 0', async () => {
    const before = process.umask(0)
    try {
      const service = await startProcess(places.env)
      await post(service.url, 'Stop', 's')
      await fetch(`${service.url}/api/search?q=word`)
      const open = (readdirSync(places.dataDir, { recursive: true }) as string[])
        .filter((name) => !statSync(join(places.dataDir, name)).isSocket())
        .filter((name) => (statSync(join(places.dataDir, name)).mode & 0o077) !== 0)
      expect(open).toEqual([])
      // Temporary files, such as those of an import, may be gone by now; the umask covers them too.
      const status = existsSync('/proc/self/status')
        ? readFileSync(`/proc/${service.pid}/status`, 'utf8')
        : 'Umask:\t0077'
      expect(status).toMatch(/^Umask:\s*0077$/m)
      await service.stop()
    } finally {
      process.umask(before)
    }
  })
})

describe('stopping', () => {
  it('finishes pending requests on SIGTERM, empties the write-ahead log and exits with 0', async () => {
    const service = await startProcess(places.env)
    const answers = Array.from({ length: 200 }, (_, i) =>
      post(service.url, 'Stop', `s-${i % 8}`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    await Promise.race(answers)
    expect(await service.stop()).toBe(0)
    const acknowledged = (await Promise.all(answers)).filter((status) => status === 200).length
    const wal = join(places.dataDir, 'switchyard.db-wal')
    expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0)
    const database = new Database(join(places.dataDir, 'switchyard.db'), { readonly: true })
    const { n } = database.prepare('select count(*) as n from log').get() as { n: number }
    database.close()
    expect(acknowledged).toBeGreaterThan(0)
    expect(n).toBeGreaterThanOrEqual(acknowledged)
  })
})

describe('the command line', () => {
  it.each([
    [['--help']],
    [['start', '--help']],
    [['hooks', '--help']],
    [['hooks', 'install', '--help']],
    [['import', '--help']],
    [['rebuild', '--help']],
    [['verify', '--help']],
    [['doctor', '--help']],
  ])('%j prints its usage on stdout and exits with 0', async (args) => {
    const { code, out } = await runCli(args, places.env)
    expect([code, out]).toEqual([0, expect.stringContaining('Usage: switchyard')])
  })

  it.each([
    [
      ['fly'],
      [
        "unknown command 'fly'",
        'Commands: start, hooks, cost, sessions, waiting, lanes, pipelines, lock, locks, import, rebuild, verify, service, server, users, accounts, doctor, statusline, mcp',
      ],
    ],
    [['strat'], ["unknown command 'strat'", 'Did you mean start?']],
    [['start', 'extra'], ["unexpected argument 'extra': start accepts no arguments"]],
    [['import', 'a', 'b'], ["unexpected argument 'b': import accepts <path>"]],
    [['hooks'], ['install [options]', 'uninstall [options]', 'status [options]']],
    [
      ['hooks', 'instal'],
      ["unknown command 'instal'", 'Did you mean install?', 'install, uninstall, status'],
    ],
    [['hooks', 'install', 'emacs'], ['unknown tool "emacs"']],
    [['verify', '--wrong'], ["unknown option '--wrong'"]],
    [
      ['doctor', '--jsn'],
      ["unknown option '--jsn'", 'Did you mean --json?'],
    ],
  ])('%j prints a usage error on stderr and exits with 2', async (args, words) => {
    const { code, out, err } = await runCli(args, places.env)
    expect([code, out]).toEqual([2, ''])
    for (const word of words) expect(err).toContain(word)
    expect(existsSync(join(places.dataDir, 'switchyard.db'))).toBe(false)
  })

  it('verify compares the tables with the log, rebuild rebuilds them', async () => {
    const service = await startProcess(places.env)
    for (const kind of ['SessionStart', 'UserPromptSubmit', 'Stop']) await post(service.url, kind, 's')
    expect((await runCli(['verify'], places.env)).code).toBe(0)
    expect((await runCli(['rebuild'], places.env)).err).toContain(`in use by pid ${service.pid}`)
    await service.stop()
    const database = new Database(join(places.dataDir, 'switchyard.db'))
    database.exec(`update p_session set status = 'completed'`)
    database.close()
    const broken = await runCli(['verify'], places.env)
    expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('switchyard rebuild')])
    expect((await runCli(['rebuild', '--json'], places.env)).code).toBe(0)
    expect((await runCli(['verify'], places.env)).code).toBe(0)
  })

  it('hooks install and uninstall leave the settings unchanged and are logged by the service', async () => {
    const installed = await runCli(['hooks', 'install'], places.env)
    expect(installed.code).toBe(0)
    const status = JSON.parse((await runCli(['hooks', 'status', '--json'], places.env)).out) as {
      claude: { installed: boolean }
    }
    expect(status.claude.installed).toBe(true)
    expect((await runCli(['hooks', 'uninstall'], places.env)).code).toBe(0)
    const settings = join(places.claudeHome, 'settings.json')
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({})

    // The commands do not write to the log; the service logs both changes when it starts.
    const service = await startProcess(places.env)
    const written = () => readLogged(places.dataDir, 'service').map(({ data }) => data)
    await until('the words of both', () => written().length === 2)
    const change = { provider: 'claude', path: settings }
    expect(written()).toEqual([
      { ...change, installed: true },
      { ...change, installed: false },
    ])
    await service.stop()
    expect((await runCli(['rebuild'], places.env)).code).toBe(0)
    expect(readLogged(places.dataDir, 'service').at(-1)).toMatchObject({
      type: 'projections-rebuilt',
      data: { events: 2, parked: 0 },
    })
    expect((await runCli(['verify'], places.env)).code).toBe(0)
  })

  it('prints no colour when NO_COLOR is set', async () => {
    // oxlint-disable-next-line no-control-regex -- the test searches for escape codes
    expect((await runCli(['doctor'], { ...places.env, NO_COLOR: '1' })).out).not.toMatch(/\u001b/)
  })
})
