import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config.js'
import { serverCommand } from '../../../src/cli/server/server.js'
import { usersCommand } from '../../../src/cli/server/users.js'
import { ROOT, runHere, runSource } from '../../support/cli/run.js'
import { footprintOf } from '../../support/service/footprint.js'
import { readLogged } from '../../support/service/log.js'
import { startTeam, type Team } from '../../support/service/team.js'

const folder = mkdtempSync(join(tmpdir(), 'switchyard-server-mode-'))
const dataDir = join(folder, 'data')
const env = { SVC_DATA_DIR: dataDir, HOME: folder, DASHBOARD_PORT: '0', SVC_LIVENESS: '0' }
beforeAll(() => {
  process.env['SVC_DATA_DIR'] = dataDir
})
afterAll(() => {
  delete process.env['SVC_DATA_DIR']
  rmSync(folder, { recursive: true, force: true })
})

const here = (...args: string[]) => runHere([serverCommand(), usersCommand()], args)
/** The content of the files of a folder. */
const filesIn = (path: string) =>
  Object.fromEntries(Object.entries(footprintOf(path)).map(([name, state]) => [name, state.split(' ')[0]]))

describe('system accounts', () => {
  it.each([
    [{}, 'needs SVC_USERS_ROOT'],
    [{ SVC_USERS_ROOT: join(dataDir, 'users') }, 'must be outside of the data directory'],
    [{ SVC_USERS_ROOT: dataDir }, 'must be outside of the data directory'],
    [{ SVC_USERS_ROOT: folder }, 'must be outside of the data directory'],
    [{ SVC_SYSTEM_ACCOUNTS: 'yes' }, 'must be 0 or 1'],
  ])('are refused with %j', (given, why) => {
    const settings = { SVC_DATA_DIR: dataDir, SVC_SYSTEM_ACCOUNTS: '1', ...given }
    expect(() => readConfig(settings)).toThrow(why)
  })

  it('are on with a folder for homes elsewhere', () => {
    const settings = { SVC_DATA_DIR: dataDir, SVC_SYSTEM_ACCOUNTS: '1', SVC_USERS_ROOT: '/srv/homes' }
    expect(readConfig(settings)).toMatchObject({ systemAccounts: true, usersRoot: '/srv/homes' })
  })

  it('are installed by root only, for a named account', async () => {
    if (process.getuid?.() !== 0) {
      const { code, err } = await here('server', 'system-accounts', 'install')
      expect([code, err]).toEqual([1, expect.stringContaining('run it as root')])
      return
    }
    const { code, err } = await here('server', 'system-accounts', 'install', '--users-root', '/srv/homes')
    expect([code, err]).toEqual([2, expect.stringContaining('--host-account')])
  })
})

describe('without a running service', () => {
  it('manages users only after it was set up', async () => {
    const { code, err } = await here('users', 'list')
    expect([code, err]).toEqual([1, expect.stringMatching(/^ELOCALMODE: /m) as unknown])
  })

  it('sets up the first admin with a password from stdin, and again does nothing', async () => {
    const first = await runSource(
      ['server', 'setup', '--username', 'Ada', '--password-stdin', '--json'],
      env,
      'correct-horse-1\n',
    )
    expect([first.code, JSON.parse(first.out)]).toEqual([0, { created: true, username: 'ada', password: null }])
    expect(first.err).toContain('people who trust each other')
    const again = await here('server', 'setup', '--json')
    expect([again.code, JSON.parse(again.out)]).toEqual([0, { created: false, username: null, password: null }])
    expect(readLogged(dataDir, 'service').map(({ type }) => type)).toEqual(['server-mode-entered'])
    expect(statSync(join(dataDir, 'users', 'ada')).mode & 0o777).toBe(0o700)
  })

  it('does not start in local mode, and changes no file then', async () => {
    const before = filesIn(folder)
    const { code, err } = await runSource(['start'], env)
    expect([code, err.trim().split('\n').length]).toEqual([2, 1])
    expect(err).toContain('SVC_MODE=server')
    expect(err).toContain('switchyard server off')
    expect(filesIn(folder)).toEqual(before)
  })

  it('adds, shows and changes users, and tells refusals by their code', async () => {
    const add = () => here('users', 'add', 'grace', '--role', 'developer', '--generate', '--json')
    expect(JSON.parse((await add()).out)).toEqual({
      user: expect.objectContaining({ username: 'grace', role: 'member' }) as unknown,
      password: expect.stringMatching(/^(?:[a-z2-9]{5}-?){4}$/) as unknown,
    })
    const refused = await add()
    expect([refused.code, refused.err]).toEqual([1, 'EEXISTS: the username grace is taken'])
    expect((await here('users', 'role', 'ada', 'member')).err).toMatch(/^ELASTADMIN: /)
    expect((await here('users', 'show', 'nobody')).err).toMatch(/^ENOUSER: /)
    expect((await here('users', 'remove', 'grace')).code).toBe(2)
  })

  it('leaves server mode, after which the service starts in local mode again', async () => {
    expect((await here('server', 'off')).code).toBe(2)
    expect((await here('server', 'off', '--yes')).code).toBe(0)
    const { code, out } = await here('server', 'status', '--json')
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ running: false, setUp: false, users: 2, hostOwner: 'ada' }) as unknown,
    ])
  })

  it('asks for a password twice at a terminal, without showing it', async () => {
    const place = join(folder, 'asked')
    const terminal = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src', 'cli.ts'), 'server', 'setup'], {
      cwd: ROOT,
      env: { ...process.env, ...env, SVC_DATA_DIR: place },
    })
    let shown = ''
    let answered = 0
    terminal.onData((text) => {
      shown += text
      const questions = shown.match(/Password: |Again: /g)?.length ?? 0
      for (; answered < questions; answered += 1) terminal.write('secret-horsf\u007fe-1\r')
    })
    const code = await new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)))
    expect([code, shown.includes('horse')]).toEqual([0, false])
    expect(shown).toContain('Created the admin admin.')
  })

  it('keeps no password in any file', () => {
    for (const name of readdirSync(dataDir, { recursive: true }) as string[]) expect(name).not.toContain('horse')
    const events = readLogged(dataDir, 'user-1').map(({ data }) => JSON.stringify(data))
    expect(events.join('')).not.toContain('horse')
  })
})

describe('with a running service', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
    process.env['SVC_DATA_DIR'] = join(team.app.folder, 'data')
  })
  afterAll(() => team.close())

  it('reaches it through a socket that only its account can use', async () => {
    expect(statSync(join(team.app.folder, 'data', 'control.sock')).mode & 0o777).toBe(0o600)
    const { out } = await here('users', 'list')
    expect(out).toMatch(/ada +admin +enabled/)
    expect((await here('users', 'disable', 'bob')).out).toContain('bob: member, disabled')
    expect((await team.as('bob', '/api/sessions')).status).toBe(401)
    expect((await here('users', 'audit', '--user', 'bob')).out).toMatch(/host +account-changed +disable +bob/)
  })

  it('says what is set up, and that all panes run as one account', async () => {
    const { out, err } = await here('server', 'status')
    expect(out).toMatch(/service running +yes\n/)
    expect(out).toMatch(/host owner +ada\n/)
    expect(err).toContain('people who trust each other')
  })

  it('makes another admin the owner of what nobody else owns', async () => {
    expect((await here('server', 'owner', 'grace')).err).toContain('EBADROLE')
    await here('users', 'role', 'grace', 'admin')
    expect((await here('server', 'owner', 'grace')).code).toBe(0)
    expect((await here('server', 'status')).out).toMatch(/host owner +grace\n/)
  })
})
