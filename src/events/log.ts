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

/**
 * The disk refused (it is full, a write failed). Never the fault of one unit: the database may have ended the whole
 * transaction by itself, so nothing more may be written in it.
 */
export class WriteRefused extends Error {
  constructor(readonly reason: unknown) {
    super(String(reason))
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
  /** Runs a unit so that its failure undoes only its own writes; throws `WriteRefused` when the disk failed instead. */
  isolated<A>(unit: () => A): A
  append(stream: string, event: New): AppendOutcome
  /** Version of a stream: the number of events ever appended to it; 0 for an unknown one. */
  versionOf(stream: string): number
}
