import * as Effect from 'effect/Effect'
import { userNumber } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { isReserved, isWithin } from '../../domain/access/territory.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { workspaces } from '../../projections/queries/lanes.js'
import { userById } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import { Directories } from '../ports/directories.js'

interface ConfinementParts {
  readonly mode: 'local' | 'server'
  readonly usersRoot: string
  readonly dataDir: string
  readonly systemAccounts: boolean
  /** Returns the user whose system account a folder is of; null for the account of the service. */
  readonly accountOf: (folder: string) => string | null
  readonly db: Reader
}

/** Where users may work. A path is one without links, as `Directories.find` returns it. */
export interface Confinement {
  /** Fails with EFOLDER for a path outside of what is the caller's. Whether it exists makes no difference. */
  readonly inside: (caller: Caller, path: string) => Effect.Effect<void, Rejection<'EFOLDER'>, Directories>
  /** The same, and fails with EBADCWD for a folder that nobody may have a lane on. */
  readonly forLane: (
    caller: Caller,
    path: string,
  ) => Effect.Effect<void, Rejection<'EFOLDER'> | Rejection<'EBADCWD'>, Directories>
  /** Whether users are confined at all: with one user, no folder belongs to anybody. */
  readonly isOn: boolean
}

/**
 * Returns where users may work: admins everywhere, all others in their own folder and their own lanes (supplement-server 21.1), with system
 * accounts only in homes.
 */
export const confinement = (parts: ConfinementParts): Confinement => {
  const { mode, usersRoot, dataDir, systemAccounts, accountOf, db } = parts
  if (mode === 'local') return { inside: () => Effect.void, forLane: () => Effect.void, isOn: false }

  const realOf = (path: string) => Effect.flatMap(Directories, ({ find }) => Effect.map(find(path), (at) => at.path))

  const inside: Confinement['inside'] = ({ principal, own }, path) =>
    Effect.gen(function* () {
      if (principal.role === 'admin' && principal.kind !== 'pane') return
      const user = userById(db, userNumber(principal.id) ?? 0)
      const folder = user === undefined ? null : `${yield* realOf(usersRoot)}/${user.username}`
      const isOwn =
        (folder !== null && isWithin(path, folder)) || workspaces(db, own).some(({ cwd }) => isWithin(path, cwd))
      if (!isOwn) yield* Effect.fail(reject('EFOLDER', 'this folder is outside of your own folder and your lanes'))
      // What is done there, such as a hook of git, would be done as the service.
      if (systemAccounts && accountOf(path) === null)
        yield* Effect.fail(reject('EFOLDER', 'you have no system account: ask an admin for it'))
    })

  return {
    isOn: true,
    inside,
    forLane: (caller, path) =>
      Effect.gen(function* () {
        yield* inside(caller, path)
        const places = { usersRoot: yield* realOf(usersRoot), dataDir: yield* realOf(dataDir) }
        if (isReserved(path, places))
          yield* Effect.fail(reject('EBADCWD', 'cwd: no lane can be on this folder', { fields: { field: 'cwd' } }))
      }),
  }
}
