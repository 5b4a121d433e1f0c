import type { EventType } from '../../events/envelope.js'

/** The types that agents write by the thousand. All others are rare, and the index `log_rare` finds them without a scan. */
const FREQUENT = [
  'agent-created',
  'agent-updated',
  'cli-status-reported',
  'hook-received',
  'plan-recorded',
  'prompt-recorded',
  'reply-recorded',
  'session-updated',
  'tool-result-recorded',
  'transcript-context-recorded',
  'turn-completed',
  'usage-recorded',
] as const satisfies readonly EventType[]

/** The condition of the index `log_rare`. SQLite uses the index only for queries with exactly this condition. */
export const IS_RARE = `type not in (${FREQUENT.map((type) => `'${type}'`).join(', ')})`

export const isRare = (type: EventType): boolean => !(FREQUENT as readonly string[]).includes(type)
