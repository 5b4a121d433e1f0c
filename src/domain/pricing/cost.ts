import type { Geo, Speed, Tier, Usage } from '../transcript/facts.js'
import type { PricingRule, Rates } from './rule.js'

/** Tokens of one model, on one day, at one speed, place and tier: what one set of rates prices. */
export interface PricedUsage extends Usage {
  readonly model: string
  readonly speed: Speed
  readonly geo: Geo
  readonly tier: Tier
  /** Civil date of the usage in UTC, `YYYY-MM-DD`. */
  readonly date: string
}

/**
 * An exact amount of money: whole units of 10⁻¹⁷ USD. A rate is kept to 10⁻⁹ USD per million tokens and two modifiers
 * to one hundredth each are applied, so a token's price is a whole number and sums never drift. Round only to show.
 */
export type Money = bigint

/** One USD. */
export const PER_USD: Money = 10n ** 17n
const RATE_STEPS = 1e9

export const toUsd = (money: Money): number => Number(money / 10n ** 5n) / 1e12

const SHOWN_STEP = PER_USD / 10_000n

/** Rounded for people, half up: four decimals, the peer's precision. */
export const shownUsd = (money: Money): number => Number((money + SHOWN_STEP / 2n) / SHOWN_STEP) / 1e4

// US-only inference costs a tenth more, the batch interface half.
const GEO_PERCENT: Readonly<Record<Geo, bigint>> = { global: 100n, us: 110n }
const TIER_PERCENT: Readonly<Record<Tier, bigint>> = { standard: 100n, priority: 100n, batch: 50n }
const WEB_SEARCH = PER_USD / 100n

/** Ten USD per thousand searches, whatever the model. */
export const webSearchPrice = (searches: number): Money => BigInt(searches) * WEB_SEARCH

const fixed = (rate: number): bigint => BigInt(Math.round(rate * RATE_STEPS))

/** Whether a usage of that civil date (UTC) has the introductory rates. */
export const isIntroduced = (rule: PricingRule, date: string): boolean =>
  rule.introUntil !== null && date <= rule.introUntil

/** The rates of fast mode, cache rates scaled along with the input rate; undefined where a rule has none. */
export const fastRates = ({ fast }: Pick<PricingRule, 'fast'>, base: Rates): Rates | undefined => {
  if (fast.input <= 0) return undefined
  const scale = base.input > 0 ? fast.input / base.input : 1
  return {
    input: fast.input,
    output: fast.output > 0 ? fast.output : base.output * scale,
    cacheRead: base.cacheRead * scale,
    cacheWrite: base.cacheWrite * scale,
    cacheWrite1h: base.cacheWrite1h * scale,
  }
}

/** The rates in force for a usage: introductory by its own date, then those of fast mode. */
export const ratesFor = (rule: PricingRule, usage: Pick<PricedUsage, 'date' | 'speed'>): Rates => {
  const { standard, intro } = rule
  const base: Rates = isIntroduced(rule, usage.date)
    ? {
        input: intro.input || standard.input,
        output: intro.output || standard.output,
        cacheRead: intro.cacheRead || standard.cacheRead,
        cacheWrite: intro.cacheWrite || standard.cacheWrite,
        cacheWrite1h: intro.cacheWrite1h || standard.cacheWrite1h,
      }
    : standard
  return usage.speed === 'fast' ? (fastRates(rule, base) ?? base) : base
}

/** What one token of each kind costs at the terms of a usage. */
export type TokenPrices = Readonly<Record<keyof Rates, Money>>

export const tokenPrices = (
  rule: PricingRule,
  usage: Pick<PricedUsage, 'date' | 'speed' | 'geo' | 'tier'>,
): TokenPrices => {
  const rates = ratesFor(rule, usage)
  // 10⁻⁹ USD per million tokens is 10⁻¹⁵ USD a token; two percentages bring 10⁻⁴, of which 10⁻² is divided out.
  const percent = (GEO_PERCENT[usage.geo] * TIER_PERCENT[usage.tier]) / 100n
  return {
    input: fixed(rates.input) * percent,
    output: fixed(rates.output) * percent,
    cacheRead: fixed(rates.cacheRead) * percent,
    cacheWrite: fixed(rates.cacheWrite) * percent,
    cacheWrite1h: fixed(rates.cacheWrite1h) * percent,
  }
}

/** Price of the tokens and web searches of a usage. Code execution has a price per month and is not in it. */
export const priceAt = (prices: TokenPrices, usage: Usage): Money =>
  BigInt(usage.input) * prices.input +
  BigInt(usage.output) * prices.output +
  BigInt(usage.cacheRead) * prices.cacheRead +
  BigInt(usage.cacheWrite - usage.cacheWrite1h) * prices.cacheWrite +
  BigInt(usage.cacheWrite1h) * prices.cacheWrite1h +
  webSearchPrice(usage.webSearch)

export const priceOf = (rule: PricingRule, usage: PricedUsage): Money => priceAt(tokenPrices(rule, usage), usage)
