import { parseInstant } from '../../time.js'
import type { Fact, Facts, FactType } from './facts.js'
import { type Fields, idOf } from '../json.js'

/** The position of a line: its number in the file, from 1, and whose file it is. */
export interface Place {
  readonly line: number
  readonly session: string
  /** The agent whose file it is; null for the main conversation. */
  readonly agent: string | null
}

/** What all facts of one line share. `id` identifies the line within its session, whatever file it is read from. */
export interface Origin {
  readonly at: number
  readonly line: number
  readonly agent: string | null
  readonly id: string
  readonly copied?: true
}

/** A state with the newest time of its file, for lines that have none. */
export interface Clocked {
  clock: number
}

/** Returns the line's own time, else the newest time before it. Times sometimes run backwards: the newest one is kept. */
export function timeOf(state: Clocked, stamp: unknown): number {
  const own = parseInstant(stamp)
  if (own === undefined) return state.clock
  if (own > state.clock) state.clock = own
  return own
}

/** Shared by all lines without facts, which are most of them. */
export const NO_FACTS: readonly Fact[] = []

/** Returns a fact of `origin`'s line; `part` distinguishes the facts of one line. */
export function factOf<T extends FactType>(
  type: T,
  origin: Origin,
  part: string | number,
  data: Omit<Facts[T], 'line' | 'agent'>,
): Fact
// The compiler cannot see that a type and the data declared for it make one member of the union; the signature declares it.
export function factOf(type: FactType, origin: Origin, part: string | number, data: object): unknown {
  const { at, id, line, agent } = origin
  const identity = `${id}/${type}/${part}`
  if (origin.copied === true) return { type, at, identity, data: { line, agent, copied: true, ...data } }
  return { type, at, identity, data: { line, agent, ...data } }
}

/** Returns the uuid of a line, for facts that its copies in other files also report. */
export const uuidOf = (line: Fields): { readonly uuid?: string } => {
  const uuid = idOf(line['uuid'])
  return uuid === null ? {} : { uuid }
}

/** Returns the id of a line. Lines without a uuid are identified by number: a file only grows, and a copy has the same lines. */
export const lineId = (line: Fields, place: Place): string =>
  typeof line['uuid'] === 'string' && line['uuid'] !== '' ? line['uuid'] : `line ${place.line}`
