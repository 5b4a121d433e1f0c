import { iso } from '../../domain/time.js'
import { allUsers } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import type { Clock } from '../ports/clock.js'
import type { FolderSize, FolderSizes } from '../ports/folder-sizes.js'
import type { UserFolders } from '../ports/user-folders.js'

interface StorageParts {
  readonly db: Reader
  readonly clock: Clock
  readonly folders: Pick<UserFolders, 'of'>
  readonly sizes: FolderSizes
  /** Whether each user has a system account. */
  readonly isolated: boolean
}

/** Seconds. */
const FRESH_S = 600

interface Measured extends FolderSize {
  readonly measuredAt: string
}

/** Returns what the own folders of users take. They are measured in the background, one after the other. */
export const userStorage = ({ db, clock, folders, sizes, isolated }: StorageParts) => {
  const known = new Map<number, Measured>()
  let measuring = false
  let measuredAt = Number.NEGATIVE_INFINITY

  const measure = async (): Promise<void> => {
    measuring = true
    try {
      for (const { id, username } of allUsers(db)) {
        const size = await sizes.of(folders.of(username))
        known.set(id, { ...size, measuredAt: iso(clock.now()) })
      }
    } finally {
      measuring = false
      measuredAt = clock.monotonic()
    }
  }

  return {
    /** Returns the sizes as measured last. With `refresh`, and if they are old, they are measured again meanwhile. */
    read: (refresh: boolean) => {
      const isOld = clock.monotonic() - measuredAt > FRESH_S
      if (!measuring && (isOld || (refresh && known.size === 0))) void measure()
      return {
        storage: Object.fromEntries(allUsers(db).map(({ id }) => [String(id), known.get(id) ?? null])),
        measuring,
        isolated,
      }
    },
  }
}

export type UserStorage = ReturnType<typeof userStorage>
