import type { New, Recorded } from './envelope.js'

export type AppendOutcome = { readonly recorded: Recorded } | { readonly duplicateOf: number }

/**
 * The append-only log inside one open transaction. Positions grow in commit order because there is one writer. Everything is
 * synchronous, so that nothing else can run in the middle of a transaction.
 */
export interface LogStore {
  /**
   * Opens the transaction. With `durable` it is on disk when `commit` returns. `relaxed` leaves that to the next durable one: for
   * data that can be read again from its source.
   */
  begin(durability: 'durable' | 'relaxed'): void
  commit(): void
  rollback(): void
  /** Runs a unit so that its failure rolls back only its own writes. The error of the unit is rethrown unchanged. */
  isolated<A>(unit: () => A): A
  append(stream: string, event: New): AppendOutcome
  /** Whether an error comes from the disk (full, failing, read-only) and not from the unit. */
  isDiskFailure(error: unknown): boolean
  /**
   * Returns the version of a stream: the number of its events; 0 for an unknown one. Streams are erased completely, never in
   * part.
   */
  versionOf(stream: string): number
}

/** What is needed to roll back a step on its own. */
export type Isolation = Pick<LogStore, 'isolated' | 'isDiskFailure'>

/** A step failed and the surrounding transaction is lost: nothing more may be written as part of it. */
export class TransactionLost extends Error {
  constructor(readonly reason: unknown) {
    super(reason instanceof Error ? reason.message : String(reason))
  }
}

/**
 * Runs a unit isolated. A failing disk can make SQLite roll back the whole transaction; later writes would then be stored without
 * the earlier ones. In that case, and for every error of the disk, throws `TransactionLost`, so that the whole batch is rejected.
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
