import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { CheckoutFacts } from '../../domain/updates/status.js'

/** The git clone that the service runs from, if it is one. */
export interface ReleasesPort {
  /** Returns what is known locally. Uses no network. */
  readonly facts: Effect.Effect<CheckoutFacts>
  /** Fetches news from the remote. Returns the reason of a failure, or null. */
  readonly fetch: (remote: string) => Effect.Effect<string | null>
}

export class Releases extends Context.Tag('Releases')<Releases, ReleasesPort>() {}
