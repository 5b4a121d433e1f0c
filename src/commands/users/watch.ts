import * as Effect from 'effect/Effect'
import { type Author, type ForeignChange, userNumber, userNumbered } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { seesEverything, type Visibility } from '../../domain/access/visibility.js'
import { AUDIT_STREAM } from '../../events/streams.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { hostOwner, userById, usernameOf } from '../../projections/queries/users.js'
import { ownersOfSessions } from '../../projections/queries/session-owners.js'
import type { Reader } from '../../projections/sql.js'
import { type CommandRunner, foreignChange } from '../kernel/run.js'

interface WatchParts {
  readonly db: Reader
  readonly record: CommandRunner['record']
}

/** The part of a request of staff that the audit log records. */
export interface Concern {
  readonly author: Author
  readonly reads: Visibility
  readonly route: string
}

/** A session by the stream that a route found, or by the id that a filter names. */
export type NamedSession = { readonly stream: number } | { readonly id: string }

/** Returns what records that staff read or changed something of others (supplement-server 17). */
export const staffWatch = ({ db, record }: WatchParts) => {
  const ofOwner = (owner: string): number | null => userNumber(owner) ?? hostOwner(db)

  /** Whether what a user has is only theirs. Sessions of deleted users count as those of ordinary users. */
  const isOrdinary = (id: number): boolean => (userById(db, id)?.role ?? 'member') === 'member'

  return {
    /** Records the reading of sessions of ordinary users: one row for each session and owner. */
    read: ({ author, reads, route }: Concern, sessions: readonly NamedSession[]) =>
      Effect.suspend(() => {
        if (!seesEverything(reads) || sessions.length === 0) return Effect.void
        const own = userNumber(author.by)
        const foreign = ownersOfSessions(db, systemVisibility, sessions).flatMap(({ id, owner }) => {
          const user = ofOwner(owner)
          return user === null || user === own || !isOrdinary(user) ? [] : [{ id, user }]
        })
        return Effect.forEach(
          foreign,
          ({ id, user }) => {
            const data = { kind: 'session-read' as const, owner: user, session: id, route }
            return record(AUDIT_STREAM, { type: 'staff-read', data }, author)
          },
          { discard: true },
        )
      }),

    /** Records that a search in conversations showed rows of ordinary users: one row for each of them. */
    searched: ({ author, reads, route }: Concern, sessions: readonly string[]) =>
      Effect.suspend(() => {
        const own = userNumber(author.by)
        if (own === null || !seesEverything(reads) || sessions.length === 0) return Effect.void
        const owners = ownersOfSessions(
          db,
          systemVisibility,
          sessions.map((id) => ({ id })),
        ).flatMap(({ owner }) => ofOwner(owner) ?? [])
        return Effect.forEach(
          [...new Set(owners)].filter((user) => user !== own && isOrdinary(user)),
          (owner) =>
            record(
              AUDIT_STREAM,
              { type: 'staff-read', data: { kind: 'search-read', owner, session: null, route } },
              author,
            ),
          { discard: true },
        )
      }),

    /** Records an export of everything. */
    exported: ({ author, reads, route }: Concern) =>
      seesEverything(reads)
        ? record(
            AUDIT_STREAM,
            { type: 'staff-read', data: { kind: 'export-read', owner: null, session: null, route } },
            author,
          )
        : Effect.void,

    /** Records that an admin read the home of somebody else. */
    readHome: (author: Author, owner: number, route: string) =>
      record(AUDIT_STREAM, { type: 'staff-read', data: { kind: 'home-read', owner, session: null, route } }, author),

    /** Records that staff opened a terminal of somebody else. */
    attached: (caller: Pick<Caller, 'author' | 'reads'>, lane: Pick<LaneShape, 'id' | 'owner_id'>, mode: 'rw' | 'ro') =>
      Effect.suspend(() => {
        const owner = lane.owner_id ?? hostOwner(db)
        if (!seesEverything(caller.reads) || owner === null || userNumbered(owner) === caller.author.by)
          return Effect.void
        const data = { owner, lane: lane.id, mode }
        return record(AUDIT_STREAM, { type: 'terminal-attached', data }, caller.author)
      }),

    /** Returns the user whose row somebody else changes; null if it is their own. */
    foreignOwner: ({ author }: Pick<Concern, 'author'>, owner: string): number | null => {
      const user = ofOwner(owner)
      return user === null || userNumbered(user) === author.by || usernameOf(db, user) === null ? null : user
    },

    /** Records a change that no commit has told, such as one of files. */
    changed: (author: Author, change: ForeignChange) => record(AUDIT_STREAM, foreignChange(change), author),

    ownerOfSession: (session: NamedSession): { readonly id: string; readonly owner: string } | undefined =>
      ownersOfSessions(db, systemVisibility, [session])[0],
  }
}

export type StaffWatch = ReturnType<typeof staffWatch>
