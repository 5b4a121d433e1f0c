import { audit, filter, map, merge, type Observable, race, share, Subject, tap, throttle } from 'rxjs'
import type { Committed } from '../../events/commit.js'
import { isErasure, isPricingEvent } from '../../events/kinds.js'
import type { Touched } from '../../projections/touched.js'
import { RowThrottle } from './row-throttle.js'

/** What to announce to clients now. Changes in between are dropped: the announcement reads the latest state. */
export type StateChange =
  | { readonly kind: 'rows'; readonly rows: Touched }
  /** The pricing rules changed, and with them every cost. */
  | { readonly kind: 'prices' }
  /** Many rows changed without a message for each. */
  | { readonly kind: 'bulk' }
  /** The figures over all rows changed. */
  | { readonly kind: 'figures' }

/** The time, real or virtual. */
export interface Pace {
  readonly now: () => number
  /** Emits after some milliseconds; for 0, once everything that is ready to run has run. */
  readonly after: (milliseconds: number) => Observable<unknown>
}

const ROW_INTERVAL_MS = 100
/**
 * Changes in quick succession are announced together: the pause is too short to notice, and each announcement wakes every open
 * page. A single change is announced at once.
 */
const PAUSE_MS = 50
const BULK_INTERVAL_MS = 1000
/** The figures change with every row, and computing them reads all sessions. */
const FIGURES_INTERVAL_MS = 1000

const leadingAndTrailing = { leading: true, trailing: true }

/** Turns commits into state changes: the first change at once, then the latest state, at most ten times a second per row. */
export class StateFeed {
  readonly changes: Observable<StateChange>
  readonly #flush = new Subject<void>()
  readonly #flushFigures = new Subject<void>()

  constructor(
    committed: Observable<Committed>,
    private readonly pace: Pace,
  ) {
    const prices = committed.pipe(
      filter(({ events }) => events.some(isPricingEvent)),
      // After the responses of the batch: callers that wait for their commit come first.
      audit(() => race(pace.after(0), this.#flush)),
      map(() => ({ kind: 'prices' }) as const),
    )
    const bulk = committed.pipe(
      filter(isBulk),
      audit(() => race(pace.after(BULK_INTERVAL_MS), this.#flush)),
      map(() => ({ kind: 'bulk' }) as const),
    )
    const changed = merge(prices, this.#rows(committed), bulk).pipe(share())
    const figures = merge(
      changed.pipe(
        filter(({ kind }) => kind !== 'prices'),
        throttle(() => race(pace.after(FIGURES_INTERVAL_MS), this.#flushFigures), leadingAndTrailing),
      ),
      changed.pipe(filter(({ kind }) => kind === 'prices')),
    ).pipe(map(() => ({ kind: 'figures' }) as const))
    this.changes = merge(changed, figures)
  }

  /** Emits everything that is held back. */
  flush(): void {
    this.#flush.next()
    // Last: what was just emitted changed the figures.
    this.#flushFigures.next()
  }

  #rows(committed: Observable<Committed>): Observable<StateChange> {
    const { pace } = this
    const waiting = new RowThrottle(ROW_INTERVAL_MS)
    const held = new Subject<void>()
    let emittedAt = Number.NEGATIVE_INFINITY
    const take = (which: 'due' | 'all'): Touched => {
      emittedAt = pace.now()
      const rows = waiting.take(emittedAt, which)
      if (waiting.holds) held.next()
      return rows
    }
    return merge(
      this.#flush.pipe(map(() => take('all'))),
      committed.pipe(
        filter((commit) => !isBulk(commit)),
        tap(({ touched }) => touched.forEach((rows) => waiting.add(rows))),
        // After the responses of the batch, and after the pause.
        audit(() => pace.after(Math.max(0, emittedAt + PAUSE_MS - pace.now()))),
        map(() => take('due')),
      ),
      held.pipe(
        audit(() => pace.after(ROW_INTERVAL_MS)),
        map(() => take('all')),
      ),
    ).pipe(
      filter(({ kinds }) => kinds.length > 0),
      map((rows) => ({ kind: 'rows', rows }) as const),
    )
  }
}

/** Whether clients must re-read: an import changes thousands of rows, and an erasure every figure. */
const isBulk = ({ events, quiet }: Committed): boolean => quiet || events.some(isErasure)
