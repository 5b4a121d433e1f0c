import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsHost, accountsHost, runAs, whyNoAccounts } from '../../support/accounts/host.js'
import { until } from '../../support/agents/until.js'
import { openTerminalSocket, type TerminalClient } from '../../support/http/terminal.js'
import { runCli, type ServiceProcess, startProcess } from '../../support/process/service-process.js'

const why = whyNoAccounts()
if (why !== null) console.info(`System accounts are not tested: ${why}.`)

const HELPER = '/usr/local/lib/switchyard/helper'
const PASSWORD = 'correct-horse-1'
const SESSION = '11111111-2222-4333-8444-555555555555'

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the contract checks the answers
  readonly json: any
  readonly text: string
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

let host: AccountsHost
let service: ServiceProcess
const cookies = new Map<string, string>()
const terminals: TerminalClient[] = []

const ask = async (method: string, path: string, body?: unknown, cookie?: string): Promise<Answer> => {
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      origin: service.url,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const cookieSet = answer.headers.get('set-cookie')
  if (cookieSet !== null && cookie === undefined) cookies.set(path, cookieSet.split(';')[0] ?? '')
  return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : null }
}

const signIn = async (username: string): Promise<Ask> => {
  const { status } = await ask('POST', '/api/auth/login', { username, password: PASSWORD })
  expect(status).toBe(200)
  const cookie = cookies.get('/api/auth/login') ?? ''
  cookies.set(username, cookie)
  return (method, path, body) => ask(method, path, body, cookie)
}

const accountOf = (username: string) => {
  const account = host.account(username)
  if (account === null) throw new Error(`${username} has no account`)
  return account
}

const addUser = (username: string, role = 'member') =>
  host.cli(['users', 'add', username, '--role', role, '--password-stdin'], `${PASSWORD}\n`)

const helperSays = (job: unknown) => spawnSync(HELPER, { input: `${JSON.stringify(job)}\n`, encoding: 'utf8' }).stdout

/** Makes a repository in the home of a user, as its account. */
const repositoryOf = (username: string, name: string): string => {
  const account = accountOf(username)
  const path = join(account.home, name)
  const git = 'git -c user.name=Ada -c user.email=ada@example.com'
  const made = runAs(
    account,
    `git init -q -b main ${path} && cd ${path} && echo one > a.txt && git add . && ${git} commit -qm first`,
    '',
    { HOME: account.home },
  )
  expect(made.status).toBe(0)
  return path
}

const laneOf = async (user: Ask, cwd: string): Promise<number> => {
  const made = await user('POST', '/api/lanes', { cwd })
  expect(made.status).toBe(201)
  return made.json.lane.id
}

const terminalOf = (username: string, lane: number): TerminalClient => {
  const opened = openTerminalSocket(service.url, `lane=${lane}&slot=0&mode=rw`, {
    cookie: cookies.get(username) ?? '',
    origin: service.url,
  })
  terminals.push(opened)
  return opened
}

describe.skipIf(why !== null)('system accounts', () => {
  let ada: Ask
  let bob: Ask
  let adaLane: number
  /** A lane outside of homes that was given to a member before. */
  let oldLane: number

  beforeAll(async () => {
    host = accountsHost()
    // An admin and a user from before: their folders are those of the service.
    const before = { ...host.env, SVC_SYSTEM_ACCOUNTS: '0' }
    const options = { as: host.as, input: `${PASSWORD}\n` }
    expect((await runCli(['server', 'setup', '--password-stdin'], before, options)).code).toBe(0)
    await runCli(['users', 'add', 'carol', '--role', 'member', '--password-stdin'], before, options)
    writeFileSync(join(host.usersRoot, 'carol', 'kept.txt'), 'hers')
    spawnSync('chown', [`${host.as.uid}`, join(host.usersRoot, 'carol', 'kept.txt')])
    service = await startProcess(before, [], { base: {}, as: host.as })
    const old = join(host.root, 'host', 'old')
    runAs(host.as, `git init -q -b main ${old}`)
    oldLane = await laneOf(await signIn('admin'), old)
    await runCli(['users', 'assign', 'carol', String(oldLane)], before, { as: host.as })
    await service.stop()
    const rooted = ['server', 'system-accounts', 'install', '--host-account', host.name, '--users-root', host.usersRoot]
    const installed = await runCli(rooted, host.env)
    expect([installed.code, installed.err]).toEqual([0, 'Copying the helper …\n'])
    service = await host.start()
    for (const name of ['ada', 'bob']) expect((await addUser(name)).code).toBe(0)
    ada = await signIn('ada')
    bob = await signIn('bob')
    adaLane = await laneOf(ada, repositoryOf('ada', 'shop'))
  })

  afterAll(async () => {
    for (const { socket } of terminals) socket.terminate()
    await service.stop()
    for (const name of ['ada', 'bob', 'carol', 'dora', 'erin', 'admin']) helperSays({ verb: 'remove', username: name })
    await runCli(['server', 'system-accounts', 'remove'], host.env)
    host.remove()
  })

  it('are installed for one account of the service, which may run the helper and nothing else', async () => {
    const status = JSON.parse((await host.cli(['server', 'system-accounts', 'status', '--json'])).out)
    expect(status).toMatchObject({ installed: true, isCurrent: true, helper: { hostAccount: host.name } })
    const text = (await host.cli(['server', 'status'])).out
    expect(text).toMatch(/isolation +a system account for each user/)
    expect(runAs(host.as, `echo '{"verb":"version"}' | sudo -n ${HELPER}`).out).toContain('"ok":true')
    // With an argument, another program, and for another account, sudo refuses.
    expect(runAs(host.as, `echo '{"verb":"version"}' | sudo -n ${HELPER} x`).status).not.toBe(0)
    expect(runAs(host.as, 'sudo -n id').status).not.toBe(0)
    expect(runAs(accountOf('bob'), `echo '{"verb":"version"}' | sudo -n ${HELPER}`).status).not.toBe(0)
    expect(runAs(accountOf('bob'), `echo '{"verb":"version"}' | ${HELPER}`).out).toContain('must be run as root')
    for (const path of ['/usr/local/lib/switchyard', HELPER, '/etc/sudoers.d/switchyard', host.usersRoot]) {
      const { uid, mode } = lstatSync(path)
      expect([path, uid, mode & 0o022]).toEqual([path, 0, 0])
    }
  })

  it.each([
    [{ verb: 'serve', username: 'root' }],
    [{ verb: 'serve', username: '../ada' }],
    [{ verb: 'serve', username: 'swy-test-host' }],
    [{ verb: 'serve', username: 'nobody' }],
    [{ verb: 'remove', username: 'root; id' }],
    [{ verb: 'remove', username: ['ada'] }],
    [{ verb: 'add', username: 'A' }],
    [{ verb: 'exec', username: 'ada' }],
    [{ verb: 'run' }],
    [null],
    [[]],
    ['version'],
  ])('are refused by the helper for %j', (job) => {
    expect(JSON.parse(helperSays(job))).toMatchObject({ ok: false })
  })

  it('leave an account alone that only looks like one of theirs', () => {
    spawnSync('useradd', ['--no-create-home', 'sw-mallory'])
    try {
      expect(helperSays({ verb: 'serve', username: 'mallory' })).toContain('"ok":false')
      expect(helperSays({ verb: 'add', username: 'mallory' })).toContain('not one of Switchyard')
      expect(helperSays({ verb: 'remove', username: 'mallory' })).toContain('so it is kept')
      expect(host.account('mallory')).not.toBeNull()
    } finally {
      spawnSync('userdel', ['sw-mallory'])
    }
  })

  it('take a home over that was a folder of the service, and no file that is also elsewhere', async () => {
    const folder = join(host.usersRoot, 'carol')
    const outside = join(host.root, 'outside.txt')
    writeFileSync(outside, 'of root')
    symlinkSync(outside, join(folder, 'link.txt'))
    expect((await host.cli(['server', 'status'])).err).toContain('users provision carol')
    // Until then, her repositories would run their hooks as the service.
    const early = await (await signIn('carol'))('POST', '/api/lanes', { cwd: join(folder, 'early') })
    expect([early.status, early.json.error.code]).toEqual([403, 'EFOLDER'])
    expect((await host.cli(['users', 'provision', 'carol'])).code).toBe(0)
    const { uid } = accountOf('carol')
    expect([lstatSync(folder).uid, lstatSync(join(folder, 'kept.txt')).uid]).toEqual([uid, uid])
    expect([lstatSync(outside).uid, lstatSync(join(folder, 'link.txt')).uid]).toEqual([0, 0])
    expect((await host.cli(['users', 'provision', 'nobody'])).err).toContain('ENOUSER')
    // What is done there would be done as the service.
    const carol = await signIn('carol')
    expect((await carol('GET', `/api/lanes/${oldLane}`)).status).toBe(200)
    for (const action of ['git/commit', 'start', 'up']) {
      const refused = await carol('POST', `/api/lanes/${oldLane}/${action}`, {})
      expect([action, refused.status, refused.json.error.message]).toEqual([
        action,
        404,
        expect.stringContaining('only admins'),
      ])
    }
  })

  it('separate two users: homes, spools, terminals and the files of the service', async () => {
    const [{ home }, account] = [accountOf('ada'), accountOf('bob')]
    const started = await ada('POST', `/api/lanes/${adaLane}/start`, { shell: true })
    expect(started.status).toBe(200)
    const terminal = terminalOf('ada', adaLane)
    await terminal.of('ready')
    terminal.type('id -un; echo home=$HOME user=$USER aws=[$AWS_PROFILE] pid=$$\r')
    await terminal.shows(`home=${home} user=sw-ada aws=[]`)
    const socket = join(home, '.switchyard', 'panes', 'tmux')
    expect(lstatSync(socket).uid).toBe(accountOf('ada').uid)
    for (const command of [
      `cat ${home}/shop/a.txt`,
      `ls ${home}/.switchyard/spool`,
      `tmux -S ${socket} list-panes -a`,
      `ls ${host.dataDir}`,
      `kill $(pgrep -u sw-ada -n)`,
    ])
      expect([command, runAs(account, command).status === 0]).toEqual([command, false])
    // Nor can the account of the service, without the helper.
    expect(runAs(host.as, `cat ${home}/shop/a.txt`).status).not.toBe(0)
    expect((await bob('GET', `/api/lanes/${adaLane}/git`)).status).toBe(404)
  })

  it('show what agents write in a home, and whose it is by the account that reports it', async () => {
    const [own, other] = [accountOf('ada'), accountOf('bob')]
    const transcript = join(own.home, '.claude', 'projects', '-shop', `${SESSION}.jsonl`)
    const hook = (prompt: string) =>
      JSON.stringify({
        session_id: SESSION,
        transcript_path: transcript,
        cwd: join(own.home, 'shop'),
        hook_event_name: 'UserPromptSubmit',
        prompt,
      })
    const forward = (account: typeof own, prompt: string) =>
      runAs(account, `sh ${account.home}/.switchyard/hook.sh claude`, hook(prompt), { HOME: account.home })
    await until('the script of the hooks', () => existsSync(join(own.home, '.switchyard', 'server')))
    forward(own, 'the first prompt')
    await until('the session', async () => (await ada('GET', `/api/sessions/${SESSION}`)).status === 200)
    const line = {
      type: 'user',
      message: { role: 'user', content: 'written in the home' },
      uuid: 'a1',
      parentUuid: null,
      timestamp: '2026-11-30T10:00:00.000Z',
      sessionId: SESSION,
      cwd: join(own.home, 'shop'),
      version: '2.1.332',
    }
    const write = `mkdir -p $(dirname ${transcript}) && cat >> ${transcript}`
    runAs(own, write, `${JSON.stringify(line)}\n`)
    const shows = (text: string) => async () =>
      (await ada('GET', `/api/sessions/${SESSION}/transcript`)).text.includes(text)
    await until('the transcript', shows('written in the home'))
    const more = { ...line, uuid: 'a2', parentUuid: 'a1', message: { role: 'user', content: 'and added' } }
    runAs(own, write, `${JSON.stringify(more)}\n`)
    await until('what was added', shows('and added'))
    // Somebody else who knows its id writes nothing into it.
    const port = service.url.split(':').at(-1) ?? ''
    const post = (account: typeof own, body: string, headers = '') =>
      runAs(
        account,
        `curl -s -o /dev/null -w '%{http_code}' -H 'content-type: application/json' ${headers} --data-binary @- http://127.0.0.1:${port}/api/hooks`,
        body,
      ).out
    expect(post(other, hook('forged'))).toBe('404')
    // Nor does a session of theirs become that of a pane whose id they know.
    const { run_id: run } = (await ada('GET', '/api/run')).json.items[0]
    const theirs = hook('theirs').replaceAll(SESSION, `${SESSION.slice(0, -1)}9`)
    expect(post(other, theirs, `-H 'x-svc-run: ${run}' -H 'x-svc-pid: 4242'`)).toBe('204')
    expect(post(own, hook('from the pane'), `-H 'x-svc-run: ${run}'`)).toBe('204')
    await until(
      'the session of the pane',
      async () => (await ada('GET', `/api/run/${run}`)).json.run?.session_id === SESSION,
    )
    expect((await bob('GET', `/api/sessions/${SESSION}`)).status).toBe(404)
    expect((await ada('GET', `/api/sessions/${SESSION}/events`)).text).not.toContain('forged')
  })

  it('take the hooks that waited while no service ran', async () => {
    await service.stop()
    const account = accountOf('ada')
    const spooled = { session_id: `${SESSION.slice(0, -1)}6`, cwd: '/tmp', hook_event_name: 'SessionStart' }
    runAs(account, `sh ${account.home}/.switchyard/hook.sh claude`, JSON.stringify(spooled), { HOME: account.home })
    await until('the hook in the spool', () =>
      readdirSync(join(account.home, '.switchyard', 'spool')).some((name) => name.endsWith('.hook')),
    )
    const left = spawnSync('pgrep', ['-f', 'switchyard/helper'], { encoding: 'utf8' }).stdout
    expect(left).toBe('')
    service = await host.start()
    ada = await signIn('ada')
    bob = await signIn('bob')
    await until('the session', async () => (await ada('GET', `/api/sessions/${spooled.session_id}`)).status === 200)
    expect((await bob('GET', `/api/sessions/${spooled.session_id}`)).status).toBe(404)
    // The pane outlived the service.
    await terminalOf('ada', adaLane).of('ready')
  })

  it('keep nobody waiting whose terminals are stopped by their owner', async () => {
    const bobs = await laneOf(bob, repositoryOf('bob', 'shop'))
    expect((await bob('POST', `/api/lanes/${bobs}/start`, { shell: true })).status).toBe(200)
    await terminalOf('bob', bobs).of('ready')
    runAs(accountOf('bob'), 'kill -STOP $(pgrep -u $(id -u) -f "[t]mux -S")')
    const terminal = terminalOf('ada', adaLane)
    await terminal.of('ready')
    terminal.type('exit\r')
    const live = async (user: Ask) => (await user('GET', '/api/run')).json.activeCount as number
    await until('the end of the shell', async () => (await live(ada)) === 0)
    expect(await live(bob)).toBe(1)
    runAs(accountOf('bob'), 'kill -CONT $(pgrep -u $(id -u) -f "[t]mux -S")')
  })

  it('own what is done with git and files, and follow no link out of a home', async () => {
    const { home, uid } = accountOf('ada')
    const files = `/api/lanes/${adaLane}/fs`
    expect((await ada('POST', `${files}/mkdir`, { path: 'docs' })).status).toBe(201)
    const form = await fetch(`${service.url}${files}/upload?path=docs/b.txt`, {
      method: 'POST',
      headers: { cookie: cookies.get('ada') ?? '', origin: service.url, 'content-type': 'application/octet-stream' },
      body: 'uploaded',
    })
    expect(form.status).toBe(201)
    expect(lstatSync(join(home, 'shop', 'docs', 'b.txt')).uid).toBe(uid)
    expect((await ada('GET', `${files}/list?path=docs`)).json.entries).toMatchObject([{ name: 'b.txt', size: 8 }])
    expect((await ada('POST', `${files}/copy`, { paths: ['docs/b.txt'], dest: '' })).json).toMatchObject({
      copied: ['b.txt'],
    })
    const zip = await ada('GET', `${files}/zip?p=docs`)
    expect([zip.status, zip.text.startsWith('PK')]).toEqual([200, true])
    expect((await ada('GET', '/api/homes/me/fs/download?path=shop/docs/b.txt')).text).toBe('uploaded')
    runAs(accountOf('ada'), `git config --global user.name Ada; git config --global user.email a@example.com`, '', {
      HOME: home,
    })
    const committed = await ada('POST', `/api/lanes/${adaLane}/git/commit`, { message: 'add docs', paths: 'all' })
    expect([committed.status, committed.text]).toEqual([200, expect.stringContaining('add docs')])
    expect((await ada('GET', `/api/lanes/${adaLane}/git/log`)).json.commits[0]).toMatchObject({ subject: 'add docs' })
    const trashed = await ada('POST', `${files}/delete`, { paths: ['b.txt'] })
    expect(trashed.status).toBe(200)
    expect(existsSync(join(home, '.switchyard-trash'))).toBe(true)
    runAs(accountOf('ada'), `ln -s ${accountOf('bob').home} ${home}/shop/bob`)
    expect((await ada('GET', `${files}/list?path=bob`)).status).toBe(400)
    expect((await ada('GET', `/api/lanes/browse?path=${accountOf('bob').home}`)).status).toBe(403)
  })

  it('keep a lane outside of homes from users who are no admins', async () => {
    const folder = join(host.root, 'host', 'project')
    mkdirSync(folder)
    spawnSync('chown', [`${host.as.uid}`, folder])
    await host.cli(['users', 'provision', 'admin'])
    const admin = await signIn('admin')
    const { json } = await admin('GET', '/api/lanes/browse')
    expect(json).toMatchObject({ path: accountOf('admin').home, hostHome: join(host.root, 'host') })
    expect((await admin('GET', '/api/lanes/browse?host=1')).json.path).toBe(join(host.root, 'host'))
    const lane = await laneOf(admin, folder)
    const { users } = (await admin('GET', '/api/users')).json
    const { id } = users.find((one: { username: string }) => one.username === 'bob')
    const given = await admin('POST', `/api/users/${id}/workspaces`, { laneId: lane, currentPassword: PASSWORD })
    expect([given.status, given.json.error.code]).toEqual([403, 'EFOLDER'])
    expect((await admin('POST', `/api/lanes/${lane}/start`, { shell: true })).status).toBe(200)
    const terminal = terminalOf('admin', lane)
    await terminal.of('ready')
    terminal.type('echo account=$(id -un)\r')
    await terminal.shows(`account=${host.name}`)
    // Also the pane itself acts on its lane.
    terminal.type(
      `curl -s -o /dev/null -w 'stage=%{http_code}\\n' -H "authorization: Bearer $SVC_PANE_TOKEN" -H 'content-type: application/json' -d '{"stage":"x"}' ${service.url}/api/lanes/${lane}/stage\r`,
    )
    await until('the answer to the pane', () => /stage=(?!404)\d{3}/.test(terminal.seen.output))
    expect((await admin('POST', `/api/lanes/${lane}/stop`, {})).status).toBe(200)
  })

  it('of another release read on, and neither move, copy nor delete', async () => {
    const path = '/usr/local/lib/switchyard/helper.json'
    const settings = readFileSync(path, 'utf8')
    writeFileSync(path, settings.replace(/"version": "[^"]+"/, '"version": "0.0.1"'))
    try {
      const files = `/api/lanes/${adaLane}/fs`
      for (const [verb, body] of [
        ['move', { paths: ['a.txt'], dest: 'docs' }],
        ['copy', { paths: ['a.txt'], dest: 'docs' }],
        ['delete', { paths: ['a.txt'] }],
      ] as const) {
        const refused = await ada('POST', `${files}/${verb}`, body)
        expect([verb, refused.status, refused.json.error.code]).toEqual([verb, 409, 'EUPGRADE'])
      }
      expect((await ada('GET', `${files}/list`)).status).toBe(200)
      expect((await host.cli(['server', 'status'])).err).toContain('system-accounts install')
    } finally {
      writeFileSync(path, settings)
    }
  })

  it('are deleted with their users, or nothing is', async () => {
    expect((await addUser('dora')).code).toBe(0)
    const { home, uid } = accountOf('dora')
    const sleeping = runAs(accountOf('dora'), 'setsid sleep 1000 >/dev/null 2>&1 & echo started')
    expect(sleeping.out).toBe('started\n')
    // A folder of root in the home, which the account cannot delete.
    mkdirSync(join(home, 'of-root'))
    writeFileSync(join(home, 'of-root', 'file'), '')
    const refused = await host.cli(['users', 'remove', 'dora', '--yes'])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('EPROVISION')])
    expect((await host.cli(['users', 'show', 'dora'])).code).toBe(0)
    spawnSync('rm', ['-r', join(home, 'of-root')])
    expect((await host.cli(['users', 'remove', 'dora', '--yes'])).code).toBe(0)
    expect([host.account('dora'), existsSync(home)]).toEqual([null, false])
    const running = ['-u', String(uid), '-r', 'R,S,D,T']
    expect(spawnSync('pgrep', running, { encoding: 'utf8' }).stdout).toBe('')
  })

  it('that cannot be made leave no user', async () => {
    mkdirSync(join(host.usersRoot, 'erin'))
    const refused = await addUser('erin')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('EPROVISION')])
    expect((await host.cli(['users', 'show', 'erin'])).err).toContain('ENOUSER')
    expect(host.account('erin')).toBeNull()
  })
})
