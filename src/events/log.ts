import type { New, Recorded } from './envelope.js'

/** How an append failed because of what the stream already holds. */
export class VersionConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly current: number,
  ) {
    super(`stream ${stream} is at version ${current}, not ${expected}`)
  }
}

export type AppendOutcome = { readonly recorded: Recorded } | { readonly duplicateOf: number }

/**
 * The append-only log inside one open transaction. Positions grow in commit order: there is one writer. Everything is
 * synchronous: no async gap can open inside a transaction.
 */
export interface LogStore {
  /**
   * Opens the transaction. `durable` has it on disk when `commit` returns; `relaxed` leaves that to the next durable one:
   * for what can be read again from where it came.
   */
  begin(durability: 'durable' | 'relaxed'): void
  commit(): void
  rollback(): void
  /** Runs a unit so that its failure undoes only its own writes. The unit's own error is thrown as it is. */
  isolated<A>(unit: () => A): A
  append(stream: string, event: New): AppendOutcome
  /** Version of a stream: the number of events ever appended to it; 0 for an unknown one. */
  versionOf(stream: string): number
}

/** A step failed in such a way that the transaction around it is gone: nothing more may be written as part of it. */
export class TransactionLost extends Error {
  constructor(readonly reason: unknown) {
    super(reason instanceof Error ? reason.message : String(reason))
  }
}

/**
 * Runs a unit isolated. A full disk makes SQLite end the whole transaction; undoing the unit alone then fails, and what
 * follows would be stored without it. Such a failure is known by an error that is not the unit's own.
 */
export const isolatedOrLost = <A>(transaction: Pick<LogStore, 'isolated'>, unit: () => A): A => {
  const own: unknown[] = []
  try {
    return transaction.isolated(() => {
      try {
        return unit()
      } catch (error) {
        own.push(error)
        throw error
      }
    })
  } catch (error) {
    if (own.includes(error)) throw error
    throw new TransactionLost(own[0] ?? error)
  }
}
