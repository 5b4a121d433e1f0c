import { Touched, type TouchedKind } from '../../projections/touched.js'

/**
 * The changed rows that wait for their announcement: each row at once, then at most once per interval while it keeps changing.
 * One object for all rows, since thousands may be busy: a timer for each costs more than the announcements themselves (ADR 16).
 */
export class RowThrottle {
  #waiting = new Touched()
  /** When each row was announced, in order of time: only the last interval. */
  readonly #announced = new Map<TouchedKind, Map<unknown, number>>()

  constructor(private readonly intervalMs: number) {}

  /** Whether rows wait that were announced less than an interval ago. */
  get holds(): boolean {
    return this.#waiting.kinds.length > 0
  }

  add(touched: Touched): void {
    for (const kind of touched.kinds) {
      for (const [key, change] of touched.of(kind)) this.#waiting.add(kind, key, change)
    }
  }

  /** Removes and returns the rows whose interval is over, or all of them. */
  take(now: number, which: 'due' | 'all'): Touched {
    const [due, held] = [new Touched(), new Touched()]
    for (const kind of this.#waiting.kinds) {
      const announced = this.#announcedSince(now - this.intervalMs, kind)
      for (const [key, change] of this.#waiting.of(kind)) {
        if (which === 'due' && announced.has(key)) held.add(kind, key, change)
        else {
          due.add(kind, key, change)
          // Deleted first, so that the order stays that of time.
          announced.delete(key)
          announced.set(key, now)
        }
      }
    }
    this.#waiting = held
    return due
  }

  #announcedSince(start: number, kind: TouchedKind): Map<unknown, number> {
    const announced = this.#announced.get(kind) ?? new Map<unknown, number>()
    this.#announced.set(kind, announced)
    for (const [key, at] of announced) {
      if (at > start) break
      announced.delete(key)
    }
    return announced
  }
}
