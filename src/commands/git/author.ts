import * as Effect from 'effect/Effect'
import { type StoredUser, userById } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import { gitAuthor } from '../ports/git-author.js'

export interface AuthorParts {
  readonly db: Reader
  /** Returns the personal data of a user. */
  readonly personOf: (user: StoredUser) => { readonly displayName: string | null; readonly email: string | null }
}

/** Returns what runs work whose commits are by the owner of a lane where git knows no author (supplement-server 26.2). */
export const laneAuthors =
  ({ db, personOf }: AuthorParts) =>
  <A, E, R>({ owner_id: owner }: { readonly owner_id: number | null }, work: Effect.Effect<A, E, R>) => {
    const user = owner === null ? undefined : userById(db, owner)
    if (user === undefined) return work
    const { displayName, email } = personOf(user)
    const author = { name: displayName ?? user.username, email: email ?? `${user.username}@localhost` }
    return Effect.locally(work, gitAuthor, author)
  }

export type LaneAuthors = ReturnType<typeof laneAuthors>
