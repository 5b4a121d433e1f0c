import type { New, Recorded } from './envelope.js'

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
  /** Whether an error is the disk's (full, failing, read-only) and not the unit's own doing. */
  isDiskFailure(error: unknown): boolean
  /** Version of a stream: the number of its events; 0 for an unknown one. Streams are erased whole, never in part. */
  versionOf(stream: string): number
}

/** What a step needs to be undone alone. */
export type Isolation = Pick<LogStore, 'isolated' | 'isDiskFailure'>

/** A step failed in such a way that the transaction around it is gone: nothing more may be written as part of it. */
export class TransactionLost extends Error {
  constructor(readonly reason: unknown) {
    super(reason instanceof Error ? reason.message : String(reason))
  }
}

/**
 * Runs a unit isolated. A failing disk can make SQLite end the whole transaction; undoing the unit alone then fails, and
 * what follows would be stored without it. It is also nobody's own fault: the batch is refused as a whole.
 */
export const isolatedOrLost = <A>(transaction: Isolation, unit: () => A): A => {
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
    if (own.includes(error) && !transaction.isDiskFailure(error)) throw error
    throw new TransactionLost(own[0] ?? error)
  }
}
