import { parseInstant } from '../time.js'
import type { Fact, Facts, FactType } from './facts.js'
import { type Fields, idOf } from './json.js'

/** Where a line stands: its number in the file, from 1, and whose file it is. */
export interface Place {
  readonly line: number
  readonly session: string
  /** The agent whose file it is; null for the main conversation. */
  readonly agent: string | null
}

/** What all facts of one line share. `id` names the line within its session, whatever file it is read from. */
export interface Origin {
  readonly at: number
  readonly line: number
  readonly agent: string | null
  readonly id: string
}

/** A state that knows the newest time of its file, for the lines that carry none. */
export interface Clocked {
  clock: number
}

/** The line's own time, else the newest time before it. Times run backwards now and then: the newest one is kept. */
export function timeOf(state: Clocked, stamp: unknown): number {
  const own = parseInstant(stamp)
  if (own === undefined) return state.clock
  if (own > state.clock) state.clock = own
  return own
}

/** Most lines tell nothing, and share the telling of it. */
export const NO_FACTS: readonly Fact[] = []

/** A fact of `origin`'s line; `part` tells the facts of one line apart. */
export function factOf<T extends FactType>(
  type: T,
  origin: Origin,
  part: string | number,
  data: Omit<Facts[T], 'line' | 'agent'>,
): Fact
// The compiler cannot see that a type and the data declared for it make one member of the union: the signature says it.
export function factOf(type: FactType, origin: Origin, part: string | number, data: object): unknown {
  const { at, id, line, agent } = origin
  return { type, at, identity: `${id}/${type}/${part}`, data: { line, agent, ...data } }
}

/** The uuid of a line, for facts that its copies in other files tell as well. */
export const uuidOf = (line: Fields): { readonly uuid?: string } => {
  const uuid = idOf(line['uuid'])
  return uuid === null ? {} : { uuid }
}

/** Lines without a uuid are named by their number: a file only grows, and a copy of it has the same lines. */
export const lineId = (line: Fields, place: Place): string =>
  typeof line['uuid'] === 'string' && line['uuid'] !== '' ? line['uuid'] : `line ${place.line}`
