import { systemVisibility } from '../../../domain/access/system-visibility.js'
import type { Money } from '../../../domain/pricing/cost.js'
import { bookInForce, type PriceBook } from '../../../projections/pricing/price-book.js'
import { pricedSessions } from '../../../projections/queries/costs.js'
import { setRules } from '../../../projections/queries/pricing.js'
import type { SessionCosts } from '../../../projections/queries/session-places.js'
import type { SideFile } from './side-file.js'

/** Sessions that are priced with one query, so that the rows of a long history are never in memory at once. */
const AT_ONCE = 2000
/** Sessions that are priced between two requests. */
const AT_A_STEP = 250
/** Log positions. After more, all sessions are priced again instead of finding the changed ones. */
const FAR_BEHIND = 50_000

/**
 * The cost of every session, priced once and then again where usage changed. Money is in memory only (ADR 11): a changed rule prices
 * all sessions again.
 */
export class PricedSessions implements SessionCosts {
  readonly #costs = new Map<number, Money>()
  /** Sessions whose code execution is billed: its price depends on the month's usage of all sessions. */
  readonly #executing = new Set<number>()
  #rules = ''
  /** Sessions that were not priced since the start or the last change of the rules. */
  #unpriced: number[] = []
  #position = 0
  #ascending: number[] = []
  #isSorted = true

  constructor(private readonly file: SideFile) {}

  /** Prices the next few sessions that were never priced, in the background; false when there are none. */
  advance(): boolean {
    return this.file.reading(() => {
      this.#startIfOutdated()
      if (this.#unpriced.length === 0) return false
      this.#price(bookInForce(this.file.db), this.#unpriced.splice(-AT_A_STEP))
      this.#isSorted = false
      return true
    })
  }

  /** Brings the costs up to date. Call it within the snapshot that is read afterwards. */
  refresh(): this {
    this.#startIfOutdated()
    const head = this.file.head()
    if (this.#unpriced.length === 0 && head === this.#position) return this
    const book = bookInForce(this.file.db)
    while (this.#unpriced.length > 0) this.#price(book, this.#unpriced.splice(-AT_ONCE))
    this.#priceAgain(book, this.#changed(this.#position, head))
    this.#position = head
    return this
  }

  /** Forgets all costs: an erasure changes sessions without an event of theirs. */
  startOver(): void {
    this.#position = 0
    this.#unpriced = []
  }

  of(stream: number): Money {
    return this.#costs.get(stream) ?? 0n
  }

  get ascending(): readonly number[] {
    if (this.#isSorted) return this.#ascending
    // Mostly in order already, which makes the sort fast.
    this.#ascending.sort((a, b) => {
      const [one, other] = [this.of(a), this.of(b)]
      return one === other ? a - b : one < other ? -1 : 1
    })
    this.#isSorted = true
    return this.#ascending
  }

  #startIfOutdated(): void {
    const { db } = this.file
    const rules = JSON.stringify(setRules(db))
    const head = this.file.head()
    if (this.#position > 0 && rules === this.#rules && head - this.#position <= FAR_BEHIND) return
    this.#rules = rules
    this.#position = head
    this.#costs.clear()
    this.#executing.clear()
    this.#ascending = db
      .all<{ stream: number }>('select stream from p_session order by stream')
      .map(({ stream }) => stream)
    for (const stream of this.#ascending) this.#costs.set(stream, 0n)
    this.#unpriced = [...this.#ascending]
    this.#isSorted = false
  }

  #priceAgain(book: PriceBook, changed: readonly number[]): void {
    const streams = [...new Set([...changed, ...this.#executing])]
    const before = new Map(streams.map((stream) => [stream, this.#costs.get(stream)]))
    for (const stream of streams) {
      if (before.get(stream) === undefined) this.#ascending.push(stream)
      this.#costs.set(stream, 0n)
      this.#executing.delete(stream)
    }
    this.#price(book, streams)
    if (streams.some((stream) => before.get(stream) !== this.#costs.get(stream))) this.#isSorted = false
  }

  #price(book: PriceBook, streams: readonly number[]): void {
    for (const [stream, { cost, executes }] of pricedSessions(this.file.db, systemVisibility, book, streams)) {
      this.#costs.set(stream, cost)
      if (executes) this.#executing.add(stream)
    }
  }

  /** Returns the sessions with new events, and those that share messages with them: a message may have moved between the two. */
  #changed(after: number, upTo: number): readonly number[] {
    const { db } = this.file
    const events = db
      .all<{ stream: number }>(
        // A condition on the streams would make SQLite read the log by stream.
        'select distinct stream from log where position > ? and position <= ?',
        after,
        upTo,
      )
      .map(({ stream }) => stream)
    const sessions = db
      .all<{ stream: number }>(
        'select stream from p_session where stream in (select value from json_each(?))',
        JSON.stringify(events),
      )
      .map(({ stream }) => stream)
    const shared = db.all<{ stream: number }>(
      `select distinct other.stream from p_usage_shared own join p_usage_shared other using (message)
       where own.stream in (select value from json_each(?))`,
      JSON.stringify(sessions),
    )
    return [...sessions, ...shared.map(({ stream }) => stream)]
  }
}
