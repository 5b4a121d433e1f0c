import type { EventType, Recorded } from '../events/envelope.js'
import { type Isolation, isolatedOrLost, TransactionLost } from '../events/log.js'
import type { Projection } from './define.js'
import type { Db } from './sql.js'
import { Touched } from './touched.js'

/** An event that a projection failed on. It is parked, and later events are still applied. */
export interface Parked {
  readonly projection: string
  readonly position: number
  readonly error: string
}

/** Applies a batch to every projection, in order, inside the caller's transaction; throws if one of them throws. */
export const projectSwiftly = (projections: readonly Projection[], events: readonly Recorded[], db: Db): Touched => {
  const touched = new Touched()
  const [first] = events
  // Most batches are hooks alone, and most projections read none.
  if (first !== undefined && events.every(({ type }) => type === first.type)) {
    for (const projection of readersOf(projections, first.type)) projection.apply(events, db, touched)
    return touched
  }
  for (const projection of projections) {
    const batch = events.filter((event) => projection.reads.has(event.type))
    if (batch.length > 0) projection.apply(batch, db, touched)
  }
  return touched
}

const readers = new WeakMap<readonly Projection[], Map<EventType, readonly Projection[]>>()

const readersOf = (projections: readonly Projection[], type: EventType): readonly Projection[] => {
  const known = readers.get(projections) ?? new Map<EventType, readonly Projection[]>()
  readers.set(projections, known)
  const found = known.get(type) ?? projections.filter(({ reads }) => reads.has(type))
  known.set(type, found)
  return found
}

/**
 * Applies a batch to every projection, in order, inside the caller's transaction. A batch that throws is applied again event by
 * event, so that only the failing event is skipped; a rebuild skips the same one.
 */
export const project = (
  projections: readonly Projection[],
  events: readonly Recorded[],
  db: Db,
  transaction: Isolation,
  park: (parked: Parked) => void,
): Touched => {
  const touched = new Touched()
  for (const projection of projections) {
    const batch = events.filter((event) => projection.reads.has(event.type))
    if (batch.length === 0) continue
    try {
      isolatedOrLost(transaction, () => projection.apply(batch, db, touched))
    } catch (error) {
      if (error instanceof TransactionLost) throw error
      for (const event of batch) {
        try {
          isolatedOrLost(transaction, () => projection.apply([event], db, touched))
        } catch (error) {
          if (error instanceof TransactionLost) throw error
          park({ projection: projection.name, position: event.position, error: String(error) })
        }
      }
    }
  }
  return touched
}
