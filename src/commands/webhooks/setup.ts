import { systemVisibility } from '../../domain/access/system-visibility.js'
import { NO_SETUP, type Setup } from '../../domain/webhooks/target.js'
import { revisionOf } from '../../projections/queries/webhooks.js'
import type { Reader } from '../../projections/sql.js'
import { ownedSecrets, secretName } from '../kernel/secrets.js'
import type { Vault } from '../ports/vault.js'

const texts = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : {}

interface SetupParts {
  readonly vault: Vault
  readonly db: Reader
  readonly onError: (error: unknown) => void
}

/**
 * Returns access to the secret settings of webhook targets in the vault: addresses, secrets, headers and keys. Each change of a
 * target stores them under a new revision, which the event names.
 */
export const webhookSetups = ({ vault, db, onError }: SetupParts) => {
  const inForce = (target: string): string | null => {
    const revision = revisionOf(db, systemVisibility, target)
    return revision === undefined ? null : secretName('webhook', target, revision)
  }
  return {
    ...ownedSecrets({ vault, kind: 'webhook', inForce, onError }),

    /** Returns the settings of a target; empty when the vault has none. */
    of: (target: string): Setup => {
      const name = inForce(target)
      const held = name === null ? undefined : vault.get(name)
      if (typeof held !== 'object' || held === null) return NO_SETUP
      const { url, secret, headers, config } = held as Record<string, unknown>
      return {
        url: typeof url === 'string' ? url : null,
        secret: typeof secret === 'string' ? secret : null,
        headers: texts(headers),
        config: texts(config),
      }
    },

    /** Stores settings that a commit is about to put in force. */
    keep: (target: string, revision: string, setup: Setup): void =>
      vault.set(secretName('webhook', target, revision), setup),
  }
}

export type WebhookSetups = ReturnType<typeof webhookSetups>
