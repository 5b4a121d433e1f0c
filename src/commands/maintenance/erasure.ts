import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideErasure, type Gone, type KnownSession, refusalOf } from '../../domain/erasure/decide.js'
import { isRejection, type Rejection } from '../../domain/rejection.js'
import type { Instant } from '../../domain/time.js'
import type { StorageFailure } from '../../events/commit.js'
import type { EventOn } from '../../events/envelope.js'
import { SERVICE_STREAM, sessionStream } from '../../events/streams.js'
import { figuresOf, goneBetween } from '../../projections/queries/figures.js'
import type { Reader } from '../../projections/sql.js'
import { commit } from '../kernel/commit.js'
import { type Decided, type RunnerParts, stamped } from '../kernel/run.js'

interface Erasure {
  readonly sessions: readonly string[] | 'all sessions'
  readonly record: (gone: Gone) => Decided<EventOn<'service'>>
}

const sessionIn = (db: Reader, id: string): KnownSession =>
  db.get<NonNullable<KnownSession>>('select id, last_at as lastAt, status, pid from p_session where id = ?', id)

interface ErasureParts extends RunnerParts {
  /** Whether a process is seen alive. */
  readonly isAlive: (pid: number) => boolean
}

/**
 * Returns the erasures of the log and the tables. In one transaction each decides, erases, and records what was erased. They
 * succeed with what is gone.
 */
export const erasures = ({ committer, clock, db, isAlive }: ErasureParts) => {
  const erase = <R extends Rejection>(
    decide: () => Either.Either<Erasure, R>,
    author: Author,
  ): Effect.Effect<Gone, R | StorageFailure> => {
    const erased = commit(committer, (tx): Gone | Rejection => {
      tx.project()
      const decision = decide()
      if (Either.isLeft(decision)) return decision.left
      const { sessions, record } = decision.right
      const before = figuresOf(db, systemVisibility)
      let gone = goneBetween(before, before)
      tx.erase(sessions === 'all sessions' ? sessions : sessions.map(sessionStream), () => {
        gone = goneBetween(before, figuresOf(db, systemVisibility))
        return { stream: SERVICE_STREAM, event: stamped(record(gone), author, clock.now()) }
      })
      return gone
    })
    return Effect.flatMap(erased, (done) => (isRejection(done) ? Effect.fail(done as R) : Effect.succeed(done)))
  }
  return {
    /** Returns why a session cannot be deleted on request; undefined if it can. */
    refusal: (id: string) => refusalOf(sessionIn(db, id), { isAlive }),

    /** Erases a session on request, unless it is running. Its id stays as a tombstone. */
    purge: (id: string, author: Author) => {
      const pid = sessionIn(db, id)?.pid ?? null
      const alive = pid !== null && isAlive(pid) ? pid : null
      return erase(() => decideErasure.purge(sessionIn(db, id), { alive }), author)
    },

    /** Erases a session on request, unless it is active again. */
    purgeFinished: (id: string, author: Author) => erase(() => decideErasure.purgeFinished(sessionIn(db, id)), author),

    /** Erases a session because of its age, unless something happened in it after `idleSince`. */
    retire: (id: string, idleSince: Instant, author: Author) =>
      erase(() => decideErasure.retire(sessionIn(db, id), { idleSince }), author),

    /** Erases all sessions. */
    clear: (author: Author) => erase(decideErasure.clear, author),
  }
}

export type Erasures = ReturnType<typeof erasures>
