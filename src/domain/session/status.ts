/** The persisted status of a session. */
export const SESSION_STATUSES = ['active', 'completed', 'error', 'abandoned'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

export const AGENT_STATUSES = ['working', 'waiting', 'completed', 'error'] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

/** What a client may set; `idle` and `connected` are older names for waiting. */
export const AGENT_STATUS_INPUTS = [...AGENT_STATUSES, 'idle', 'connected'] as const
export type AgentStatusInput = (typeof AGENT_STATUS_INPUTS)[number]

/** Why a session waits for the user. */
export const AWAITING_REASONS = ['notification', 'stop', 'session_start', 'interrupted'] as const
export type AwaitingReason = (typeof AWAITING_REASONS)[number]

/**
 * What a session needs from the user, decided on the server and used by the dashboard, the command line and notifications. Nothing
 * while agents work in the background, although its turn ended (ADR 39).
 */
export const SITUATIONS = [
  'needs_you',
  'failed',
  'working',
  'your_turn',
  'interrupted',
  'ready',
  'done',
  'abandoned',
] as const
export type Situation = (typeof SITUATIONS)[number]
