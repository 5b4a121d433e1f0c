import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { RemoteInput } from '../../domain/remote/source.js'
import type { StorageFailure } from '../../events/commit.js'
import { remoteSource as sourceOf, sessionsOfSource } from '../../projections/queries/remote-sources.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { MirrorPort } from '../ports/mirror.js'
import { remoteSource } from './decider.js'

interface Parts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly mirror: MirrorPort
  /** `src_` and 12 hexadecimal digits. */
  readonly newId: () => string
  readonly purge: (session: string, author: Author) => Effect.Effect<unknown, Rejection | StorageFailure>
}

/** Returns the commands for the other machines whose transcripts are read. */
export const remoteSourceCommands = ({ run, db, mirror, newId, purge }: Parts) => ({
  /** Adds a source and returns its id. */
  add: (input: RemoteInput, author: Author) => {
    const id = newId()
    return Effect.as(run(remoteSource, id, 'add', { id, input }, author), id)
  },

  /** Changes the members in the input; a null member is reset to its default. */
  update: (id: string, input: RemoteInput, author: Author) => run(remoteSource, id, 'update', input, author),

  /** Removes a source. With `purgesSessions` its sessions are erased, otherwise they stay readable. Returns how many were erased. */
  remove: (id: string, purgesSessions: boolean, author: Author) =>
    Effect.gen(function* () {
      if (sourceOf(db, systemVisibility, id) === undefined)
        return yield* Effect.fail(reject('NOT_FOUND', 'source not found'))
      // Sessions are erased one by one before the source is removed, so an interrupted removal can be repeated.
      const purged = purgesSessions ? sessionsOfSource(db, systemVisibility, id) : []
      for (const session of purged) yield* Effect.catchTag(purge(session, author), 'Rejection', () => Effect.void)
      yield* run(remoteSource, id, 'remove', { kept: !purgesSessions }, author)
      if (purgesSessions) mirror.remove(id)
      return purged.length
    }),
})

export type RemoteSourceCommands = ReturnType<typeof remoteSourceCommands>
