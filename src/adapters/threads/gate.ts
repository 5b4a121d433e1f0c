/** Background work pauses while more events than this are committed in a second: hooks come first. */
export const FASTEST = 50
const SLOTS = 10
/** Milliseconds. */
const CHECK_MS = 100
/**
 * Seconds. Hooks may arrive this fast for hours, as in a large team. So that search does not fall behind for as long, background
 * work gets a slice of a second each minute, which is enough for the events of that minute.
 */
const LONGEST_PAUSE = 60
const SLICE = 1

/** Seconds on a clock that never goes back. */
type Monotonic = () => number

/** Counts what happened within the last second. */
class RateMeter {
  readonly #counts = new Float64Array(SLOTS)
  #slot = 0

  constructor(private readonly monotonic: Monotonic) {}

  add(count: number): void {
    this.#advance()
    const at = this.#slot % SLOTS
    this.#counts[at] = (this.#counts[at] ?? 0) + count
  }

  perSecond(): number {
    this.#advance()
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  #advance(): void {
    const now = Math.floor(this.monotonic() * SLOTS)
    for (let slot = Math.max(this.#slot, now - SLOTS) + 1; slot <= now; slot++) this.#counts[slot % SLOTS] = 0
    this.#slot = Math.max(this.#slot, now)
  }
}

/** Whether background work must pause: 1 or 0. In shared memory, so that each thread can ask without a message. */
export type Closed = Int32Array<SharedArrayBuffer>

/** Closes while events are committed fast. Imports do not count: they are background work themselves. */
export class Gate {
  readonly closed: Closed = new Int32Array(new SharedArrayBuffer(4))
  readonly #meter: RateMeter
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly monotonic: Monotonic) {
    this.#meter = new RateMeter(monotonic)
  }

  /** Reports committed events. */
  committed(events: number): void {
    this.#meter.add(events)
    if (this.#timer !== undefined || this.#meter.perSecond() <= FASTEST) return
    Atomics.store(this.closed, 0, 1)
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref()
  }

  /** See `turnsAt`. */
  turns(): () => Promise<void> {
    return turnsAt(this.closed, this.monotonic)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    Atomics.store(this.closed, 0, 0)
  }

  #check(): void {
    if (this.#meter.perSecond() <= FASTEST) this.close()
  }
}

/** Returns a function that resolves when background work may do its next step. It may be called on any thread. */
export const turnsAt = (closed: Closed, monotonic: Monotonic): (() => Promise<void>) => {
  let sliceEnds = Number.NEGATIVE_INFINITY
  return async () => {
    const waitsUntil = monotonic() + LONGEST_PAUSE
    while (Atomics.load(closed, 0) === 1 && monotonic() >= sliceEnds) {
      if (monotonic() >= waitsUntil) sliceEnds = monotonic() + SLICE
      else await new Promise<void>((resolve) => void setTimeout(resolve, CHECK_MS).unref())
    }
  }
}
