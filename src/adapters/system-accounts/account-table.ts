import { readText } from '../files/regular-file.js'
import { accountName, GROUP, LEAST_UID, usernameIn } from './layout.js'

/** An account of the operating system. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly home: string
  readonly shell: string
}

const MAX_BYTES = 4 * 1024 * 1024

const linesOf = (path: string): readonly (readonly string[])[] =>
  (readText(path, MAX_BYTES) ?? '').split('\n').map((line) => line.split(':'))

/** Returns an account of this machine by name. */
export const accountNamed = (wanted: string): Account | undefined => {
  for (const [name, , uid, gid, , home, shell] of linesOf('/etc/passwd'))
    if (name === wanted)
      return { name, uid: Number(uid), gid: Number(gid), home: home ?? '/', shell: shell || '/bin/sh' }
  return undefined
}

/** Returns the user whose account has an id; undefined for the ids of other accounts. */
export const usernameOf = (uid: number, usersRoot: string): string | undefined => {
  const name = linesOf('/etc/passwd').find((line) => Number(line[2]) === uid && uid >= LEAST_UID)?.[0]
  const username = name === undefined ? undefined : usernameIn(name)
  return username !== undefined && accountOf(username, usersRoot)?.uid === uid ? username : undefined
}

/** Returns the accounts that are members of our group; undefined without the group. */
export const members = (): readonly string[] | undefined => {
  const group = linesOf('/etc/group').find(([name]) => name === GROUP)
  return group === undefined ? undefined : (group[3] ?? '').split(',').filter((name) => name !== '')
}

/**
 * Returns the account of a user if the helper made it: it has the name, is in the group, has an id of 1000 or more, and its
 * home is that of the user.
 */
export const accountOf = (username: string, usersRoot: string): Account | undefined => {
  const name = accountName(username)
  const found = name === null || members()?.includes(name) !== true ? undefined : accountNamed(name)
  return found !== undefined && found.uid >= LEAST_UID && found.home === `${usersRoot}/${username}` ? found : undefined
}
