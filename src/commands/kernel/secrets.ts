import * as Effect from 'effect/Effect'
import type { Vault } from '../ports/vault.js'

type SecretKind =
  | 'webhook'
  | 'push'
  | 'git-login'
  | 'router'
  | 'profile'
  | 'pool'
  | 'instructions'
  | 'password'
  | 'person'

interface SecretsParts {
  readonly vault: Vault
  /** The kind of owner, which starts the names of its secrets. */
  readonly kind: SecretKind
  /** Returns the name of the secret that an owner uses according to the tables; null if it uses none. */
  readonly inForce: (owner: string) => string | null
  readonly onError: (error: unknown) => void
}

/**
 * Keeps the secrets of a kind of owner in step with the log. The vault and the log cannot be written in one transaction, so:
 *
 * - A new secret is in the vault before the commit that uses it, under a name that nothing uses yet. A target without its secret
 *   would be broken; a secret without its target is only garbage.
 * - After the commit, however it ended, the tables say which secret is in force, and the others of the owner are deleted.
 * - A note in the vault says that this is still to be done for an owner. After a crash, it is done at the next start.
 */
export const ownedSecrets = ({ vault, kind, inForce, onError }: SecretsParts) => {
  const notePrefix = `changing/${kind}/`
  // One change at a time, because the note of a running change is not a crash's.
  const alone = Effect.unsafeMakeSemaphore(1).withPermits(1)

  const isOf = (owner: string, name: string): boolean =>
    name === secretName(kind, owner) || name.startsWith(`${secretName(kind, owner)}/`)

  const settle = (owner: string): void => {
    try {
      const used = inForce(owner)
      for (const name of vault.names()) if (isOf(owner, name) && name !== used) vault.remove(name)
      vault.remove(notePrefix + owner)
    } catch (error) {
      // The note stays, so the next start tries again.
      onError(error)
    }
  }

  return {
    /** Runs work that writes a secret of an owner to the vault and commits its use, or that commits its end. One at a time. */
    change: <A, E, R>(owner: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      alone(
        Effect.acquireUseRelease(
          Effect.sync(() => vault.set(notePrefix + owner, true)),
          () => work,
          () => Effect.sync(() => settle(owner)),
        ),
      ),

    /** Completes the changes that a crash interrupted. Call it when the tables can be read. */
    settleAll: alone(
      Effect.sync(() => {
        for (const name of vault.names()) if (name.startsWith(notePrefix)) settle(name.slice(notePrefix.length))
      }),
    ),
  }
}

/** Returns the name of a secret in the vault. A revision keeps it apart from others of the same owner. */
export const secretName = (kind: SecretKind, owner: string, revision: string | null = null): string =>
  revision === null ? `${kind}/${owner}` : `${kind}/${owner}/${revision}`
