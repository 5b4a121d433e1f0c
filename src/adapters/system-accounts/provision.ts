import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { isZombie, pidsInProc, statOf } from '../process/proc.js'
import { systemProgram } from '../process/system-program.js'
import { type Account, accountNamed, accountOf } from './account-table.js'
import { accountName, GROUP, type HelperSettings } from './layout.js'
import { takeOver } from './take-over.js'

/** Why an account could not be made or deleted. The message is shown to an administrator. */
export class ProvisionFailed extends Error {}

const failIf = (problem: string | null): void => {
  if (problem !== null) throw new ProvisionFailed(problem)
}

const there = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

/** Checks that nobody but root decides what is at a path: else the service could put another folder in the place of a home. */
export const checkOfRoot = (path: string): void => {
  for (let at = path; ; at = dirname(at)) {
    const stats = there(at)
    if (stats?.isDirectory() !== true) throw new ProvisionFailed(`${at} is no folder`)
    if (stats.uid !== 0 || (stats.mode & 0o022) !== 0)
      throw new ProvisionFailed(`${at} can be changed by others than root: choose a folder below /srv or /var/lib`)
    if (at === '/') return
  }
}

const uidOfHost = ({ hostAccount }: HelperSettings): number => {
  const host = accountNamed(hostAccount)
  if (host === undefined) throw new ProvisionFailed(`the account ${hostAccount} of the service does not exist`)
  return host.uid
}

const nameOf = (username: string): string => {
  const name = accountName(username)
  if (name === null) throw new ProvisionFailed('this is no username')
  return name
}

/** Makes the account and the home of a user. What is there already is kept: a folder of the host account goes to the account. */
export const addAccount = (settings: HelperSettings, username: string): void => {
  const name = nameOf(username)
  checkOfRoot(settings.usersRoot)
  const home = join(settings.usersRoot, username)
  const known = accountOf(username, settings.usersRoot)
  if (known === undefined && accountNamed(name) !== undefined)
    throw new ProvisionFailed(`an account ${name} exists that is not one of Switchyard`)
  const before = there(home)
  const host = uidOfHost(settings)
  const isUsable = before === undefined || (before.isDirectory() && [host, known?.uid].includes(before.uid))
  if (!isUsable) throw new ProvisionFailed(`${home} exists and belongs to somebody else`)
  if (known === undefined) {
    const shell = ['/bin/bash', '/bin/sh'].find((path) => existsSync(path)) ?? '/bin/sh'
    const options = ['--no-create-home', '--home-dir', home, '--user-group', '--groups', GROUP, '--shell', shell]
    failIf(systemProgram('useradd', [...options, '--comment', 'Switchyard', name]))
  }
  const account = accountOf(username, settings.usersRoot)
  if (account === undefined) throw new ProvisionFailed(`the account ${name} was not made as it should be`)
  if (before === undefined) mkdirSync(home, { mode: 0o700 })
  else if (before.uid === host) takeOver(home, host, account)
  // Nobody else can replace it: the folder above is root's.
  chownSync(home, account.uid, account.gid)
  chmodSync(home, 0o700)
}

const KILL_TRIES = 100
const KILL_PAUSE_MS = 50

const runsAs = ({ uid }: Account): boolean =>
  (pidsInProc() ?? []).some((pid) => {
    const stat = statOf(pid)
    return stat !== null && !isZombie(stat) && there(`/proc/${pid}`)?.uid === uid
  })

/** Ends everything that runs as an account. */
const endAll = (account: Account): void => {
  const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  for (let tries = 0; tries < KILL_TRIES && runsAs(account); tries += 1) {
    // -1 are all processes that the account may signal: its own.
    systemProgram(process.execPath, ['-e', "process.kill(-1, 'SIGKILL')"], account)
    Atomics.wait(clock, 0, 0, KILL_PAUSE_MS)
  }
  if (runsAs(account)) throw new ProvisionFailed(`programs of ${account.name} do not end`)
}

/**
 * Ends what runs as the account of a user, and deletes the account with its home. The home is emptied as the account. Of a user
 * without an account, the folder is renamed: a later user of that name inherits nothing.
 */
export const removeAccount = (settings: HelperSettings, username: string): void => {
  const name = nameOf(username)
  checkOfRoot(settings.usersRoot)
  const home = join(settings.usersRoot, username)
  const account = accountOf(username, settings.usersRoot)
  const folder = there(home)
  if (account === undefined) {
    if (accountNamed(name) !== undefined)
      throw new ProvisionFailed(`the account ${name} is not one of Switchyard, so it is kept`)
    if (folder?.isDirectory() === true && folder.uid === uidOfHost(settings))
      renameSync(home, join(settings.usersRoot, `.deleted-${username}-${randomUUID()}`))
    return
  }
  endAll(account)
  if (folder?.isDirectory() === true) {
    // Folders that their owner cannot change, such as caches, are made writable first.
    systemProgram('chmod', ['-R', 'u+rwX', '--', home], account)
    failIf(systemProgram('find', [home, '-xdev', '-mindepth', '1', '-delete'], account))
    rmdirSync(home)
  }
  failIf(systemProgram('userdel', [name]))
}
