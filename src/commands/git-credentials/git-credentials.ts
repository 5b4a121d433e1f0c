import * as Effect from 'effect/Effect'
import type { Author, OwnerId } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Caller } from '../../domain/access/caller.js'
import { type Login, loginOf } from '../../domain/git-credential/login.js'
import { placeOf, type RemotePlace } from '../../domain/git/remote-url.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { iso } from '../../domain/time.js'
import { ownerOf } from '../../projections/ownership.js'
import { gitCredential, gitCredentials } from '../../projections/queries/git-credentials.js'
import type { Reader } from '../../projections/sql.js'
import { accountAsked } from '../access/account-asked.js'
import type { CommandRunner } from '../kernel/run.js'
import { ownedSecrets, secretName } from '../kernel/secrets.js'
import type { Vault } from '../ports/vault.js'
import { credential, type CredentialKey } from './decider.js'

interface CredentialParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  /** Where the passwords are, encrypted. */
  readonly vault: Vault
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

// Encoded parts contain no slash, so no id starts with another one.
const idOf = ({ owner, protocol, host }: CredentialKey): string =>
  [owner, protocol, host].map(encodeURIComponent).join('/')

const keyOf = (id: string): CredentialKey => {
  const [owner = '', protocol, host = ''] = id.split('/').map(decodeURIComponent)
  return { owner, protocol: protocol === 'http' ? 'http' : 'https', host }
}

/** Returns the commands for the logins of git hosts. An owner has one for each protocol and host. */
export const gitCredentialCommands = ({ run, db, vault, newId, onError }: CredentialParts) => {
  const nameFor = (key: CredentialKey, revision: string): string => secretName('git-login', idOf(key), revision)
  const saved = (key: CredentialKey) => gitCredential(db, systemVisibility, key.owner, key)
  const inForce = (id: string): string | null => {
    const key = keyOf(id)
    const row = saved(key)
    return row === undefined ? null : nameFor(key, row.revision)
  }
  const secrets = ownedSecrets({ vault, kind: 'git-login', inForce, onError })

  const passwordOf = (key: CredentialKey, revision: string): string | null => {
    const held = vault.get(nameFor(key, revision))
    return typeof held === 'string' ? held : null
  }

  const save = ({ protocol, host, username, password }: Login, author: Author) => {
    const key = { owner: ownerOf(author), protocol, host }
    return secrets.change(
      idOf(key),
      Effect.suspend(() => {
        const revision = newId()
        vault.set(nameFor(key, revision), password)
        return run(credential, key, 'save', { protocol, host, username, revision }, author)
      }),
    )
  }

  return {
    /** Completes changes that a crash interrupted. Call it when the tables can be read. */
    settleAll: secrets.settleAll,

    /** Returns the logins without their passwords. `hasToken` is false if the vault has lost the password. */
    list: (user: string | undefined, caller: Caller) =>
      Effect.map(accountAsked(db, user, caller), ({ rows, isForeign }) =>
        gitCredentials(db, rows).map((row) => ({
          protocol: row.protocol,
          host: row.host,
          username: row.username,
          ...(isForeign ? {} : { savedAt: iso(row.at), hasToken: passwordOf(row, row.revision) !== null }),
        })),
      ),

    /** Returns the saved login of an owner for a place, with its password; null if nothing is saved. */
    held: (owner: string, { protocol, host }: RemotePlace): Login | null => {
      const key = { owner, protocol, host }
      const row = saved(key)
      const password = row === undefined ? null : passwordOf(key, row.revision)
      return row === undefined || password === null ? null : { protocol, host, username: row.username, password }
    },

    /** Saves a login that a client sent. */
    add: (sent: Parameters<typeof loginOf>[0], author: Author) =>
      Effect.gen(function* () {
        const login = loginOf(sent)
        return yield* isRejection(login) ? Effect.fail(login) : save(login, author)
      }),

    /** Saves the logins of an owner for another one too. */
    handOver: (from: OwnerId, author: Author) =>
      Effect.forEach(
        gitCredentials(db, systemVisibility).filter(({ owner }) => owner === from),
        (row) => {
          const password = passwordOf(row, row.revision)
          return password === null ? Effect.void : save({ ...row, password }, author)
        },
        { discard: true },
      ),

    /** Deletes a login and its password. */
    remove: (protocol: string, host: string, author: Author) =>
      Effect.gen(function* () {
        const place = placeOf(protocol, host)
        if (place === null)
          return yield* Effect.fail(reject('EBADHOST', 'protocol: must be http or https; host: must be a host name'))
        const key = { owner: ownerOf(author), ...place }
        return yield* secrets.change(idOf(key), run(credential, key, 'remove', place, author))
      }),
  }
}

export type GitCredentialCommands = ReturnType<typeof gitCredentialCommands>
