import type { CheckoutFacts } from '../../domain/updates/status.js'

export interface ReleasesPort {
  /** Returns what is known locally. Uses no network and never throws. */
  readonly facts: () => Promise<CheckoutFacts>
  /** Fetches news from the remote. Resolves to the reason of a failure, or null. */
  readonly fetch: (remote: string) => Promise<string | null>
}
