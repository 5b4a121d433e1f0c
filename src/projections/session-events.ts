import type { EventType } from '../events/envelope.js'

/** The events that create a session if it does not exist. */
export const SESSION_EVENTS = [
  'hook-received',
  'session-created',
  'session-updated',
  'session-abandoned',
  'session-end-inferred',
  'cli-status-reported',
  'agent-created',
  'agent-updated',
  'reply-recorded',
  'usage-recorded',
  'prompt-recorded',
  'tool-result-recorded',
  'interrupt-recorded',
  'api-error-recorded',
  'turn-completed',
  'compaction-seen',
  'session-renamed-in-transcript',
  'transcript-context-recorded',
  'subagent-transcript-found',
  'session-continued',
  'cost-reported',
] as const satisfies readonly EventType[]
