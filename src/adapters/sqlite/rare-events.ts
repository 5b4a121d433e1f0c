import type { EventType } from '../../events/envelope.js'

/**
 * The types that agents write by the thousand, the most frequent ones first. All others are rare, and the index `log_rare` finds them
 * without a scan.
 */
const FREQUENT = [
  'hook-received',
  'reply-recorded',
  'tool-result-recorded',
  'usage-recorded',
  'prompt-recorded',
  'turn-completed',
  'transcript-context-recorded',
  'cli-status-reported',
  'plan-recorded',
  'session-updated',
  'agent-created',
  'agent-updated',
] as const satisfies readonly EventType[]

/** The condition of the index `log_rare`. SQLite uses the index only for queries with exactly this condition. */
export const IS_RARE = FREQUENT.map((type) => `type <> '${type}'`).join(' and ')

export const isRare = (type: EventType): boolean => !(FREQUENT as readonly string[]).includes(type)
