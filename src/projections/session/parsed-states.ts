import { newSession, type SessionState } from '../../domain/session/state.js'
import type { Db } from '../sql.js'

interface Parsed {
  readonly text: string
  readonly state: SessionState
}

/** Sessions whose state is kept between batches: as many as run agents at once. */
const MOST = 256
const parsed = new WeakMap<Db, Map<number, Parsed>>()

/**
 * Returns the state that a row holds as JSON, a new one without a row. Each hook reads the state of its session again, so the last one of a session is kept. It
 * counts only if the row has the same text: a batch that was rolled back, a rebuild or an erasure leave another one.
 */
export const parsedState = (db: Db, stream: number, text: string | null): SessionState => {
  if (text === null) return newSession()
  const known = parsed.get(db)
  const last = known?.get(stream)
  // It is changed from now on, and no longer that of the text.
  known?.delete(stream)
  return last?.text === text ? last.state : (JSON.parse(text) as SessionState)
}

/** Returns a state as the text that is written, and keeps the state for it. */
export const stateText = (db: Db, stream: number, state: SessionState): string => {
  const text = JSON.stringify(state)
  const known = parsed.get(db) ?? new Map<number, Parsed>()
  parsed.set(db, known)
  known.delete(stream)
  known.set(stream, { text, state })
  if (known.size <= MOST) return text
  // That which was written the longest time ago.
  const [oldest = stream] = known.keys()
  known.delete(oldest)
  return text
}
