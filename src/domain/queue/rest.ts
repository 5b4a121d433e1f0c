import type { Situation } from '../session/status.js'
import type { Instant } from '../time.js'

interface AgentAtWork {
  /** Null before its session has started. */
  readonly situation: Situation | null
  /** Since when it has the situation. */
  readonly since: Instant | null
  readonly startedAt: Instant
}

/** Milliseconds in which an agent that was sent a message reports a new turn. */
const REPORTS_MS = 30_000
/** Milliseconds after which an agent without a session is one that waits for its first prompt. */
const STARTS_MS = 15_000

/** Returns whether an agent waits for the next prompt. `sentAt`: when it was last sent one from the queue. */
export const isAtRest = ({ situation, since, startedAt }: AgentAtWork, sentAt: Instant | undefined, now: Instant) => {
  const isReported = sentAt === undefined || (since ?? 0) > sentAt || now - sentAt > REPORTS_MS
  if (situation === null) return isReported && now - startedAt > STARTS_MS
  return isReported && (situation === 'your_turn' || situation === 'ready')
}

/** What becomes of a message that continues a failed turn. */
export const retryOf = (
  retryAt: Instant,
  { situation, since }: Pick<AgentAtWork, 'situation' | 'since'>,
  queuedAt: Instant,
  now: Instant,
): 'wait' | 'send' | 'drop' => {
  // Somebody else made it continue, or it failed again, with a reason that may be another one.
  if (situation !== 'failed' || (since ?? 0) > queuedAt) return 'drop'
  return now < retryAt ? 'wait' : 'send'
}

/** Why nothing is sent to an agent whose turn did not end well. What follows may no longer be what its user wants. */
export const whyHeld = (situation: Situation | null): string | null => {
  if (situation === 'failed') return 'the last turn of the agent failed'
  if (situation === 'interrupted') return 'the last turn of the agent was interrupted'
  return null
}
