import * as Either from 'effect/Either'
import type { Rejection } from './rejection.js'

/** An event that a decision adds to the log. Who caused it and when is added where it is appended. */
export interface NewEvent {
  readonly type: string
  readonly data: unknown
  /** 16 bytes that identify the event within its stream when the command is repeated. */
  readonly dedup?: Uint8Array
}

/**
 * The outcome of a command: the events that it adds, in order, or why it is refused. No events: the command is accepted and
 * changes nothing.
 */
export type Decision<E extends NewEvent = NewEvent, R extends Rejection = Rejection> = Either.Either<readonly E[], R>

/** Accepts a command with the events that it adds. */
export const accept = <const E extends readonly NewEvent[]>(...events: E): Either.Either<E> => Either.right(events)

/** Refuses a command. */
export const refuse = <R extends Rejection>(rejection: R): Either.Either<never, R> => Either.left(rejection)
