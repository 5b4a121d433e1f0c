import { type Money, priceAt, type PricedUsage, type TokenPrices } from '../../domain/pricing/cost.js'
import type { ContextSize } from '../../domain/pricing/context.js'
import type { Geo, Speed, Tier, Usage } from '../../domain/transcript/facts/facts.js'
import { civilDate, DAY } from '../../domain/time.js'

/** What, with the date, determines the rates of a usage. */
export type Terms = Pick<PricedUsage, 'model' | 'speed' | 'geo' | 'tier' | 'context'>

/** The part of the price book that the history needs. */
export interface Pricer {
  /** Returns the token prices under these terms on a civil date (UTC); null if no rule matches the model. */
  readonly tokenPrices: (terms: Terms, date: string) => TokenPrices | null
}

/** The counts of a usage. */
export type UsedCounts = Usage & Pick<PricedUsage, 'freeExecution'>

export interface Origin {
  readonly owner: string
  readonly source: string
  readonly provider: string
}

/** Usage of one day in the caller's zone under one set of terms. The date of its price is the day in UTC. */
interface ShownUsage extends PricedUsage, Origin {
  /** Civil date in the caller's zone. */
  readonly shown: string
}

/** A span of days, summed and priced. */
export interface Span {
  /** Sums by terms; the price is without code execution. */
  readonly buckets: readonly (Terms & Origin & UsedCounts & { readonly price: Money })[]
  readonly days: readonly (Origin & { readonly shown: string; readonly price: Money })[]
  /** Rows with code execution: its price depends on the whole month and is added when it is shown. */
  readonly executing: readonly ShownUsage[]
  readonly sums: Sums
}

/** Checksums that show whether rows have changed. */
export interface Sums {
  readonly messages: number
  readonly counts: number
  readonly fast: number
}

/** A row of the database. The terms are one text, because reading columns is what takes the time. */
export interface SpanRow extends UsedCounts {
  readonly day: number
  readonly local: number
  readonly terms: string
  readonly messages: number
}

const SEPARATOR = '\u001f'
// The model comes last: its name is untrusted and may contain the separator.
export const SPAN_COLUMNS = 'speed, geo, tier, context, owner, provider, source, model'
/** SQL: the terms of a row as one text. */
export const SPAN_TERMS = SPAN_COLUMNS.replaceAll(', ', ` || '${SEPARATOR}' || `)

// Members are listed: V8 turns an object with this many members into a slow dictionary when it is built by spreading.
const emptyBucket = (terms: string): Bucket => {
  const [speed, geo, tier, context, owner = '', provider = '', source = '', ...model] = terms.split(SEPARATOR)
  return {
    speed: speed as Speed,
    geo: geo as Geo,
    tier: tier as Tier,
    context: Number(context) as ContextSize,
    owner,
    provider,
    source,
    model: model.join(SEPARATOR),
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWrite1h: 0,
    webSearch: 0,
    webFetch: 0,
    codeExecution: 0,
    freeExecution: 0,
    price: 0n,
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Bucket = Mutable<Span['buckets'][number]>

/** Sums and prices the rows of a span. */
export const summed = (rows: readonly SpanRow[], pricer: Pricer): Span => {
  const buckets = new Map<string, Bucket>()
  const days = new Map<string, Mutable<Span['days'][number]>>()
  const executing: ShownUsage[] = []
  const sums = { messages: 0, counts: 0, fast: 0 }
  const dates = new Map<number, string>()
  const dateOf = (day: number): string => {
    let date = dates.get(day)
    if (date === undefined) dates.set(day, (date = civilDate(day * DAY)))
    return date
  }
  for (const row of rows) {
    let bucket = buckets.get(row.terms)
    if (bucket === undefined) buckets.set(row.terms, (bucket = emptyBucket(row.terms)))
    const { owner, source, provider, model, speed, geo, tier, context } = bucket
    const [date, shown] = [dateOf(row.day), dateOf(row.local)]
    const prices = pricer.tokenPrices(bucket, date)
    const price = prices === null ? 0n : priceAt(prices, row)
    addUsage(bucket, row, price)
    const key = [shown, owner, provider, source].join(SEPARATOR)
    const day = days.get(key)
    if (day === undefined) days.set(key, { owner, source, provider, shown, price })
    else day.price += price
    if (row.codeExecution > 0) {
      executing.push({ ...row, owner, source, provider, model, speed, geo, tier, context, date, shown })
    }
    sums.messages += row.messages
    sums.counts += countsOf(row)
    if (speed === 'fast') sums.fast += row.messages
  }
  return { buckets: [...buckets.values()], days: [...days.values()], executing, sums }
}

/** The initial value of a sum. */
export const NOTHING_USED = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  webSearch: 0,
  webFetch: 0,
  codeExecution: 0,
  freeExecution: 0,
  price: 0n,
}

/** Adds usage and its price to a sum. */
export const addUsage = (bucket: Mutable<UsedCounts> & { price: Money }, row: UsedCounts, price: Money): void => {
  bucket.input += row.input
  bucket.output += row.output
  bucket.cacheRead += row.cacheRead
  bucket.cacheWrite += row.cacheWrite
  bucket.cacheWrite1h += row.cacheWrite1h
  bucket.webSearch += row.webSearch
  bucket.webFetch += row.webFetch
  bucket.codeExecution += row.codeExecution
  bucket.freeExecution += row.freeExecution
  bucket.price += price
}

const countsOf = (row: UsedCounts): number =>
  row.input +
  row.output +
  row.cacheRead +
  row.cacheWrite +
  row.cacheWrite1h +
  row.webSearch +
  row.webFetch +
  row.codeExecution +
  row.freeExecution
