import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Author } from '../../domain/access/author.js'
import type { Gone } from '../../domain/erasure/decide.js'
import type { StorageFailure } from '../../events/commit.js'
import type { Serial } from '../kernel/serial.js'
import type { ScrubPort, Scrubbed } from '../ports/scrub.js'
import type { Erasures } from './erasure.js'
import { IMPORTS } from './import-turn.js'

interface EraseParts {
  readonly erasures: Erasures
  readonly scrub: ScrubPort
  readonly serial: Serial
}

interface Erased {
  readonly gone: Gone
  readonly erasure: Scrubbed
}

/** Returns the commands that erase sessions permanently: from the tables, the log and the files. */
export const eraseCommands = ({ erasures, scrub, serial }: EraseParts) => {
  /** Work on the files of the database that an earlier erasure left over is done first. */
  const settled = Effect.promise(() => scrub.settle())
  const scrubbed = (sessions: Parameters<ScrubPort['scrub']>[0]) => Effect.promise(() => scrub.scrub(sessions))
  return {
    deleteSession: (session: string, author: Author) =>
      Effect.gen(function* () {
        yield* settled
        const gone = yield* erasures.purge(session, author)
        return { gone, erasure: yield* scrubbed([session]) }
      }).pipe(Effect.uninterruptible),

    /** Returns whether each session could be deleted. */
    deletable: (sessions: readonly string[]) =>
      new Map(
        sessions.map((id) => {
          const refused = erasures.refusal(id)
          return [id, refused === undefined ? Either.right(undefined) : Either.left(refused)]
        }),
      ),

    /** Deletes sessions one by one, and cleans the files once. A session that is refused does not keep the others. */
    deleteSessions: (sessions: readonly string[], author: Author) =>
      Effect.gen(function* () {
        yield* settled
        const outcomes = new Map(
          yield* Effect.forEach(sessions, (id) =>
            Effect.map(Effect.either(erasures.purge(id, author)), (outcome) => [id, outcome] as const),
          ),
        )
        const gone = sessions.filter((id) => isDone(outcomes.get(id)))
        return { outcomes, erasure: gone.length === 0 ? null : yield* scrubbed(gone) }
      }).pipe(Effect.uninterruptible),

    /** Deletes finished sessions one by one, and cleans the files once. Returns the ids of those that were deleted. */
    deleteFinished: (sessions: readonly string[], author: Author): Effect.Effect<readonly string[]> =>
      Effect.gen(function* () {
        if (sessions.length === 0) return []
        yield* settled
        const gone = yield* Effect.filter(sessions, (id) =>
          Effect.map(Effect.either(erasures.purgeFinished(id, author)), isDone),
        )
        if (gone.length > 0) yield* scrubbed(gone)
        return gone
      }).pipe(Effect.uninterruptible),

    /** Erases everything but the pricing rules. A hook, or an import on request, can bring sessions back. */
    clearData: (author: Author): Effect.Effect<Erased, StorageFailure> =>
      serial.hold(
        IMPORTS,
        Effect.gen(function* () {
          yield* settled
          const gone = yield* erasures.clear(author)
          return { gone, erasure: yield* scrubbed('all sessions') }
        }).pipe(Effect.uninterruptible),
      ),
  }
}

const isDone = (outcome: Either.Either<unknown, unknown> | undefined): boolean =>
  outcome !== undefined && Either.isRight(outcome)

export type EraseCommands = ReturnType<typeof eraseCommands>
