import { type Instant, MINUTE } from '../time.js'

/** What a session does with its time. */
export const TIME_STATES = ['working', 'your_turn', 'waiting', 'idle'] as const
export type TimeState = (typeof TIME_STATES)[number]

/** An event of a session, as its event list shows it. */
export interface TimedEvent {
  readonly at: Instant
  readonly type: string
}

export interface Span {
  readonly from: Instant
  readonly to: Instant
}

interface StateSpan extends Span {
  readonly state: TimeState
}

const ENDS = new Set(['Stop', 'TurnDuration', 'Interrupted', 'StopFailure', 'APIError', 'SessionStart'])
const ABANDONMENT = 'SessionAbandoned'
const OVER = new Set(['SessionEnd', ABANDONMENT])
const WORKS = new Set([
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionDenied',
  'ElicitationResult',
  'SubagentStart',
  'Reply',
])
const ASKS = new Set(['PermissionRequest', 'Elicitation'])
/** How long a session stays in its state without another event. A call may run, and a question may wait, for longer. */
const QUIET = 30 * MINUTE
/** After this long without an event a session counts as abandoned. */
const ABANDONED = 180 * MINUTE

/** Returns whether a turn runs after an event. */
export const runsAfter = ({ type }: TimedEvent, before: boolean): boolean =>
  WORKS.has(type) || ASKS.has(type) || (before && !ENDS.has(type) && !OVER.has(type))

/** Returns the state after an event; null if the session ended. */
const stateAfter = ({ type }: TimedEvent, before: TimeState | null): TimeState | null => {
  if (OVER.has(type)) return null
  if (ENDS.has(type)) return 'your_turn'
  if (ASKS.has(type)) return 'waiting'
  // A notification during a turn asks for a permission; after a turn it only repeats that it is over.
  if (type === 'Notification') return before === 'working' || before === 'waiting' ? 'waiting' : before
  // Others happen between turns too: the status file says idle, a file or a setting changes, the context is compacted.
  return WORKS.has(type) ? 'working' : before
}

/**
 * Returns how long a session was in each state, from its events in order. Each event sets the state until the next one. Without
 * an event the state lasts 30 minutes, a running call or an open question up to three hours; the rest of these three hours is
 * idle. Time after the last event does not count. Nor does the time until a session was found to be abandoned: nobody knows when
 * its work or its wait ended.
 */
export const stateSpans = (events: readonly TimedEvent[]): readonly StateSpan[] => {
  const spans: StateSpan[] = []
  let state: TimeState | null = null
  for (const [i, event] of events.entries()) {
    state = stateAfter(event, state)
    const next = events[i + 1]
    if (state === null || next === undefined || next.type === ABANDONMENT) continue
    const until = Math.min(next.at, event.at + ABANDONED)
    const quietAt = state === 'waiting' || event.type === 'PreToolUse' ? until : Math.min(until, event.at + QUIET)
    if (quietAt > event.at) spans.push({ from: event.at, to: quietAt, state })
    if (until > quietAt) spans.push({ from: quietAt, to: until, state: 'idle' })
  }
  return spans
}

/** Returns how long each question to the user was open, with the time of the answer. */
export const waitsOf = (spans: readonly StateSpan[]): readonly { readonly at: Instant; readonly ms: number }[] => {
  const waits: { at: Instant; ms: number }[] = []
  let before: StateSpan | null = null
  for (const span of spans) {
    if (span.state === 'waiting') {
      const last = waits.at(-1)
      // A second notification about the same question continues the wait.
      if (before?.state === 'waiting' && before.to === span.from && last !== undefined) {
        last.ms += span.to - span.from
        last.at = span.to
      } else waits.push({ at: span.to, ms: span.to - span.from })
    }
    before = span
  }
  return waits
}
