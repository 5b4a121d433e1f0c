import * as Effect from 'effect/Effect'
import type { Key, Serial } from '../kernel/serial.js'

/** Held by every requested import, and while all data is erased: a running import would bring it back. */
export const IMPORTS: Key = { kind: 'import', name: 'all sources' }

interface Turn {
  readonly serial: Serial
  /** Resolves when the import at startup has finished or failed, so that no file is read twice at once. */
  readonly first: () => Promise<unknown>
}

/** Runs an import when no other one runs. A client that disconnects ends the wait, but not an import that has begun. */
export const inImportTurn = <A, E>({ serial, first }: Turn, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  serial.hold(IMPORTS, Effect.zipRight(Effect.promise(first), Effect.uninterruptible(work)))
