import type { Author } from '../../domain/access/author.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { Committer, Erased, Tx } from '../../events/commit.js'
import type { New, Payload } from '../../events/envelope.js'
import { SERVICE_STREAM, sessionStream } from '../../events/streams.js'
import { figuresOf, goneBetween } from '../../projections/queries/figures.js'
import type { Reader } from '../../projections/sql.js'
import type { Clock } from '../ports/clock.js'
import type { ScrubPort, Scrubbed } from '../ports/scrub.js'

export interface EraseParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Reader
  readonly scrub: ScrubPort
}

export type Gone = Payload<'data-cleared'>['gone']
export type PurgeReason = Payload<'session-purged'>['reason']

export interface Erasure {
  readonly gone: Gone
  readonly erasure: Scrubbed
}

/** Erases in the open transaction and records what was erased. */
const eraseIn = (tx: Tx, db: Reader, erased: Erased, record: (gone: Gone) => New): Gone => {
  tx.project()
  const before = figuresOf(db)
  let gone = goneBetween(before, before)
  tx.erase(erased, () => {
    gone = goneBetween(before, figuresOf(db))
    return { stream: SERVICE_STREAM, event: record(gone) }
  })
  return gone
}

/** Erases one session; undefined when it does not exist. Its id stays as a tombstone. */
export const purgeSession =
  ({ committer, clock, db }: Omit<EraseParts, 'scrub'>) =>
  (session: string, reason: PurgeReason, author: Author): Promise<Gone | undefined> =>
    committer.submit((tx) => {
      const stream = sessionStream(session)
      if (tx.versionOf(stream) === 0) return undefined
      return eraseIn(tx, db, [stream], (gone) => ({
        type: 'session-purged',
        data: { session, reason, gone },
        occurredAt: clock.now(),
        ...author,
      }))
    })

/** Returns the commands that erase sessions permanently: from the tables, the log and the files. */
export const eraseCommands = (parts: EraseParts) => {
  const { committer, clock, db, scrub } = parts
  const purge = purgeSession(parts)
  return {
    deleteSession: async (session: string, author: Author): Promise<Erasure | Rejection<'NOT_FOUND'>> => {
      await scrub.settle()
      const gone = await purge(session, 'deleted', author)
      if (gone === undefined) return reject('NOT_FOUND', 'session not found')
      return { gone, erasure: await scrub.scrub([session]) }
    },

    /** Erases everything but the pricing rules. A hook, or an import on request, can bring sessions back. */
    clearData: async (author: Author): Promise<Erasure> => {
      await scrub.settle()
      const gone = await committer.submit((tx) =>
        eraseIn(tx, db, 'all sessions', (gone) => ({
          type: 'data-cleared',
          data: { gone },
          occurredAt: clock.now(),
          ...author,
        })),
      )
      return { gone, erasure: await scrub.scrub('all sessions') }
    },
  }
}

export type EraseCommands = ReturnType<typeof eraseCommands>
