import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideLock, type KnownLock } from '../../domain/lock/decide.js'
import { LOCKS_STREAM } from '../../events/streams.js'
import { heldLock } from '../../projections/queries/locks.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

interface LockKey {
  readonly owner: string
  readonly name: string
}

/** Commands about a named lock of an owner. */
export const namedLock = defineDecider({
  stream: (_key: LockKey) => LOCKS_STREAM,
  load: (db: Reader, { owner, name }: LockKey): KnownLock => heldLock(db, systemVisibility, owner, name),
  decide: decideLock,
})
