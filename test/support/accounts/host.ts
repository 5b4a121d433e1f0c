import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCli, type RunsAs, type ServiceProcess, startProcess } from '../process/service-process.js'

const INSTALLATION = '/usr/local/lib/switchyard'
/** The account of the service. What a run that was killed has left is recognised by it. */
const HOST = 'swy-test-host'

/** Returns why accounts of the operating system cannot be made here; null if they can. */
export const whyNoAccounts = (): string | null => {
  if (process.platform !== 'linux') return 'it is not Linux'
  if (process.getuid?.() !== 0) return 'the tests do not run as root'
  const missing = ['useradd', 'userdel', 'sudo', 'visudo', 'git', 'tmux', 'pgrep', 'curl'].find(
    (name) => !['/usr/sbin', '/usr/bin', '/sbin', '/bin'].some((folder) => existsSync(join(folder, name))),
  )
  if (missing !== undefined) return `${missing} is not installed`
  const settings = join(INSTALLATION, 'helper.json')
  const isOfTests = existsSync(settings) && readFileSync(settings, 'utf8').includes(`"${HOST}"`)
  return existsSync(INSTALLATION) && !isOfTests ? 'the helper of somebody is installed' : null
}

/** Runs a program as an account, and returns what it printed and how it ended. */
export const runAs = (account: RunsAs, command: string, input = '', env: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    ...account,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
    cwd: '/',
    input,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, out: stdout, err: stderr }
}

const accountOf = (name: string): (RunsAs & { readonly home: string }) | null => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  if (line === undefined) return null
  const [, , uid, gid, , home = '/'] = line.split(':')
  return { uid: Number(uid), gid: Number(gid), home }
}

/** Deletes the account of the service with everything that runs as it, such as a tmux server. */
const deleteHost = (): void => {
  const account = accountOf(HOST)
  if (account === null) return
  runAs(account, 'kill -9 -1')
  spawnSync('userdel', ['--force', HOST])
}

/** A machine with an account for the service, and folders of root for homes. */
export interface AccountsHost {
  readonly name: string
  readonly root: string
  readonly usersRoot: string
  readonly dataDir: string
  readonly as: RunsAs
  readonly env: Readonly<Record<string, string>>
  /** Returns the system account of a user; null without one. */
  readonly account: (username: string) => (RunsAs & { readonly home: string }) | null
  /** Runs the command line as the account of the service. */
  readonly cli: (args: readonly string[], input?: string) => ReturnType<typeof runCli>
  readonly start: () => Promise<ServiceProcess>
  readonly remove: () => void
}

/** Makes the account of a service. Accounts of users are those that the product makes. */
export const accountsHost = (): AccountsHost => {
  const name = HOST
  deleteHost()
  const root = mkdtempSync('/srv/switchyard-')
  const [usersRoot, home] = [join(root, 'users'), join(root, 'host')]
  spawnSync('chmod', ['755', root])
  spawnSync('useradd', ['--no-create-home', '--home-dir', home, '--user-group', name])
  const account = accountOf(name)
  if (account === null) throw new Error(`the account ${name} could not be made`)
  const as = { uid: account.uid, gid: account.gid }
  for (const folder of [usersRoot, home]) {
    mkdirSync(folder, { mode: 0o700 })
    spawnSync('chown', [`${as.uid}:${as.gid}`, folder])
  }
  const dataDir = join(home, 'data')
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    USER: name,
    LANG: 'C.UTF-8',
    AWS_PROFILE: 'of-the-service',
    SVC_MODE: 'server',
    SVC_USERS_ROOT: usersRoot,
    SVC_SYSTEM_ACCOUNTS: '1',
    SVC_DATA_DIR: dataDir,
    DASHBOARD_PORT: '0',
    NO_COLOR: '1',
  }
  return {
    name,
    root,
    usersRoot,
    dataDir,
    as,
    env,
    account: (username) => accountOf(`sw-${username}`),
    cli: (args, input) => runCli(args, env, { as, ...(input === undefined ? {} : { input }) }),
    start: () => startProcess(env, [], { base: {}, as }),
    remove: () => {
      deleteHost()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
