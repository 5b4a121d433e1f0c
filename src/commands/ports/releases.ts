import type { CheckoutFacts } from '../../domain/updates/status.js'

export interface ReleasesPort {
  /** What this copy knows by itself; asks no network, never throws. */
  readonly facts: () => Promise<CheckoutFacts>
  /** Asks the remote what is new; gives why it could not, or null. */
  readonly fetch: (remote: string) => Promise<string | null>
}
