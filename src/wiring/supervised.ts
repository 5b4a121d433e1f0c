import * as Effect from 'effect/Effect'
import { reporting } from '../commands/kernel/reporting.js'
import { type LifecycleParts, superviseSessions, supervision } from '../commands/reactors/lifecycle.js'

interface SupervisedParts extends LifecycleParts {
  readonly ready: () => boolean
  readonly complain: (line: string) => void
}

/** Checks every few seconds for sessions that ended without a report. */
export const supervised = (parts: SupervisedParts): Effect.Effect<unknown> => {
  const failed = (error: unknown): void => parts.complain(`session supervision failed: ${String(error)}`)
  const pass = Effect.suspend(() => (parts.ready() ? superviseSessions(parts) : Effect.void))
  return supervision(reporting(failed)(pass))
}
