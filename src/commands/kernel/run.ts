import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Author, ForeignChange } from '../../domain/access/author.js'
import type { Decision, NewEvent } from '../../domain/decision.js'
import { isRejection, type Rejection } from '../../domain/rejection.js'
import type { Instant } from '../../domain/time.js'
import type { Committer, StorageFailure, Tx } from '../../events/commit.js'
import { deliveryKey } from '../../events/dedup.js'
import type { AppEvent, EventOn, EventType, New } from '../../events/envelope.js'
import { AUDIT_STREAM, type StreamKind, type StreamName } from '../../events/streams.js'
import type { Reader } from '../../projections/sql.js'
import type { Clock } from '../ports/clock.js'
import { commit } from './commit.js'

/** An event of the catalogue as a decider returns it. */
export type Decided<T extends EventType = EventType> = Extract<AppEvent, { readonly type: T }> & Pick<NewEvent, 'dedup'>

/** One decision: a pure function of the state and the command. */
type Decide<State, T extends EventType = EventType> = (state: State, command: never) => Decision<Decided<T>>

/** The command of a decision. */
type CommandOf<D> = D extends (state: never, command: infer Command) => unknown ? Command : never
/** The rejections of all branches of a decision. */
type RejectionOf<D> = D extends (...args: never) => infer A ? LeftOf<A> : never
type LeftOf<A> = A extends { readonly _tag: 'Left'; readonly left: infer R extends Rejection } ? R : never

declare const defined: unique symbol

interface DeciderParts<Key, State, Decisions, K extends StreamKind> {
  /** A new thing may get its id from the state. */
  readonly stream: (key: Key, state: State) => StreamName<K>
  /** Reads the tables, which contain all events so far. */
  readonly load: (db: Reader, key: Key) => State
  /** The decisions of `domain`, by the name of the command. */
  readonly decide: Decisions
}

/** How the commands about one kind of thing are decided. The key identifies the thing. */
interface Decider<Key, State, Decisions> extends DeciderParts<Key, State, Decisions, StreamKind> {
  readonly [defined]: true
}

/**
 * Defines a decider, whose decisions may only return events of its stream. It is called only in files named `decider.ts`, which
 * import no port: so a transaction cannot reach a file, a program or the network. The architecture test checks both.
 */
export const defineDecider = <
  Key,
  State,
  K extends StreamKind,
  Decisions extends Readonly<Record<string, Decide<State, EventOn<K>>>>,
>(
  parts: DeciderParts<Key, State, Decisions, K>,
): Decider<Key, State, Decisions> => parts as unknown as Decider<Key, State, Decisions>

/** The events of all branches of a decision. */
type EventOf<D> = D extends (...args: never) => infer A ? RightOf<A> : never
type RightOf<A> = A extends { readonly _tag: 'Right'; readonly right: infer E extends readonly unknown[] }
  ? E[number]
  : never

/** What became of an accepted command. */
export interface Outcome<State, E> {
  /** What was decided. Without events, the command changed nothing. */
  readonly events: readonly E[]
  /** What the decision was based on. */
  readonly state: State
}

declare const refuses: unique symbol

/** One command of several that are decided together; `R` is what it may be rejected with. */
export interface Step<R extends Rejection = Rejection> {
  readonly decider: unknown
  readonly key: unknown
  readonly name: string
  readonly command: unknown
  readonly [refuses]?: R | undefined
}

/** Returns a command about a row that was read in the same transaction, so that it cannot be absent. */
export const stepOnPresent = <R extends Rejection>(
  one: Step<R>,
): Step<Exclude<R, Rejection<'NOT_FOUND' | 'ENOTFOUND' | 'ENOLANE'>>> => one as Step<never>

type RefusalOf<S> = S extends Step<infer R> ? R : never

/** Returns a command for `together`. */
export const step = <
  Key,
  State,
  Decisions extends Readonly<Record<string, Decide<State>>>,
  Name extends keyof Decisions & string,
>(
  decider: Decider<Key, State, Decisions>,
  key: Key,
  name: Name,
  command: CommandOf<Decisions[Name]>,
): Step<RejectionOf<Decisions[Name]>> => ({ decider, key, name, command })

/** Decides a command in a transaction and appends its events. */
const decideIn = (
  tx: Tx,
  { db, clock, author }: Pick<RunnerParts, 'db' | 'clock'> & { readonly author: Author },
  { decider, key, name, command }: Step,
): Outcome<unknown, Decided> | Rejection => {
  tx.project()
  const { load, decide, stream } = decider as Decider<unknown, unknown, Readonly<Record<string, Decide<unknown>>>>
  const state = load(db, key)
  const decision = (decide[name] as Decide<unknown>)(state, command as never)
  if (Either.isLeft(decision)) return decision.left
  // `defineDecider` has checked that they are events of this stream.
  for (const event of decision.right) tx.append(stream(key, state), stamped(event, author, clock.now()) as New<never>)
  if (author.foreign !== undefined && decision.right.length > 0)
    tx.append(AUDIT_STREAM, stamped(foreignChange(author.foreign), author, clock.now()))
  return { state, events: decision.right }
}

export interface RunnerParts {
  readonly committer: Pick<Committer, 'submit'>
  readonly clock: Clock
  readonly db: Reader
}

/** Returns an event as it is appended, with who caused it and when. */
export const stamped = <E extends Decided>(
  { type, data, dedup }: E,
  { by, via }: Author,
  at: Instant,
): New<E['type']> =>
  ({ type, data, occurredAt: at, by, via, ...(dedup === undefined ? {} : { dedup }) }) as New<E['type']>

/** Returns the row of the audit log about the change of a row of somebody else. A request that commits twice is told once. */
export const foreignChange = ({ request, ...data }: ForeignChange) =>
  ({ type: 'foreign-row-changed', data, dedup: deliveryKey(request) }) as const

/**
 * Returns the runner of commands. In one transaction it loads the state, decides, and appends the events; a rejected command
 * appends nothing. The transaction may be rolled back and run again, so nothing in it has an effect outside the database.
 *
 * A command that needs the machine does its work between two runs, never within one:
 *
 * 1. It gathers facts (a free port, a new id, whether a process lives) and runs a first command with them. The decider checks them
 *    against the state and records the intent, for example `run-requested`.
 * 2. It acts through a port, as an Effect with a timeout and typed errors.
 * 3. It runs a second command with the result: `run-started`, or `run-ended` from the error channel. The state may have changed
 *    meanwhile; if the second command is rejected, the handler undoes what it did.
 *
 * The disk may refuse the second command. Then the handler undoes what it did, or a reactor that looks at the machine records it
 * later, or `untilStored` tries again (`stored.ts`).
 */
export const commandRunner = ({ committer, clock, db }: RunnerParts) => ({
  /**
   * Runs a command. It succeeds when its events are on disk, and fails with its rejection, or if the disk refuses the write. It is
   * not interrupted.
   */
  run: <Key, State, Decisions extends Readonly<Record<string, Decide<State>>>, Name extends keyof Decisions & string>(
    decider: Decider<Key, State, Decisions>,
    key: Key,
    name: Name,
    command: CommandOf<Decisions[Name]>,
    author: Author,
  ): Effect.Effect<Outcome<State, EventOf<Decisions[Name]>>, RejectionOf<Decisions[Name]> | StorageFailure> => {
    const decided = commit(committer, (tx) => decideIn(tx, { db, clock, author }, { decider, key, name, command }))
    // What a decision returns is known by its type only where it is called.
    return Effect.flatMap(decided, (done) => (isRejection(done) ? Effect.fail(done) : Effect.succeed(done))) as never
  },

  /**
   * Runs several commands in one transaction, in order. If one is rejected, none of them has an effect. `steps` is called in the
   * transaction, with the tables that contain all events so far, and may read them.
   */
  together: <S extends Step>(
    steps: () => readonly S[],
    author: Author,
  ): Effect.Effect<readonly Decided[], RefusalOf<S> | StorageFailure> => {
    const decided = commit(committer, (tx): readonly Decided[] | Rejection => {
      tx.project()
      let events: readonly Decided[] = []
      for (const next of steps()) {
        const done = decideIn(tx, { db, clock, author }, next)
        if (isRejection(done)) return done
        events = [...events, ...done.events]
      }
      return events
    })
    return Effect.flatMap(decided, (done) =>
      isRejection(done) ? Effect.fail(done as RefusalOf<S>) : Effect.succeed(done),
    )
  },

  /** Appends an event that nobody can refuse: something that was done to or by the service. */
  record: <K extends StreamKind>(
    stream: StreamName<K>,
    event: Decided<EventOn<K>>,
    author: Author,
    at: Instant = clock.now(),
  ): Effect.Effect<void, StorageFailure> =>
    commit(committer, (tx) => {
      tx.append(stream, stamped(event, author, at))
    }),
})

export type CommandRunner = ReturnType<typeof commandRunner>
