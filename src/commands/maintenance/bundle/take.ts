import type { Author } from '../../../domain/access/author.js'
import { isFitName } from '../../../domain/session/name.js'
import type { Committer, Tx } from '../../../events/commit.js'
import { SERVICE_STREAM, sessionStream } from '../../../events/streams.js'
import { isTombstoned } from '../../../projections/erasure.js'
import type { Reader } from '../../../projections/sql.js'
import { stamped } from '../../kernel/run.js'
import type { PartlyTaken, StagedBundle, TakenParts } from '../../ports/bundles.js'
import type { Clock } from '../../ports/clock.js'
import { digestOf, type Part, partsOf } from './parts.js'

export interface TakeParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Reader
  readonly partly: PartlyTaken
  /** Resolves when the disk has caught up with the writes. */
  readonly room: () => Promise<void>
}

/** The result for one session, and the number of unreadable rows. */
interface Taken {
  readonly outcome: 'imported' | 'skipped' | 'unreadable'
  readonly broken: number
}

/**
 * Returns a function that imports a session from a bundle, part by part, so that hooks can run in between. After an
 * interruption, the next import continues with the missing parts. A complete session is skipped.
 */
export const sessionTaker = ({ committer, clock, db, partly, room }: TakeParts) => {
  /** Resolves to false when the session already exists, or was deleted during the import. */
  const takePart = (session: string, part: Part, now: TakenParts, importer: Author): Promise<boolean> =>
    committer.submit(
      (tx: Tx): boolean => {
        const stream = sessionStream(session)
        const before = partly.of(session) ?? { parts: 0, digest: '' }
        if (before.parts >= now.parts) {
          const isSame = before.parts > now.parts || before.digest === now.digest
          return isSame && !part.isLast
        }
        if (before.parts < now.parts - 1) return false
        if (before.parts === 0) {
          if (tx.versionOf(stream) > 0) return false
          tx.project()
          if (isTombstoned(db, session)) {
            const revived = { type: 'session-revived', data: { session } } as const
            tx.append(SERVICE_STREAM, stamped(revived, importer, clock.now()))
          }
        }
        for (const event of part.events) tx.append(stream, event)
        if (!part.isLast) partly.keep(session, now)
        else if (before.parts > 0) partly.forget(session)
        return true
      },
      { quiet: true, events: part.events.length },
    )

  return async (bundle: StagedBundle, session: string, importer: Author): Promise<Taken> => {
    if (!isFitName(session)) return { outcome: 'unreadable', broken: 1 }
    let taken: TakenParts = { parts: 0, digest: '' }
    let broken = 0
    for (const part of partsOf(bundle, session, importer)) {
      broken += part.broken
      if (part.events.length === 0) return { outcome: 'unreadable', broken }
      taken = { parts: taken.parts + 1, digest: digestOf(taken.digest, part) }
      await room()
      if (!(await takePart(session, part, taken, importer))) return { outcome: 'skipped', broken: 0 }
    }
    return { outcome: 'imported', broken }
  }
}
