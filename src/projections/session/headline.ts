import type { Derived } from '../../domain/session/derive.js'
import type { Note } from '../../domain/session/mark.js'
import type { CurrentCall } from './calls.js'

/** Returns the text beside the situation of a session, as JSON: what it does, what it asks, or what it said last. */
export const headlineOf = (derived: Derived, call: CurrentCall | null): string | null => {
  const { situation, headline } = derived
  const running: Note | null = call === null ? null : { kind: 'tool', tool: call.tool, text: call.target ?? '' }
  // A call that the hooks name may be over; what an agent says while others work in the background is not.
  const note = situation !== 'working' || headline?.kind === 'reply' ? headline : running
  return note === null ? null : JSON.stringify(note)
}
