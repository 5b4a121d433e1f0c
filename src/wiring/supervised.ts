import { type LifecycleParts, superviseSessions } from '../commands/reactors/lifecycle.js'
import { every } from './held.js'

const SUPERVISE_MS = 5000

interface SupervisedParts extends LifecycleParts {
  readonly ready: () => boolean
  readonly complain: (line: string) => void
}

/** Checks every few seconds for sessions that ended without a report. */
export const supervised = (parts: SupervisedParts) => {
  const look = (): Promise<void> =>
    superviseSessions(parts).catch((error: unknown) => parts.complain(`session supervision failed: ${String(error)}`))
  return every(SUPERVISE_MS, () => void (parts.ready() ? look() : undefined))
}
