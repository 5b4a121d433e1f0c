import type { Subject } from 'rxjs'
import { isRejection, type Rejection } from '../domain/rejection.js'
import type { Touched } from '../projections/touched.js'
import { Commits } from './commits.js'
import type { Appended, EventOn, New, Recorded } from './envelope.js'
import type { StreamKind, StreamName } from './streams.js'
import { isolatedOrLost, type LogStore, TransactionLost } from './log.js'

/** What a unit of work may do inside the transaction. */
export interface Tx {
  /** Appends one event. A duplicate (same dedup key) is not appended; its position is returned instead. */
  append<K extends StreamKind>(stream: StreamName<K>, event: New<EventOn<K>>): Appended
  versionOf(stream: string): number
  /** Applies the projections to the events appended so far, so that the unit can read their tables before it decides. */
  project(): void
  /**
   * Erases streams: first from the tables, then, after appending the event that records it, from the log. `record` is called when
   * the tables are already without the streams.
   */
  erase(streams: Erased, record: () => ErasureRecord): void
}

/** The event that records an erasure, and its stream. */
export interface ErasureRecord {
  readonly stream: StreamName<'service'>
  readonly event: New<EventOn<'service'>>
}

/** Streams by name, or those of all sessions. */
export type Erased = readonly string[] | 'all sessions'

// Nothing asynchronous may run inside the transaction: such a unit does not compile.
type Synchronous<A> = A extends PromiseLike<unknown> ? never : A
export type Unit<A> = (tx: Tx) => Synchronous<A>

export interface Committed {
  readonly events: readonly Recorded[]
  /** Changed rows, one entry per run of the projections. */
  readonly touched: readonly Touched[]
  /** Import of history: thousands of rows change, so clients get no message for each, and the source can be read again. */
  readonly quiet: boolean
}

/** The disk refused a write: nothing of the batch is stored, and no unit of it is reported as committed. */
export class StorageFailure extends Error {
  readonly _tag = 'StorageFailure'

  constructor(readonly reason: unknown) {
    super(`the log could not be written: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}

export interface SubmitOptions {
  /** See `Committed.quiet`. Quiet units wait while others are pending. */
  readonly quiet?: boolean
  /** About how many events a quiet unit appends. */
  readonly events?: number
}

interface Pending {
  readonly run: (tx: Tx) => unknown
  readonly events: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

// A batch is bounded so that nothing holds the transaction, and with it every hook, for long.
const MAX_UNITS = 512
const MAX_QUIET_EVENTS = 1000
/** The limit while hooks arrive. */
const FEW_QUIET_EVENTS = 64
const HOOKS_COME_S = 2
/** How many imported events may wait for the sync of the next hook. */
const MAX_UNSYNCED_EVENTS = 256

interface CommitterParts {
  readonly log: LogStore
  /**
   * Applies the inline projections to appended events, inside the open transaction. Mode `isolated` skips events that a
   * projection fails on; `swift` throws.
   */
  readonly project: (events: readonly Recorded[], mode: 'swift' | 'isolated') => Touched
  /** Removes streams from the tables, calls `between`, then deletes their rows of the log. Runs inside the open transaction. */
  readonly erase: (streams: Erased, between: () => void) => void
  readonly onCommit?: (seconds: number, events: readonly Recorded[], quiet: boolean) => void
  /** Receives the errors of listeners to `committed`. */
  readonly onListenerFailure?: (error: unknown) => void
  readonly monotonic: () => number
}

/**
 * The only writer of the log. Units that are pending when the event loop turns share one transaction (group commit without a
 * timer), and each is answered after that transaction is on disk. A unit that throws rolls back only its own writes. So does a
 * unit that appended and then answers a `Rejection`: what was refused is never stored.
 */
export class Committer {
  readonly committed: Subject<Committed>
  #loud: Pending[] = []
  #quiet: Pending[] = []
  #lastLoudAt = Number.NEGATIVE_INFINITY
  #unsynced = 0
  #scheduled = false
  #idle: (() => void)[] = []
  #closed = false

  constructor(private readonly parts: CommitterParts) {
    this.committed = new Commits(parts.onListenerFailure)
  }

  submit<A>(unit: Unit<A>, { quiet = false, events = 1 }: SubmitOptions = {}): Promise<A> {
    if (this.#closed) return Promise.reject(new StorageFailure('the service is stopping'))
    return new Promise<A>((resolve, reject) => {
      const pending = { run: unit, events, resolve: resolve as (value: unknown) => void, reject }
      ;(quiet ? this.#quiet : this.#loud).push(pending)
      this.#schedule()
    })
  }

  /** Resolves when nothing is waiting to be committed. */
  idle(): Promise<void> {
    if (!this.#waits && !this.#scheduled) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  /** Commits what is pending, then rejects new units. */
  async close(): Promise<void> {
    await this.idle()
    this.#closed = true
    this.committed.complete()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#drain())
  }

  get #waits(): boolean {
    return this.#loud.length > 0 || this.#quiet.length > 0
  }

  // Loud before quiet, and never together: an import must neither delay a hook nor leave it unsynced.
  #drain(): void {
    this.#scheduled = false
    if (this.#loud.length > 0) this.#commit(this.#loud.splice(0, MAX_UNITS), false)
    else if (this.#quiet.length > 0) this.#commit(this.#quietBatch(), true)
    if (this.#waits) this.#schedule()
    else for (const resolve of this.#idle.splice(0)) resolve()
  }

  #quietBatch(): Pending[] {
    const most = this.#hooksCome(this.parts.monotonic()) ? FEW_QUIET_EVENTS : MAX_QUIET_EVENTS
    let events = 0
    const end = this.#quiet.findIndex((pending) => (events += pending.events) > most)
    return this.#quiet.splice(0, end < 0 ? this.#quiet.length : Math.max(1, end))
  }

  /**
   * Runs a batch without savepoints first, since nearly every batch succeeds as a whole. If a unit or a projection throws,
   * everything is rolled back and run again with each step isolated.
   */
  #commit(batch: readonly Pending[], quiet: boolean): void {
    const started = this.parts.monotonic()
    let done: Done
    try {
      const durability = this.#durabilityOf(batch, quiet, started)
      done = this.#attempt(batch, 'swift', durability) ?? this.#attempt(batch, 'isolated', durability) ?? NOTHING_DONE
    } catch (error) {
      for (const pending of batch) pending.reject(new StorageFailure(error))
      return
    }
    this.parts.onCommit?.(this.parts.monotonic() - started, done.events, quiet)
    for (const answer of done.answers) answer()
    if (done.events.length > 0) this.committed.next({ events: done.events, touched: done.touched, quiet })
  }

  /**
   * Decides whether a commit syncs. A sync blocks everyone, so an import leaves it to the next hook. But that hook then has to
   * wait for it, so the unsynced amount is limited while hooks arrive.
   */
  #durabilityOf(batch: readonly Pending[], quiet: boolean, now: number): 'durable' | 'relaxed' {
    if (!quiet) this.#lastLoudAt = now
    this.#unsynced += batch.reduce((sum, { events }) => sum + events, 0)
    const durable = !quiet || (this.#hooksCome(now) && this.#unsynced > MAX_UNSYNCED_EVENTS)
    if (durable) this.#unsynced = 0
    return durable ? 'durable' : 'relaxed'
  }

  #hooksCome(now: number): boolean {
    return now - this.#lastLoudAt <= HOOKS_COME_S
  }

  /** Runs one transaction. Returns null if a swift attempt failed and must be repeated isolated; throws if the disk refuses. */
  #attempt(batch: readonly Pending[], mode: 'swift' | 'isolated', durability: 'durable' | 'relaxed'): Done | null {
    const { log } = this.parts
    const work = new Work(this.parts, mode)
    log.begin(durability)
    try {
      for (const pending of batch) work.run(pending)
      work.project()
    } catch (error) {
      log.rollback()
      if (mode === 'swift') return null
      throw error
    }
    try {
      log.commit()
    } catch (error) {
      log.rollback()
      throw error
    }
    return work
  }
}

interface Done {
  readonly events: readonly Recorded[]
  readonly touched: readonly Touched[]
  readonly answers: readonly (() => void)[]
}

const NOTHING_DONE: Done = { events: [], touched: [], answers: [] }

/** Rolls back a unit that answers a rejection. */
class Refused extends Error {
  constructor(readonly rejection: Rejection) {
    super(rejection.message)
  }
}

/** The units of one transaction and what they appended. */
class Work implements Done, Tx {
  readonly events: Recorded[] = []
  readonly touched: Touched[] = []
  readonly answers: (() => void)[] = []
  #projected = 0

  constructor(
    private readonly parts: CommitterParts,
    private readonly mode: 'swift' | 'isolated',
  ) {}

  run(pending: Pending): void {
    if (this.mode === 'swift') {
      const value = this.#runUnit(pending)
      this.answers.push(() => pending.resolve(value))
      return
    }
    const [events, projected] = [this.events.length, this.#projected]
    try {
      const value = isolatedOrLost(this.parts.log, () => this.#runUnit(pending))
      this.answers.push(() => pending.resolve(value))
    } catch (error) {
      if (error instanceof TransactionLost) throw error
      this.events.length = events
      this.#projected = Math.min(projected, events)
      this.answers.push(() => (error instanceof Refused ? pending.resolve(error.rejection) : pending.reject(error)))
    }
  }

  /** Runs a unit; throws if it answers a rejection after it appended, so that its events are rolled back. */
  #runUnit(pending: Pending): unknown {
    const before = this.events.length
    const value = pending.run(this)
    if (this.events.length > before && isRejection(value)) throw new Refused(value)
    return value
  }

  append(stream: StreamName, event: New): Appended {
    const outcome = this.parts.log.append(stream, event)
    if ('duplicateOf' in outcome) return { duplicate: true, position: outcome.duplicateOf }
    this.events.push(outcome.recorded)
    return { duplicate: false, event: outcome.recorded }
  }

  versionOf(stream: string): number {
    return this.parts.log.versionOf(stream)
  }

  erase(streams: Erased, record: Parameters<Tx['erase']>[1]): void {
    this.project()
    this.parts.erase(streams, () => {
      const { stream, event } = record()
      this.append(stream, event)
    })
  }

  project(): void {
    if (this.#projected === this.events.length) return
    this.touched.push(this.parts.project(this.events.slice(this.#projected), this.mode))
    this.#projected = this.events.length
  }
}
