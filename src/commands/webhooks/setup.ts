import { NO_SETUP, type Setup } from '../../domain/webhooks/target.js'
import type { Vault } from '../ports/vault.js'

const nameOf = (target: string): string => `webhook/${target}`

const texts = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : {}

/** Returns access to the secret settings of webhook targets in the vault: addresses, secrets, headers and keys. */
export const webhookSetups = (vault: Vault) => ({
  /** Returns the settings of a target; empty when the vault has none. */
  of: (target: string): Setup => {
    const held = vault.get(nameOf(target))
    if (typeof held !== 'object' || held === null) return NO_SETUP
    const { url, secret, headers, config } = held as Record<string, unknown>
    return {
      url: typeof url === 'string' ? url : null,
      secret: typeof secret === 'string' ? secret : null,
      headers: texts(headers),
      config: texts(config),
    }
  },
  keep: (target: string, setup: Setup): void => vault.set(nameOf(target), setup),
  forget: (target: string): void => vault.remove(nameOf(target)),
})

export type WebhookSetups = ReturnType<typeof webhookSetups>
