import { join } from 'node:path'

/** Where the helper is installed. All of it belongs to root: the service may run the helper, and change nothing of it. */
export const INSTALLATION = '/usr/local/lib/switchyard'

export const HELPER = join(INSTALLATION, 'helper')
export const NODE = join(INSTALLATION, 'node')
export const PROGRAM = join(INSTALLATION, 'package')
export const SETTINGS = join(INSTALLATION, 'helper.json')
/** Lets the host account run the helper as root, and nothing else. */
export const RULE = '/etc/sudoers.d/switchyard'

/** The group of all accounts that the helper made: it acts for no other account. */
export const GROUP = 'switchyard-users'

const PREFIX = 'sw-'
/** Lower ids are those of the system. */
export const LEAST_UID = 1000
/** The names that users can have. The longest one and the prefix are as long as the name of an account may be. */
const USERNAME = /^[a-z][a-z0-9_-]{1,27}$/

/** Returns the name of the account of a user; null for what is no username. */
export const accountName = (username: unknown): string | null =>
  typeof username === 'string' && USERNAME.test(username) ? PREFIX + username : null

/** Returns the user of an account by its name; undefined for other names. */
export const usernameIn = (account: string): string | undefined =>
  account.startsWith(PREFIX) ? account.slice(PREFIX.length) : undefined

/** What the administrator decided when the helper was installed. */
export interface HelperSettings {
  /** The account that the service runs as. */
  readonly hostAccount: string
  /** Where the homes of the accounts are: a folder that only root can change. */
  readonly usersRoot: string
  /** The release that the helper is of. */
  readonly version: string
}

/** The folder of an account that is ours: its tmux socket, its spool, the script of its hooks. Private to the account. */
export const OWN_FOLDER = '.switchyard'
