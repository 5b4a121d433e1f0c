import type { Provider } from '../tools/catalog.js'

/** USD per million tokens. */
export interface Rates {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** Five-minute cache writes. */
  readonly cacheWrite: number
  readonly cacheWrite1h: number
}

export interface PricingRule {
  /** SQL-style glob: `%` matches any characters. */
  readonly pattern: string
  readonly displayName: string
  /** The provider whose card the rule is on. It decides which requests have a long context and which reset deletes the rule. */
  readonly provider: Provider
  readonly custom: boolean
  readonly standard: Rates
  /** Fast mode rates; an input rate of 0 means the rule has none. */
  readonly fast: { readonly input: number; readonly output: number }
  /** Replaces the rates of requests with a long context; a rate of 0 keeps the standard one. */
  readonly long: Rates
  /** Usage on or before this civil date (`YYYY-MM-DD`, UTC) is priced at the introductory rates. */
  readonly introUntil: string | null
  readonly intro: Rates
}
