import { isFitName } from '../../../domain/session/name.js'
import type { Committer, Tx } from '../../../events/commit.js'
import { SERVICE_STREAM, sessionStream } from '../../../events/streams.js'
import { isTombstoned } from '../../../projections/erasure.js'
import type { Reader } from '../../../projections/sql.js'
import type { PartlyTaken, StagedBundle, TakenParts } from '../../ports/bundles.js'
import type { Clock } from '../../ports/clock.js'
import { digestOf, type Part, partsOf } from './parts.js'

export interface TakeParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Reader
  readonly partly: PartlyTaken
  /** Resolves when the disk has caught up with what was written. */
  readonly room: () => Promise<void>
}

/** What came of a session, and how many of its rows could not be read. */
interface Taken {
  readonly outcome: 'imported' | 'skipped' | 'unreadable'
  readonly broken: number
}

/**
 * Takes a session out of a bundle, part by part, for hooks to come in between. Where an import broke off, the next one goes on
 * with the parts that are lacking; a session that is here whole is skipped.
 */
export const sessionTaker = ({ committer, clock, db, partly, room }: TakeParts) => {
  /** False where the session is here, or went while its parts were taken. */
  const takePart = (session: string, part: Part, now: TakenParts, actor: string): Promise<boolean> =>
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
            const data = { session }
            tx.append(SERVICE_STREAM, { type: 'session-revived', data, occurredAt: clock.now(), actor })
          }
        }
        for (const event of part.events) tx.append(stream, event)
        if (!part.isLast) partly.keep(session, now)
        else if (before.parts > 0) partly.forget(session)
        return true
      },
      { quiet: true, events: part.events.length },
    )

  return async (bundle: StagedBundle, session: string, actor: string): Promise<Taken> => {
    if (!isFitName(session)) return { outcome: 'unreadable', broken: 1 }
    let taken: TakenParts = { parts: 0, digest: '' }
    let broken = 0
    for (const part of partsOf(bundle, session)) {
      broken += part.broken
      if (part.events.length === 0) return { outcome: 'unreadable', broken }
      taken = { parts: taken.parts + 1, digest: digestOf(taken.digest, part) }
      await room()
      if (!(await takePart(session, part, taken, actor))) return { outcome: 'skipped', broken: 0 }
    }
    return { outcome: 'imported', broken }
  }
}
