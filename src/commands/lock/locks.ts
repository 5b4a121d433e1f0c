import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { isHeldByOther } from '../../domain/lock/decide.js'
import { ageOf, type HeldLock, readLock } from '../../domain/lock/lock.js'
import type { Instant } from '../../domain/time.js'
import { ownerOf } from '../../projections/ownership.js'
import { heldLocks } from '../../projections/queries/locks.js'
import type { Reader } from '../../projections/sql.js'
import { accountAsked } from '../access/account-asked.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Clock } from '../ports/clock.js'
import { namedLock } from './decider.js'

interface LockParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Clock
  /** Seconds after which a holder loses a lock that another one wants. */
  readonly maxHold: number
}

const shapeOf = (lock: HeldLock, at: Instant) => ({
  holder: lock.holder,
  since: Math.floor(lock.since / 1000),
  ageSec: ageOf(lock, at),
})

/** Returns the commands for named locks. They never wait: clients try again. */
export const lockCommands = ({ run, db, clock, maxHold }: LockParts) => ({
  /** Returns the locks that an account holds, with their age. Of another account only the names. */
  list: (user: string | undefined, caller: Caller) =>
    Effect.map(accountAsked(db, user, caller), ({ rows, isForeign }) => {
      const at = clock.now()
      return heldLocks(db, rows).map((lock) => ({ name: lock.name, ...(isForeign ? {} : shapeOf(lock, at)) }))
    }),

  /** Acquires a lock. Returns who holds it if that is another one. */
  acquire: (name: string, holder: unknown, author: Author) =>
    Effect.gen(function* () {
      const wanted = { ...(yield* readLock(name, holder)), at: clock.now(), maxHold }
      const { state } = yield* run(namedLock, { owner: ownerOf(author), name }, 'acquire', wanted, author)
      return isHeldByOther(state, wanted) ? shapeOf(state, wanted.at) : undefined
    }),

  release: (name: string, holder: unknown, author: Author) =>
    Effect.flatMap(readLock(name, holder), (read) =>
      run(namedLock, { owner: ownerOf(author), name }, 'release', read, author),
    ),
})

export type LockCommands = ReturnType<typeof lockCommands>
