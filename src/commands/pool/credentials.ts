import * as Effect from 'effect/Effect'
import { type Author, SYSTEM } from '../../domain/access/author.js'
import { type Credentials, expiryOf } from '../../domain/pool/account.js'
import { oauthTokens, withTokens } from '../../domain/login-profile/login.js'
import { poolAccounts, type PoolRow } from '../../projections/queries/pool.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import { ownedSecrets, secretName } from '../kernel/secrets.js'
import { untilStored } from '../kernel/stored.js'
import { ClaudeVendor } from '../ports/claude-vendor.js'
import type { Clock } from '../ports/clock.js'
import type { Vault } from '../ports/vault.js'
import { poolAccount, type PoolKey } from './decider.js'

export interface PoolParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  /** Where the credentials are, encrypted. */
  readonly vault: Vault
  readonly clock: Pick<Clock, 'now'>
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

const idOf = ({ tool, name }: PoolKey): string => `${tool}/${name}`

/** Returns access to the credentials of the pool. Tokens of Claude Code are renewed here and nowhere else. */
export const poolCredentials = ({ run, db, vault, clock, newId, onError }: PoolParts) => {
  const nameOf = (key: PoolKey, revision: string): string => secretName('pool', idOf(key), revision)
  const inForce = (id: string): string | null => {
    const row = poolAccounts(db).find((one) => idOf(one) === id)
    return row === undefined ? null : nameOf(row, row.revision)
  }
  const secrets = ownedSecrets({ vault, kind: 'pool', inForce, onError })

  /** Stores credentials under a new revision, and runs what records it. */
  const stored = <A, E, R>(
    key: PoolKey,
    credentials: Credentials,
    record: (revision: string) => Effect.Effect<A, E, R>,
  ) =>
    secrets.change(
      idOf(key),
      Effect.suspend(() => {
        const revision = newId()
        vault.set(nameOf(key, revision), credentials)
        return record(revision)
      }),
    )

  const of = (row: PoolRow): Credentials | null => {
    const held = vault.get(nameOf(row, row.revision))
    return typeof held === 'object' && held !== null ? (held as Credentials) : null
  }

  const renew = (key: PoolKey, credentials: Credentials) =>
    stored(key, credentials, (revision) =>
      untilStored(run(poolAccount, key, 'renew', { ...key, revision, expiresAt: expiryOf(credentials) }, SYSTEM)),
    )

  return {
    settleAll: secrets.settleAll,
    of,
    renew,

    add: (key: PoolKey, credentials: Credentials, author: Author) =>
      stored(key, credentials, (revision) =>
        run(
          poolAccount,
          key,
          'add',
          { ...key, kind: credentials.kind, revision, expiresAt: expiryOf(credentials) },
          author,
        ),
      ),

    remove: (key: PoolKey, author: Author) => secrets.change(idOf(key), run(poolAccount, key, 'remove', key, author)),

    /**
     * Returns the credentials of an account, renewed if its token expires within this time. Null if they are lost, or cannot be renewed:
     * that is recorded.
     */
    fresh: (row: PoolRow, withinMs: number) =>
      Effect.gen(function* () {
        const held = of(row)
        if (held === null || held.kind !== 'login') return held
        const tokens = oauthTokens(held)
        if (tokens === null) return null
        if (tokens.expiresAt === null || tokens.expiresAt > clock.now() + withinMs) return held
        const failed = (message: string) =>
          Effect.as(
            untilStored(run(poolAccount, row, 'fail', { tool: row.tool, name: row.name, message }, SYSTEM)),
            null,
          )
        if (tokens.refreshToken === null) return yield* failed('it has expired, and has no token to renew it with')
        const renewed = yield* Effect.either((yield* ClaudeVendor).refresh(tokens.refreshToken, tokens.scopes))
        if (renewed._tag === 'Left') {
          // A token that is still valid is used while the vendor cannot be reached.
          const isValid = tokens.expiresAt > clock.now() && renewed.left.failed === 'unreachable'
          return isValid ? held : yield* failed(renewed.left.message)
        }
        const fresh = withTokens(held, renewed.right)
        yield* renew({ tool: row.tool, name: row.name }, fresh)
        return fresh
      }).pipe(Effect.uninterruptible),
  }
}

export type PoolCredentials = ReturnType<typeof poolCredentials>
