import { sees, seesEverything, type Visibility } from '../../domain/access/visibility.js'
import { DAY, QUARTER } from '../../domain/time.js'
import type { Recorded } from '../../events/envelope.js'
import type { Reader } from '../sql.js'
import type { Scope } from '../queries/filter.js'
import { ALL_COUNTS, COUNTS, localDay, SUMS } from '../queries/usage-columns.js'
import {
  type Origin,
  type Pricer,
  type Span,
  type SpanRow,
  summed,
  type Sums,
  SPAN_COLUMNS,
  SPAN_TERMS,
} from './usage-span.js'
import { UsageWatch } from './usage-watch.js'

const SPAN_DAYS = 32
const QUARTERS = DAY / QUARTER
const LAST_DAY = 1e8 + 1
/** Upper bound on cached zones: clients can send any offset. */
const VIEWS = 4

/** The history in one zone. */
interface View {
  readonly spans: Map<number, Span>
  readonly watch: UsageWatch
  /** Spans that must be read again. */
  readonly dirty: Set<number>
  stale: boolean
}

const spanOf = ({ occurredAt }: Recorded): number => Math.floor(occurredAt / DAY / SPAN_DAYS)

/** All usage by day, cached in memory on first use: an answer costs the days that changed since, not the whole history. */
export class PricedHistory {
  readonly #views = new Map<number, View>()

  constructor(
    private readonly db: Reader,
    private readonly pricer: Pricer,
  ) {}

  /** Returns everything in scope, up to date; `offset` in minutes like JavaScript's `getTimezoneOffset`. */
  in(offset: number, visibility: Visibility, { sources, providers }: Scope): readonly Omit<Span, 'sums'>[] {
    const view = this.#viewOf(offset)
    if (view.stale) this.#refresh(view, offset)
    const spans = [...view.spans.values()]
    if (seesEverything(visibility) && sources.length === 0 && providers.length === 0) return spans
    const inScope = ({ owner, source, provider }: Origin): boolean =>
      sees(visibility, owner) &&
      (sources.length === 0 || sources.includes(source)) &&
      (providers.length === 0 || providers.includes(provider))
    return spans.map(({ buckets, days, executing }) => ({
      buckets: buckets.filter(inScope),
      days: days.filter(inScope),
      executing: executing.filter(inScope),
    }))
  }

  committed(events: readonly Recorded[]): void {
    // Hooks contain no usage.
    if (this.#views.size === 0 || events.every(({ type }) => type === 'hook-received')) return
    for (const view of this.#views.values()) {
      view.stale = true
      for (const span of view.watch.saw(events, spanOf)) view.dirty.add(span)
    }
  }

  /** Returns the view of a zone; evicts the least recently used one. */
  #viewOf(offset: number): View {
    const view = this.#views.get(offset) ?? { spans: new Map(), watch: new UsageWatch(), dirty: new Set(), stale: true }
    this.#views.delete(offset)
    this.#views.set(offset, view)
    for (const old of [...this.#views.keys()].slice(0, -VIEWS)) this.#views.delete(old)
    return view
  }

  #refresh(view: View, offset: number): void {
    const { spans, watch, dirty } = view
    for (const span of dirty) this.#read(spans, offset, span * SPAN_DAYS, (span + 1) * SPAN_DAYS)
    dirty.clear()
    view.stale = false
    const messages = this.#messages()
    if (watch.isClear(messages)) return
    if (!this.#isWhole(spans)) {
      spans.clear()
      this.#read(spans, offset, 0, LAST_DAY)
    }
    watch.compared(messages)
  }

  #messages(): number {
    return this.db.get<{ n: number }>('select coalesce(sum(messages), 0) as n from p_usage_day')?.n ?? 0
  }

  /**
   * Whether the cached spans match the table. In a span without new lines messages can only leave, and the remaining ones can
   * only grow, so a changed sum shows every change.
   */
  #isWhole(spans: View['spans']): boolean {
    const held = { messages: 0, counts: 0, fast: 0 }
    for (const { sums } of spans.values()) {
      held.messages += sums.messages
      held.counts += sums.counts
      held.fast += sums.fast
    }
    const now = this.db.get<Sums>(
      `select coalesce(sum(messages), 0) as messages, coalesce(sum(${ALL_COUNTS}), 0) as counts,
         coalesce(sum(messages) filter (where speed = 'fast'), 0) as fast from p_usage_day`,
    )
    return now?.messages === held.messages && now.counts === held.counts && now.fast === held.fast
  }

  #read(spans: View['spans'], offset: number, from: number, to: number): void {
    const read = new Map<number, SpanRow[]>()
    for (const row of this.#rows(offset, from, to)) {
      const span = Math.floor(row.day / SPAN_DAYS)
      const rows = read.get(span)
      if (rows === undefined) read.set(span, [row])
      else rows.push(row)
    }
    // A span without messages has no entry.
    spans.delete(from / SPAN_DAYS)
    for (const [span, rows] of read) spans.set(span, summed(rows, this.pricer))
  }

  #rows(offset: number, from: number, to: number): readonly SpanRow[] {
    if (offset === 0) {
      return this.db.all<SpanRow>(
        `select day, day as local, ${SPAN_TERMS} as terms, messages, ${COUNTS} from p_usage_day where day >= ? and day < ?`,
        from,
        to,
      )
    }
    return this.db.all<SpanRow>(
      `select quarter / ${QUARTERS} as day, ${localDay('quarter')} as local, ${SPAN_TERMS} as terms,
         sum(messages) as messages, ${SUMS} from p_usage_quarter
       where quarter >= ? and quarter < ? group by 1, 2, ${SPAN_COLUMNS}`,
      offset,
      from * QUARTERS,
      to * QUARTERS,
    )
  }
}
