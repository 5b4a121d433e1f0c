import type { Instant } from '../time.js'
import { later, type Mark } from './mark.js'

type Entry<V> = [key: string, value: V]

/**
 * The questions of a main agent by call, and the results of calls. Several calls of one reply can ask at once: a result then
 * answers one question, and the others stay open. Both are small: of older calls only the time is known until which all results
 * came. They are lists, newest first and at equal times by key: an object whose keys are always new is slow to parse.
 */
export interface AskState {
  asked: Entry<Mark>[]
  done: Entry<Instant>[]
  /** Results of calls before this one are forgotten; their questions count as answered. */
  forgottenUntil: Instant
}

const MOST_ASKED = 4
const MOST_DONE = 8
/** Characters of a call that its name depends on, besides its length. */
const MOST_HASHED = 2000

export const noAsks = (): AskState => ({ asked: [], done: [], forgottenUntil: -1 })

/** Returns a short name for a call: its tool and its input. A result names its call only by these. */
export const callKey = (tool: string | null, input: unknown): string => {
  const text = `${tool ?? ''}\u0000${JSON.stringify(input ?? null)}`
  // FNV-1a, 32 bits. Two calls with one name would only answer each other.
  let hash = 0x811c9dc5 ^ text.length
  for (let at = 0; at < Math.min(text.length, MOST_HASHED); at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

/** Records a question. Which ones are kept depends only on their times, not on the order in which they arrive. */
export const noteAsked = (asks: AskState, key: string, made: Mark): void => {
  put(asks.asked, key, later(taken(asks.asked, key), made), ({ at }) => at)
  asks.asked.length = Math.min(asks.asked.length, MOST_ASKED)
}

/** Records the result of a call. */
export const noteDone = (asks: AskState, key: string, at: Instant): void => {
  put(asks.done, key, Math.max(taken(asks.done, key) ?? at, at), (done) => done)
  for (const [, time] of asks.done.splice(MOST_DONE)) asks.forgottenUntil = Math.max(asks.forgottenUntil, time)
}

/** Takes the value of a key out of a list. */
const taken = <V>(entries: Entry<V>[], key: string): V | undefined => {
  const at = entries.findIndex(([other]) => other === key)
  return at < 0 ? undefined : entries.splice(at, 1)[0]?.[1]
}

/** Puts a value where it belongs in a list. */
const put = <V>(entries: Entry<V>[], key: string, value: V, timeOf: (value: V) => Instant): void => {
  const time = timeOf(value)
  const older = entries.findIndex(([other, held]) => timeOf(held) < time || (timeOf(held) === time && other > key))
  entries.splice(older < 0 ? entries.length : older, 0, [key, value])
}

const valueOf = <V>(entries: readonly Entry<V>[], key: string): V | undefined =>
  entries.find(([other]) => other === key)?.[1]

/**
 * Returns the oldest question that is still open although the newest result answered another one; null if no other is open, or
 * if the newest result is of a call that did not ask: by the contract, any other hook clears the wait.
 * @param since questions up to this time are over
 */
export const stillAsking = ({ asked, done, forgottenUntil }: AskState, since: Instant): Mark | null => {
  const [newest] = done
  const answered = newest === undefined ? undefined : valueOf(asked, newest[0])
  if (newest === undefined || answered === undefined || answered.at > newest[1]) return null
  const over = Math.max(since, forgottenUntil)
  const open = asked.filter(([key, { at }]) => at > over && at <= newest[1] && (valueOf(done, key) ?? -1) < at)
  return open.map(([, mark]) => mark).toSorted((a, b) => a.at - b.at || a.ref - b.ref)[0] ?? null
}
