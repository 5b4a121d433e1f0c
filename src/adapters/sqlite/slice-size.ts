/** A slice blocks the event loop. These bounds of its time, in seconds, leave most of the loop to hooks. */
const SHORT = 0.0015
const LONG = 0.003
const FEWEST = 5
const MOST = 100

/** The number of events that one slice of a rebuild applies. It follows the time that a slice takes: events differ in size. */
export class SliceSize {
  // Few at first: code that V8 has not compiled yet is slow.
  #events = FEWEST

  constructor(private readonly monotonic: () => number) {}

  get events(): number {
    return this.#events
  }

  /** Runs a slice of the current size, and adapts the size of the next one. */
  adapt(slice: () => void): void {
    const startedAt = this.monotonic()
    slice()
    const took = this.monotonic() - startedAt
    if (took > LONG) this.#events = Math.max(FEWEST, Math.floor(this.#events / 2))
    else if (took < SHORT) this.#events = Math.min(MOST, this.#events + 1)
  }
}
