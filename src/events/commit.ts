import { Subject } from 'rxjs'
import type { Touched } from '../projections/define.js'
import type { Appended, New, Recorded } from './envelope.js'
import type { LogStore } from './log.js'

/** What a unit of work may do inside the transaction. */
export interface Tx {
  /** Appends one event; a duplicate (same dedup key) is named, not appended. */
  append(stream: string, event: New): Appended
  versionOf(stream: string): number
  /** Applies the projections to what was appended so far, so that their tables can be read before deciding. */
  project(): void
}

// Nothing asynchronous may run inside the transaction: such a unit does not compile.
type Synchronous<A> = A extends PromiseLike<unknown> ? never : A
export type Unit<A> = (tx: Tx) => Synchronous<A>

export interface Committed {
  readonly events: readonly Recorded[]
  /** Rows that changed, in the order of the projections' runs. */
  readonly touched: readonly Touched[]
  /** History being imported: rows change by the thousand, nobody wants a message for each. */
  readonly quiet: boolean
}

/** The disk refused a write: nothing of the batch is stored, nobody is told it was. */
export class StorageFailure extends Error {
  constructor(readonly reason: unknown) {
    super(`the log could not be written: ${String(reason)}`)
  }
}

interface Pending {
  readonly run: (tx: Tx) => unknown
  readonly quiet: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

// A batch is bounded so that a flood of imports cannot hold the transaction, and with it every hook, for long.
const MAX_UNITS_PER_BATCH = 512

export interface CommitterParts {
  readonly log: LogStore
  /** Applies the inline projections to appended events, inside the open transaction. */
  readonly project: (events: readonly Recorded[]) => Touched
  readonly onCommit?: (seconds: number, events: number) => void
  readonly monotonic: () => number
}

/**
 * The only writer. Units that wait when the event loop turns share one transaction (group commit without a timer), and
 * each is answered after that transaction is on disk. A unit that throws undoes only itself.
 */
export class Committer {
  readonly committed = new Subject<Committed>()
  #queue: Pending[] = []
  #scheduled = false
  #idle: (() => void)[] = []
  #closed = false

  constructor(private readonly parts: CommitterParts) {}

  submit<A>(unit: Unit<A>, options: { readonly quiet?: boolean } = {}): Promise<A> {
    if (this.#closed) return Promise.reject(new StorageFailure('the service is stopping'))
    return new Promise<A>((resolve, reject) => {
      this.#queue.push({
        run: unit,
        quiet: options.quiet ?? false,
        resolve: resolve as (value: unknown) => void,
        reject,
      })
      this.#schedule()
    })
  }

  /** Resolves when nothing waits to be committed. */
  idle(): Promise<void> {
    if (this.#queue.length === 0 && !this.#scheduled) return Promise.resolve()
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

  #drain(): void {
    this.#scheduled = false
    const quiet = this.#queue[0]?.quiet ?? false
    // Quiet and loud units do not share a batch: the batch's events are announced or not as a whole.
    const end = this.#queue.findIndex((pending) => pending.quiet !== quiet)
    const batch = this.#queue.splice(0, Math.min(end < 0 ? this.#queue.length : end, MAX_UNITS_PER_BATCH))
    if (batch.length > 0) this.#commit(batch, quiet)
    if (this.#queue.length > 0) this.#schedule()
    else for (const resolve of this.#idle.splice(0)) resolve()
  }

  #commit(batch: readonly Pending[], quiet: boolean): void {
    const { log, project, monotonic, onCommit } = this.parts
    const started = monotonic()
    const appended: Recorded[] = []
    const touched: Touched[] = []
    let projected = 0
    const flush = () => {
      if (projected === appended.length) return
      touched.push(project(appended.slice(projected)))
      projected = appended.length
    }
    const tx: Tx = {
      append: (stream, event) => {
        const outcome = log.append(stream, event)
        if ('duplicateOf' in outcome) return { duplicate: true, position: outcome.duplicateOf }
        appended.push(outcome.recorded)
        return { duplicate: false, event: outcome.recorded }
      },
      versionOf: (stream) => log.versionOf(stream),
      project: flush,
    }
    const answers: (() => void)[] = []
    try {
      log.begin()
      for (const pending of batch) {
        const mark = appended.length
        const markProjected = projected
        try {
          const value = batch.length === 1 ? pending.run(tx) : log.isolated(() => pending.run(tx))
          answers.push(() => pending.resolve(value))
        } catch (error) {
          if (batch.length === 1) throw new Refused(error)
          appended.length = mark
          projected = Math.min(markProjected, mark)
          answers.push(() => pending.reject(error))
        }
      }
      flush()
      log.commit()
    } catch (error) {
      log.rollback()
      const failure = error instanceof Refused ? error.reason : new StorageFailure(error)
      for (const pending of batch) pending.reject(failure)
      return
    }
    onCommit?.(monotonic() - started, appended.length)
    for (const answer of answers) answer()
    if (appended.length > 0) this.committed.next({ events: appended, touched, quiet })
  }
}

/** A lone unit's own refusal: the transaction is rolled back whole instead of to a savepoint. */
class Refused extends Error {
  constructor(readonly reason: unknown) {
    super('refused')
  }
}
