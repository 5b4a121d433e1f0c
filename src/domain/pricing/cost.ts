import type { Geo, Speed, Tier, Usage } from '../transcript/facts/facts.js'
import { type ContextSize, isLongContext } from './context.js'
import type { PricingRule, Rates } from './rule.js'

/** Tokens of one model on one day with the same speed, region, tier and context size: what one set of rates prices. */
export interface PricedUsage extends Usage {
  readonly model: string
  readonly speed: Speed
  readonly geo: Geo
  readonly tier: Tier
  readonly context: ContextSize
  /** Free code execution requests; the others are billed. */
  readonly freeExecution: number
  /** Civil date of the usage in UTC, `YYYY-MM-DD`. */
  readonly date: string
}

/**
 * An exact amount of money in units of 10⁻¹⁷ USD. Rates have 10⁻⁹ USD per million tokens as their smallest step, and two
 * percentage modifiers apply, so the price of a token is a whole number and sums never drift. Round only for display.
 */
export type Money = bigint

/** One USD. */
export const PER_USD: Money = 10n ** 17n
const RATE_STEPS = 1e9

const STEPS_PER_USD = 10n ** 10n
const STEP = PER_USD / STEPS_PER_USD
const steps = (money: Money): bigint => (money + STEP / 2n) / STEP
// Returns the number nearest to the amount. Above 2⁵³ steps a division is not exact, so the decimal text is parsed.
const usdOfSteps = (count: bigint): number =>
  count <= Number.MAX_SAFE_INTEGER ? Number(count) / 1e10 : Number(`${count}e-10`)

/**
 * Returns an amount in USD, rounded half up to ten decimals: exact at the usual rates. Screens and printed reports round further.
 */
export const toUsd = (money: Money): number => usdOfSteps(steps(money))

/**
 * Returns amounts in USD, rounded to ten decimals, that add up to `toUsd` of their sum: a rounding remainder is carried to the
 * next amount.
 */
export const partsInUsd = (amounts: readonly Money[]): readonly number[] => {
  let [sum, before] = [0n, 0n]
  return amounts.map((amount) => {
    sum += amount
    const [from, to] = [before, steps(sum)]
    before = to
    return usdOfSteps(to - from)
  })
}

// US-only inference costs 10% more, the batch API half.
const GEO_PERCENT: Readonly<Record<Geo, bigint>> = { global: 100n, us: 110n }
const TIER_PERCENT: Readonly<Record<Tier, bigint>> = { standard: 100n, priority: 100n, batch: 50n }
const WEB_SEARCH = PER_USD / 100n

/** Returns the price of web searches: 10 USD per thousand, for every model. */
export const webSearchPrice = (searches: number): Money => BigInt(searches) * WEB_SEARCH

const fixed = (rate: number): bigint => BigInt(Math.round(rate * RATE_STEPS))

/** Whether usage of this civil date (UTC) has the introductory rates. */
export const isIntroduced = (rule: PricingRule, date: string): boolean =>
  rule.introUntil !== null && date <= rule.introUntil

/**
 * Returns the fast mode rates for requests that otherwise have the rates `sized`; undefined if the rule has none. Fast mode costs
 * a multiple of `base`, the standard rates: input and output have one each, cache rates scale like the input.
 */
export const fastRates = ({ fast }: Pick<PricingRule, 'fast'>, base: Rates, sized: Rates = base): Rates | undefined => {
  if (fast.input <= 0) return undefined
  const scale = base.input > 0 ? fast.input / base.input : 1
  const output = fast.output > 0 ? fast.output : base.output * scale
  return {
    input: sized.input === base.input ? fast.input : sized.input * scale,
    output: sized.output === base.output ? output : sized.output * (base.output > 0 ? output / base.output : scale),
    cacheRead: sized.cacheRead * scale,
    cacheWrite: sized.cacheWrite * scale,
    cacheWrite1h: sized.cacheWrite1h * scale,
  }
}

/** Returns `rates` with every nonzero rate of `by` in place of its own. */
const replaced = (rates: Rates, by: Rates): Rates => ({
  input: by.input || rates.input,
  output: by.output || rates.output,
  cacheRead: by.cacheRead || rates.cacheRead,
  cacheWrite: by.cacheWrite || rates.cacheWrite,
  cacheWrite1h: by.cacheWrite1h || rates.cacheWrite1h,
})

/** Whether a rule has its own prices for requests of this size. */
export const isPricedAsLong = ({ provider, long }: PricingRule, context: ContextSize): boolean =>
  isLongContext(provider, context) && Object.values(long).some((rate) => rate > 0)

/**
 * Returns the rates in force for a usage: first introductory rates by its date, then long-context rates by the size of the
 * request, then fast mode, which applies the same multiple to long-context rates as to standard ones.
 */
export const ratesFor = (rule: PricingRule, usage: Pick<PricedUsage, 'date' | 'speed' | 'context'>): Rates => {
  const base = isIntroduced(rule, usage.date) ? replaced(rule.standard, rule.intro) : rule.standard
  const sized = isPricedAsLong(rule, usage.context) ? replaced(base, rule.long) : base
  return usage.speed === 'fast' ? (fastRates(rule, base, sized) ?? sized) : sized
}

/** The price of one token of each kind under the terms of a usage. */
export type TokenPrices = Readonly<Record<keyof Rates, Money>>

export const tokenPrices = (
  rule: PricingRule,
  usage: Pick<PricedUsage, 'date' | 'speed' | 'geo' | 'tier' | 'context'>,
): TokenPrices => {
  const rates = ratesFor(rule, usage)
  // 10⁻⁹ USD per million tokens is 10⁻¹⁵ USD a token; two percentages add a factor of 10⁻⁴, of which 10⁻² is divided out.
  const percent = (GEO_PERCENT[usage.geo] * TIER_PERCENT[usage.tier]) / 100n
  return {
    input: fixed(rates.input) * percent,
    output: fixed(rates.output) * percent,
    cacheRead: fixed(rates.cacheRead) * percent,
    cacheWrite: fixed(rates.cacheWrite) * percent,
    cacheWrite1h: fixed(rates.cacheWrite1h) * percent,
  }
}

/** Returns the price of the tokens and web searches of a usage. Code execution is priced per month and not included. */
export const priceAt = (prices: TokenPrices, usage: Usage): Money =>
  BigInt(usage.input) * prices.input +
  BigInt(usage.output) * prices.output +
  BigInt(usage.cacheRead) * prices.cacheRead +
  BigInt(usage.cacheWrite - usage.cacheWrite1h) * prices.cacheWrite +
  BigInt(usage.cacheWrite1h) * prices.cacheWrite1h +
  webSearchPrice(usage.webSearch)
