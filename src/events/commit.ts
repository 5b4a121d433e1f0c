import { Subject } from 'rxjs'
import type { Touched } from '../projections/define.js'
import type { Appended, New, Recorded } from './envelope.js'
import { isolatedOrLost, type LogStore, TransactionLost } from './log.js'

/** What a unit of work may do inside the transaction. */
export interface Tx {
  /** Appends one event; a duplicate (same dedup key) is named, not appended. */
  append(stream: string, event: New): Appended
  versionOf(stream: string): number
  /** Applies the projections to what was appended so far, so that their tables can be read before deciding. */
  project(): void
  /**
   * Erases streams: first from the tables, then, once the event that records it is appended, from the log. The record is
   * made when the tables are as they will be.
   */
  erase(streams: Erased, record: () => { readonly stream: string; readonly event: New }): void
}

/** Streams by name, or those of all sessions. */
export type Erased = readonly string[] | 'all sessions'

// Nothing asynchronous may run inside the transaction: such a unit does not compile.
type Synchronous<A> = A extends PromiseLike<unknown> ? never : A
export type Unit<A> = (tx: Tx) => Synchronous<A>

export interface Committed {
  readonly events: readonly Recorded[]
  /** Rows that changed, in the order of the projections' runs. */
  readonly touched: readonly Touched[]
  /** History being imported: rows change by the thousand, nobody wants a message for each, and it can be read again. */
  readonly quiet: boolean
}

/** The disk refused a write: nothing of the batch is stored, nobody is told it was. */
export class StorageFailure extends Error {
  constructor(readonly reason: unknown) {
    super(`the log could not be written: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}

export interface SubmitOptions {
  /** See `Committed.quiet`. Quiet units wait while others do. */
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
/** While hooks come. */
const FEW_QUIET_EVENTS = 64
const HOOKS_COME_S = 2
/** So much of an import may be left to the next hook to sync. */
const MAX_UNSYNCED_EVENTS = 256

export interface CommitterParts {
  readonly log: LogStore
  /**
   * Applies the inline projections to appended events, inside the open transaction. `isolated` leaves out what a
   * projection cannot digest; `swift` throws there.
   */
  readonly project: (events: readonly Recorded[], mode: 'swift' | 'isolated') => Touched
  /** Takes streams out of the tables, calls `between`, then deletes their rows of the log. Inside the open transaction. */
  readonly erase: (streams: Erased, between: () => void) => void
  readonly onCommit?: (seconds: number, events: number, quiet: boolean) => void
  readonly monotonic: () => number
}

/**
 * The only writer. Units that wait when the event loop turns share one transaction (group commit without a timer), and
 * each is answered after that transaction is on disk. A unit that throws undoes only itself.
 */
export class Committer {
  readonly committed = new Subject<Committed>()
  #loud: Pending[] = []
  #quiet: Pending[] = []
  #lastLoudAt = Number.NEGATIVE_INFINITY
  #unsynced = 0
  #scheduled = false
  #idle: (() => void)[] = []
  #closed = false

  constructor(private readonly parts: CommitterParts) {}

  submit<A>(unit: Unit<A>, { quiet = false, events = 1 }: SubmitOptions = {}): Promise<A> {
    if (this.#closed) return Promise.reject(new StorageFailure('the service is stopping'))
    return new Promise<A>((resolve, reject) => {
      const pending = { run: unit, events, resolve: resolve as (value: unknown) => void, reject }
      ;(quiet ? this.#quiet : this.#loud).push(pending)
      this.#schedule()
    })
  }

  /** Resolves when nothing waits to be committed. */
  idle(): Promise<void> {
    if (!this.#waits && !this.#scheduled) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  /** Commits what waits, then takes nothing more. */
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

  // Loud before quiet, and never together: an import must neither delay a hook nor have it left unsynced.
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
   * Runs a batch without savepoints first, since nearly every batch succeeds as a whole; where a unit refuses or a
   * projection throws, everything is undone and done again with each step isolated.
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
    this.parts.onCommit?.(this.parts.monotonic() - started, done.events.length, quiet)
    for (const answer of done.answers) answer()
    if (done.events.length > 0) this.committed.next({ events: done.events, touched: done.touched, quiet })
  }

  /**
   * A sync holds everybody up, so an import leaves it to the next hook; but what is left unsynced that hook has to wait for:
   * while hooks come it is not much.
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

  /** One transaction. Null when a swift attempt met anything that must be isolated; throws when the disk refuses. */
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
      const value = pending.run(this)
      this.answers.push(() => pending.resolve(value))
      return
    }
    const [events, projected] = [this.events.length, this.#projected]
    try {
      const value = isolatedOrLost(this.parts.log, () => pending.run(this))
      this.answers.push(() => pending.resolve(value))
    } catch (error) {
      if (error instanceof TransactionLost) throw error
      this.events.length = events
      this.#projected = Math.min(projected, events)
      this.answers.push(() => pending.reject(error))
    }
  }

  append(stream: string, event: New): Appended {
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
