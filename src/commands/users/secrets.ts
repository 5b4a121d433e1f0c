import * as Effect from 'effect/Effect'
import { type StoredUser, userNamed } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import { ownedSecrets, secretName } from '../kernel/secrets.js'
import type { Vault } from '../ports/vault.js'

/** What is personal about a user. */
export interface Person {
  readonly displayName: string | null
  readonly email: string | null
}

const UNKNOWN: Person = { displayName: null, email: null }

interface SecretParts {
  readonly db: Reader
  readonly vault: Vault
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

/**
 * Returns what is kept about users outside of the log, so that it can be deleted: the hashes of their passwords and what is
 * personal. The log has the revisions. A deleted user has none, so both are deleted with the user.
 */
export const userSecrets = ({ db, vault, newId, onError }: SecretParts) => {
  const passwords = ownedSecrets({
    vault,
    kind: 'password',
    inForce: (username) => nameOf('password', userNamed(db, username)),
    onError,
  })
  const persons = ownedSecrets({
    vault,
    kind: 'person',
    inForce: (username) => nameOf('person', userNamed(db, username)),
    onError,
  })

  /** Stores a value under a new revision and runs what uses it. */
  const stored = (kind: 'password' | 'person', username: string, value: unknown): string => {
    const revision = newId()
    vault.set(secretName(kind, username, revision), value)
    return revision
  }

  return {
    settleAll: Effect.zipRight(passwords.settleAll, persons.settleAll),

    /** Returns the hash of a password; null if the vault has lost it. */
    hashOf: (user: StoredUser): string | null => {
      const hash = vault.get(nameOf('password', user) ?? '')
      return typeof hash === 'string' ? hash : null
    },

    /** Replaces a hash by one with other parameters. */
    rehash: (user: StoredUser, hash: string): void => vault.set(nameOf('password', user) ?? '', hash),

    personOf: (user: StoredUser): Person => {
      const name = nameOf('person', user)
      const person = name === null ? undefined : (vault.get(name) as Person | undefined)
      return person ?? UNKNOWN
    },

    keepPassword: (username: string, hash: string): string => stored('password', username, hash),
    keepPerson: (username: string, person: Person): string => stored('person', username, person),

    /** Runs a change of a user that may store secrets, and deletes those that are not used when it has ended. */
    change: <A, E, R>(username: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      passwords.change(username, persons.change(username, work)),
  }
}

const nameOf = (kind: 'password' | 'person', user: StoredUser | undefined): string | null => {
  const revision = user?.[kind] ?? null
  return user === undefined || revision === null ? null : secretName(kind, user.username, revision)
}

export type UserSecrets = ReturnType<typeof userSecrets>
