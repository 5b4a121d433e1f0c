import type { Instant } from '../time.js'

/** Text to show beside a state: the question, the tool, the error, or the end of the last reply. */
export interface Note {
  readonly kind: 'permission' | 'question' | 'tool' | 'error' | 'reply' | 'prompt'
  readonly tool: string | null
  readonly text: string
}

/**
 * The newest time something of one kind happened, with its evidence. States are derived from marks alone, and a mark only ever
 * moves forward, so the order in which events arrive cannot matter.
 */
export interface Mark {
  readonly at: Instant
  /** Position of the event in the log. */
  readonly ref: number
  /** The event's kind as the event list shows it. */
  readonly type: string
  readonly note?: Note
  /** For a question: the subagent that asks; absent for the main agent. */
  readonly agent?: string
  /** For the end of a turn: the agents and workflows in the background whose end starts the next one; absent for none. */
  readonly pending?: number
}

// At equal times the content of the marks decides, not their arrival, so that the winner is the same in either order.
const saying = (mark: Mark): string =>
  `${mark.type}\u0000${mark.agent ?? ''}\u0000${mark.note?.text ?? ''}\u0000${mark.pending ?? 0}`

export const later = <M extends Mark>(held: M | undefined, other: M): M =>
  held === undefined || other.at > held.at || (other.at === held.at && saying(other) > saying(held)) ? other : held

/** A value with its time. The newest or the oldest wins, at equal times the greater or the smaller value. */
export interface Dated<V> {
  readonly at: Instant
  readonly value: V
}

export const newest = <V extends string | number | boolean>(held: Dated<V> | undefined, other: Dated<V>): Dated<V> =>
  held === undefined || other.at > held.at || (other.at === held.at && other.value > held.value) ? other : held

export const oldest = <V extends string | number | boolean>(held: Dated<V> | undefined, other: Dated<V>): Dated<V> =>
  held === undefined || other.at < held.at || (other.at === held.at && other.value < held.value) ? other : held
