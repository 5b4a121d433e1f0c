import type { Author } from '../domain/access/author.js'
import {
  type RemoteInput,
  type RemoteSettings,
  readRemoteSettings,
  type InvalidRemote,
} from '../domain/remote/source.js'
import { isRejection, reject, type Rejection } from '../domain/rejection.js'
import type { Committer, Tx } from '../events/commit.js'
import { sourceStream } from '../events/streams.js'
import { remoteSource, sessionsOfSource } from '../projections/queries/remote-sources.js'
import type { Reader } from '../projections/sql.js'
import type { Clock } from './ports/clock.js'
import type { MirrorPort } from './ports/mirror.js'

interface Parts {
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Reader
  readonly mirror: MirrorPort
  /** `src_` and 12 hexadecimal digits. */
  readonly newId: () => string
  readonly purge: (session: string, author: Author) => Promise<unknown>
}

const unknown = (): Rejection<'NOT_FOUND'> => reject('NOT_FOUND', 'source not found')

/** Returns the commands for the other machines whose transcripts are read. */
export const remoteSourceCommands = (parts: Parts) => {
  const { committer, clock, db } = parts
  const set = (tx: Tx, source: string, settings: RemoteSettings, author: Author): void => {
    const event = { type: 'source-set', data: { source, ...settings }, occurredAt: clock.now(), ...author } as const
    tx.append(sourceStream(source), event)
  }
  return {
    /** Adds a source and returns its id. */
    add: (input: RemoteInput, author: Author): Promise<string | Rejection<InvalidRemote>> =>
      committer.submit((tx) => {
        const settings = readRemoteSettings(input, null)
        if (isRejection(settings)) return settings
        const id = parts.newId()
        set(tx, id, settings, author)
        return id
      }),

    /** Changes the members in the input; a null member is reset to its default. */
    update: (
      id: string,
      input: RemoteInput,
      author: Author,
    ): Promise<Rejection<InvalidRemote | 'NOT_FOUND'> | undefined> =>
      committer.submit((tx) => {
        tx.project()
        const known = remoteSource(db, id)
        if (known === undefined) return unknown()
        const settings = readRemoteSettings(input, known)
        if (isRejection(settings)) return settings
        set(tx, id, settings, author)
        return undefined
      }),

    /** Removes a source. With `purge` its sessions are erased, otherwise they stay readable. Returns how many were erased. */
    remove: async (id: string, purge: boolean, author: Author): Promise<Rejection<'NOT_FOUND'> | number> => {
      if (remoteSource(db, id) === undefined) return unknown()
      // Sessions are erased one by one before the source is removed, so an interrupted removal can be repeated.
      const purged = purge ? sessionsOfSource(db, id) : []
      for (const session of purged) await parts.purge(session, author)
      await committer.submit((tx) => {
        tx.append(sourceStream(id), {
          type: 'source-removed',
          data: { source: id, kept: !purge },
          occurredAt: clock.now(),
          ...author,
        })
      })
      if (purge) parts.mirror.remove(id)
      return purged.length
    },
  }
}

export type RemoteSourceCommands = ReturnType<typeof remoteSourceCommands>
