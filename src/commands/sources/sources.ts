import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { RemoteInput } from '../../domain/remote/source.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { remoteSource as sourceOf, sessionsOfSource } from '../../projections/queries/remote-sources.js'
import type { Reader } from '../../projections/sql.js'
import type { MirrorPort } from '../ports/mirror.js'
import type { Author } from '../../domain/access/author.js'
import { type CommandRunner, rejectionOf } from '../run.js'
import { remoteSource } from './decider.js'

interface Parts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly mirror: MirrorPort
  /** `src_` and 12 hexadecimal digits. */
  readonly newId: () => string
  readonly purge: (session: string, author: Author) => Promise<unknown>
}

/** Returns the commands for the other machines whose transcripts are read. */
export const remoteSourceCommands = ({ run, db, mirror, newId, purge }: Parts) => ({
  /** Adds a source and returns its id. */
  add: async (input: RemoteInput, author: Author) => {
    const id = newId()
    const done = await run(remoteSource, id, 'add', { id, input }, author)
    return isRejection(done) ? done : id
  },

  /** Changes the members in the input; a null member is reset to its default. */
  update: async (id: string, input: RemoteInput, author: Author) =>
    rejectionOf(await run(remoteSource, id, 'update', input, author)),

  /** Removes a source. With `purgesSessions` its sessions are erased, otherwise they stay readable. Returns how many were erased. */
  remove: async (id: string, purgesSessions: boolean, author: Author) => {
    if (sourceOf(db, systemVisibility, id) === undefined) return reject('NOT_FOUND', 'source not found')
    // Sessions are erased one by one before the source is removed, so an interrupted removal can be repeated.
    const purged = purgesSessions ? sessionsOfSource(db, systemVisibility, id) : []
    for (const session of purged) await purge(session, author)
    const done = await run(remoteSource, id, 'remove', { kept: !purgesSessions }, author)
    if (isRejection(done)) return done
    if (purgesSessions) mirror.remove(id)
    return purged.length
  },
})

export type RemoteSourceCommands = ReturnType<typeof remoteSourceCommands>
