import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { Instant } from '../time.js'
import type { HeldLock } from './lock.js'

/** A lock as its commands know it; undefined if it is free. */
export type KnownLock = HeldLock | undefined

interface Acquire {
  readonly name: string
  readonly holder: string
  readonly at: Instant
  /** Seconds after which a holder loses the lock. */
  readonly maxHold: number
}

/** Whether an acquire by `holder` leaves the lock with another one. */
export const isHeldByOther = (lock: KnownLock, { holder, at, maxHold }: Omit<Acquire, 'name'>): lock is HeldLock =>
  lock !== undefined && lock.holder !== holder && !isOverdue(lock, at, maxHold)

const isOverdue = ({ since }: HeldLock, at: Instant, maxHold: number): boolean => at - since > maxHold * 1000

/** Acquires a lock that is free or overdue. A holder that acquires it again keeps its start time; another one gets nothing. */
const acquire = (lock: KnownLock, { name, holder, at, maxHold }: Acquire) => {
  const acquired = { type: 'lock-acquired', data: { name, holder } } as const
  if (lock === undefined) return accept(acquired)
  if (!isOverdue(lock, at, maxHold)) return accept()
  return accept({ type: 'lock-broken', data: { name, holder: lock.holder, heldSince: lock.since } } as const, acquired)
}

const release = (lock: KnownLock, { name, holder }: { readonly name: string; readonly holder: string }) => {
  if (lock === undefined) return refuse(reject('ENOLOCK', `nobody holds the lock ${name}`))
  if (lock.holder === holder) return accept({ type: 'lock-released', data: { name, holder } })
  const fields = { currentHolder: lock.holder }
  return refuse(reject('ENOTHOLDER', `${lock.holder} holds the lock ${name}`, { fields }))
}

export const decideLock = { acquire, release }
