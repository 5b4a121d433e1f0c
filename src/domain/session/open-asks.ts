import type { Instant } from '../time.js'
import { later, type Mark } from './mark.js'

/**
 * The questions of a main agent by call, and the results of calls. Several calls of one reply can ask at once: a result then
 * answers one question, and the others stay open. Both are small: of older calls only the time is known until which all results
 * came.
 */
export interface AskState {
  asked: Record<string, Mark>
  done: Record<string, Instant>
  /** Results of calls before this one are forgotten; their questions count as answered. */
  forgottenUntil: Instant
}

const MOST_ASKED = 4
const MOST_DONE = 8

export const noAsks = (): AskState => ({ asked: {}, done: {}, forgottenUntil: -1 })

/** Returns a short name for a call: its tool and its input. A result names its call only by these. */
export const callKey = (tool: string | null, input: unknown): string => {
  // FNV-1a, 32 bits. Two calls with one name would only answer each other.
  let hash = 0x811c9dc5
  for (const character of `${tool ?? ''}\u0000${JSON.stringify(input ?? null)}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

/** Records a question. Which ones are kept depends only on their times, not on the order in which they arrive. */
export const noteAsked = (asks: AskState, key: string, made: Mark): void => {
  asks.asked[key] = later(asks.asked[key], made)
  const rest = byAge(asks.asked, ({ at }) => at).slice(MOST_ASKED)
  for (const [dropped] of rest) delete asks.asked[dropped]
}

/** Records the result of a call. */
export const noteDone = (asks: AskState, key: string, at: Instant): void => {
  asks.done[key] = Math.max(asks.done[key] ?? at, at)
  for (const [dropped, time] of byAge(asks.done, (done) => done).slice(MOST_DONE)) {
    delete asks.done[dropped]
    asks.forgottenUntil = Math.max(asks.forgottenUntil, time)
  }
}

/** Returns the entries, newest first; at equal times by key. */
const byAge = <V>(entries: Readonly<Record<string, V>>, timeOf: (value: V) => Instant): readonly [string, V][] =>
  Object.entries(entries).toSorted(([a, one], [b, other]) => timeOf(other) - timeOf(one) || (a < b ? -1 : 1))

/**
 * Returns the oldest question that is still open although the newest result answered another one; null if no other is open, or
 * if the newest result is of a call that did not ask: by the contract, any other hook clears the wait.
 * @param since questions up to this time are over
 */
export const stillAsking = ({ asked, done, forgottenUntil }: AskState, since: Instant): Mark | null => {
  const [newest] = byAge(done, (at) => at)
  const answered = newest === undefined ? undefined : asked[newest[0]]
  if (newest === undefined || answered === undefined || answered.at > newest[1]) return null
  const over = Math.max(since, forgottenUntil)
  const open = Object.entries(asked).filter(([key, { at }]) => at > over && at <= newest[1] && (done[key] ?? -1) < at)
  return open.map(([, mark]) => mark).toSorted((a, b) => a.at - b.at || a.ref - b.ref)[0] ?? null
}
