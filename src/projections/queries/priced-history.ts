import type { Visibility } from '../../domain/access/visibility.js'
import type { Money, PricedUsage } from '../../domain/pricing/cost.js'
import type { Geo, Speed, Tier, Usage } from '../../domain/transcript/facts.js'
import { civilDate, DAY, QUARTER } from '../../domain/time.js'
import type { Recorded } from '../../events/envelope.js'
import type { Reader } from '../sql.js'
import type { Scope } from './filter.js'
import { ALL_COUNTS, COUNTS, localDay, SUMS } from './usage-columns.js'

/** What prices a usage: the book, as far as the history needs it. */
interface Pricer {
  readonly priceOfTokens: (usage: PricedUsage) => Money
}

/** Usage of one day in the caller's zone at one set of terms. The date of its price is the day in UTC. */
export interface HistoryRow extends PricedUsage {
  readonly source: string
  readonly provider: string
  /** Civil date in the caller's zone. */
  readonly shown: string
}

type Terms = Pick<HistoryRow, 'source' | 'provider' | 'model' | 'speed' | 'geo' | 'tier'>

/** A span of days, summed and priced. */
export interface Chunk {
  /** Sums by terms; the price is without code execution. */
  readonly buckets: readonly (Terms & Usage & { readonly price: Money })[]
  readonly days: readonly (Pick<Terms, 'source' | 'provider'> & { readonly shown: string; readonly price: Money })[]
  /** Rows with code execution: its price follows the whole month and is added when it is shown. */
  readonly executing: readonly HistoryRow[]
}

const CHUNK_DAYS = 32
const VIEWS = 4
const LAST_DAY = 1e8 + 1
const QUARTERS = DAY / QUARTER

interface Check {
  readonly messages: number
  readonly counts: number
  readonly fast: number
}

/** The history in one zone. */
interface View {
  readonly chunks: Map<number, Chunk & { readonly check: Check }>
  readonly dirty: Set<number>
  /** The commit it was last compared with. */
  commit: number
}

/** As the database gives it: the terms as one text, since reading columns is what takes the time. */
interface Row extends Usage {
  readonly day: number
  readonly local: number
  readonly terms: string
  readonly messages: number
}

const SEPARATOR = '\u001f'
// A model's name is anybody's text, so it comes last: it may hold the separator.
const TERM_COLUMNS = 'speed, geo, tier, provider, source, model'
const TERMS = TERM_COLUMNS.replaceAll(', ', ` || '${SEPARATOR}' || `)

/**
 * All usage by day, in memory once somebody asked: an answer costs the days that changed since, not the history.
 *
 * Days are read again when an event of theirs was committed. That finds every change but one kind: a message that left
 * its day for an earlier or better line's, or grew by a line of another day. Whatever gained a message has an event, so
 * elsewhere messages can only have become fewer and, where they have not, counts and fast messages more: the sums of
 * the whole table tell, and then everything is read again.
 */
export class PricedHistory {
  readonly #views = new Map<number, View>()
  #commit = 0

  constructor(
    private readonly db: Reader,
    private readonly pricer: Pricer,
  ) {}

  /** Everything in scope, up to date; `offset` in minutes as JavaScript's `getTimezoneOffset` gives it. */
  in(offset: number, visibility: Visibility, { sources, providers }: Scope): readonly Chunk[] {
    if (visibility.scope === 'nothing') return []
    const chunks = [...this.#upToDate(offset).values()]
    if (sources.length === 0 && providers.length === 0) return chunks
    const inScope = ({ source, provider }: Pick<Terms, 'source' | 'provider'>): boolean =>
      (sources.length === 0 || sources.includes(source)) && (providers.length === 0 || providers.includes(provider))
    return chunks.map(({ buckets, days, executing }) => ({
      buckets: buckets.filter(inScope),
      days: days.filter(inScope),
      executing: executing.filter(inScope),
    }))
  }

  #upToDate(offset: number): View['chunks'] {
    const view = this.#viewOf(offset)
    if (view.commit === this.#commit) return view.chunks
    for (const chunk of view.dirty) this.#read(view, offset, chunk * CHUNK_DAYS, (chunk + 1) * CHUNK_DAYS)
    if (!this.#isWhole(view)) {
      view.chunks.clear()
      this.#read(view, offset, 0, LAST_DAY)
    }
    view.dirty.clear()
    view.commit = this.#commit
    return view.chunks
  }

  committed(events: readonly Recorded[]): void {
    // A hook tells of no usage.
    if (this.#views.size === 0 || events.every(({ type }) => type === 'hook-received')) return
    this.#commit += 1
    for (const event of events) {
      if (event.type !== 'reply-recorded' && event.type !== 'usage-recorded') continue
      const chunk = Math.floor(event.occurredAt / DAY / CHUNK_DAYS)
      for (const { dirty } of this.#views.values()) dirty.add(chunk)
    }
  }

  /** The view of a zone. The least recently used makes room: a zone is anybody's number. */
  #viewOf(offset: number): View {
    const view = this.#views.get(offset) ?? { chunks: new Map(), dirty: new Set(), commit: -1 }
    this.#views.delete(offset)
    this.#views.set(offset, view)
    for (const old of [...this.#views.keys()].slice(0, -VIEWS)) this.#views.delete(old)
    return view
  }

  #isWhole({ chunks }: View): boolean {
    const held = { messages: 0, counts: 0, fast: 0 }
    for (const { check } of chunks.values()) {
      held.messages += check.messages
      held.counts += check.counts
      held.fast += check.fast
    }
    const now = this.db.get<Check>(
      `select coalesce(sum(messages), 0) as messages, coalesce(sum(${ALL_COUNTS}), 0) as counts,
         coalesce(sum(messages) filter (where speed = 'fast'), 0) as fast from p_usage_day`,
    )
    return now?.messages === held.messages && now.counts === held.counts && now.fast === held.fast
  }

  #read(view: View, offset: number, from: number, to: number): void {
    const chunks = new Map<number, Row[]>()
    for (const row of this.#rows(offset, from, to)) {
      const chunk = Math.floor(row.day / CHUNK_DAYS)
      const rows = chunks.get(chunk)
      if (rows === undefined) chunks.set(chunk, [row])
      else rows.push(row)
    }
    if (!chunks.has(from / CHUNK_DAYS)) view.chunks.delete(from / CHUNK_DAYS)
    for (const [chunk, rows] of chunks) view.chunks.set(chunk, this.#summed(rows))
  }

  #rows(offset: number, from: number, to: number): readonly Row[] {
    if (offset === 0) {
      return this.db.all<Row>(
        `select day, day as local, ${TERMS} as terms, messages, ${COUNTS} from p_usage_day where day >= ? and day < ?`,
        from,
        to,
      )
    }
    return this.db.all<Row>(
      `select quarter / ${QUARTERS} as day, ${localDay('quarter')} as local, ${TERMS} as terms,
         sum(messages) as messages, ${SUMS} from p_usage_quarter
       where quarter >= ? and quarter < ? group by 1, 2, ${TERM_COLUMNS}`,
      offset,
      from * QUARTERS,
      to * QUARTERS,
    )
  }

  #summed(rows: readonly Row[]): Chunk & { readonly check: Check } {
    const buckets = new Map<string, Bucket>()
    const days = new Map<string, Mutable<Chunk['days'][number]>>()
    const executing: HistoryRow[] = []
    const check = { messages: 0, counts: 0, fast: 0 }
    for (const row of rows) {
      let bucket = buckets.get(row.terms)
      if (bucket === undefined) buckets.set(row.terms, (bucket = { ...termsOf(row.terms), ...NO_USAGE }))
      const { source, provider, model, speed, geo, tier } = bucket
      const usage = { ...row, model, speed, geo, tier, date: this.#dateOf(row.day) }
      const price = this.pricer.priceOfTokens(usage)
      add(bucket, row, price)
      const shown = this.#dateOf(row.local)
      const key = `${shown}${provider}${SEPARATOR}${source}`
      const day = days.get(key)
      if (day === undefined) days.set(key, { source, provider, shown, price })
      else day.price += price
      if (row.codeExecution > 0) executing.push({ ...usage, source, provider, shown })
      check.messages += row.messages
      check.counts += countsOf(row)
      if (speed === 'fast') check.fast += row.messages
    }
    return { buckets: [...buckets.values()], days: [...days.values()], executing, check }
  }

  readonly #dates = new Map<number, string>()

  #dateOf(day: number): string {
    let date = this.#dates.get(day)
    if (date === undefined) this.#dates.set(day, (date = civilDate(day * DAY)))
    return date
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Bucket = Mutable<Chunk['buckets'][number]>

const NO_USAGE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  webSearch: 0,
  webFetch: 0,
  codeExecution: 0,
  price: 0n,
}

const termsOf = (terms: string): Terms => {
  const [speed, geo, tier, provider = '', source = '', ...model] = terms.split(SEPARATOR)
  return { speed: speed as Speed, geo: geo as Geo, tier: tier as Tier, provider, source, model: model.join(SEPARATOR) }
}

const add = (sums: Bucket, row: Usage, price: Money): void => {
  sums.input += row.input
  sums.output += row.output
  sums.cacheRead += row.cacheRead
  sums.cacheWrite += row.cacheWrite
  sums.cacheWrite1h += row.cacheWrite1h
  sums.webSearch += row.webSearch
  sums.webFetch += row.webFetch
  sums.codeExecution += row.codeExecution
  sums.price += price
}

const countsOf = (row: Usage): number =>
  row.input +
  row.output +
  row.cacheRead +
  row.cacheWrite +
  row.cacheWrite1h +
  row.webSearch +
  row.webFetch +
  row.codeExecution
