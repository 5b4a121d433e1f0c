import * as Effect from 'effect/Effect'
import { accountId, type OwnerId, userNumber, userNumbered } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { isWithin } from '../../domain/access/territory.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { TRASH_NAME } from '../../domain/files/path.js'
import { reject } from '../../domain/rejection.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { allUsers, hostOwner, nextUserId, userById } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import { targetFinder } from '../git/target.js'
import { refuseOtherWorktree } from '../lane/own-worktree.js'
import { Directories } from '../ports/directories.js'
import type { Root, TrashPlace } from '../ports/folder-files.js'
import type { FilesKey } from './decider.js'

/** A folder whose files a caller asks for. */
export interface FilesPlace {
  readonly key: FilesKey
  readonly root: Root
  /** Whose trash gets what is deleted here. */
  readonly account: OwnerId
  readonly trash: TrashPlace
  /** All folders that the trash of the account has. */
  readonly trashes: readonly string[]
  /** Whether the whole trash of the account is shown; else only what was in this lane. */
  readonly isOwn: boolean
}

interface PlaceParts {
  readonly db: Reader
  readonly mode: 'local' | 'server'
  readonly usersRoot: string
  readonly dataDir: string
}

export interface LaneAsked {
  readonly lane: LaneShape
  readonly session: string | undefined
  readonly source?: string | undefined
}

/** Returns where the files of lanes and homes are, and where their trash is (supplement-server 22.5, 23). */
export const filePlaces = ({ db, mode, usersRoot, dataDir }: PlaceParts) => {
  const { directoryOf } = targetFinder(db)

  /** What nobody owns is the host owner's. */
  const accountOf = ({ owner_id }: LaneShape): OwnerId =>
    mode === 'local' ? 'local' : userNumbered(owner_id ?? hostOwner(db))

  const ownFolder = (account: OwnerId): string | null => {
    const user = userById(db, userNumber(account) ?? 0)
    return mode === 'local' || user === undefined ? null : `${usersRoot}/${user.username}`
  }

  const keptFor = (account: OwnerId): string => `${dataDir}/trash/${accountId(account)}`

  /** Returns the folders of the trash of an account; the first gets what is deleted in a folder. */
  const trashesOf = (account: OwnerId, folder: string) =>
    Effect.gen(function* () {
      const own = ownFolder(account)
      if (own === null) return [keptFor(account)] as const
      const { path } = yield* (yield* Directories).find(own)
      const [inside, outside] = [`${path}/${TRASH_NAME}`, keptFor(account)]
      return isWithin(folder, path) ? ([inside, outside] as const) : ([outside, inside] as const)
    })

  const ofLane = ({ lane, session, source }: LaneAsked, visibility: Visibility, { principal }: Caller) =>
    Effect.gen(function* () {
      if (source !== undefined && source !== 'local')
        return yield* Effect.fail(reject('ENOWORKTREE', 'files of other machines are not here'))
      const path = yield* directoryOf({ lane, session, visibility })
      const account = accountOf(lane)
      const trashes = yield* trashesOf(account, path)
      return {
        key: { lane: lane.id },
        root: { path, isHome: false },
        account,
        trash: { into: trashes[0], lane: lane.id, session: session ?? null },
        trashes,
        isOwn: principal.id === account,
      } satisfies FilesPlace
    })

  const ofHome = (account: OwnerId) =>
    Effect.gen(function* () {
      const own = ownFolder(account)
      if (own === null) return yield* Effect.fail(reject('ENOTFOUND', 'there is no such home'))
      const { path } = yield* (yield* Directories).find(own)
      const trashes = yield* trashesOf(account, path)
      return {
        key: { home: account },
        root: { path, isHome: true },
        account,
        trash: { into: trashes[0], lane: null, session: null },
        trashes,
        isOwn: true,
      } satisfies FilesPlace
    })

  return {
    ofLane,
    ofHome,

    /** Fails unless files of a lane can be changed now, and a change here is one of the lane. */
    changeable: ({ lane }: LaneAsked, { root }: FilesPlace) =>
      lane.status === 'provisioning'
        ? Effect.fail(reject('EPROVISIONING', 'its worktree is being created'))
        : root.path === lane.cwd
          ? Effect.void
          : refuseOtherWorktree(lane, root.path),

    /** Returns the home that a caller names: the own one, or that of another user for an admin, who only reads. */
    homeNamed: (who: string, { principal }: Caller) =>
      Effect.gen(function* () {
        const user = userById(db, userNumber(principal.id) ?? 0)
        if (user !== undefined && (who === 'me' || who === user.username))
          return { place: yield* ofHome(userNumbered(user.id)), foreign: null }
        const isAdmin = principal.role === 'admin' && principal.kind !== 'pane'
        const other = isAdmin ? allUsers(db).find(({ username }) => username === who) : undefined
        if (other === undefined) return yield* Effect.fail(reject('ENOTFOUND', 'there is no such home'))
        const place = yield* ofHome(userNumbered(other.id))
        return { place: { ...place, isOwn: false }, foreign: other.id }
      }),

    /** All trashes, of the users there are and of those there were. */
    everyTrash: (): readonly string[] => [
      keptFor('local'),
      // Ids are counted, so this includes deleted users.
      ...Array.from({ length: nextUserId(db) - 1 }, (_, index) => userNumbered(index + 1)).flatMap((account) => {
        const own = ownFolder(account)
        return [keptFor(account), ...(own === null ? [] : [`${own}/${TRASH_NAME}`])]
      }),
    ],
  }
}

export type FilePlaces = ReturnType<typeof filePlaces>
