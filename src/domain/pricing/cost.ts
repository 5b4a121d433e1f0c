import type { Geo, Speed, Tier, Usage } from '../transcript/facts.js'
import { type ContextSize, isLongContext } from './context.js'
import type { PricingRule, Rates } from './rule.js'

/** Tokens of one model, on one day, at one speed, place, tier and context size: what one set of rates prices. */
export interface PricedUsage extends Usage {
  readonly model: string
  readonly speed: Speed
  readonly geo: Geo
  readonly tier: Tier
  readonly context: ContextSize
  /** Requests for code execution that are free; the others are billed. */
  readonly freeExecution: number
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

const STEPS_PER_USD = 10n ** 10n
const STEP = PER_USD / STEPS_PER_USD
const steps = (money: Money): bigint => (money + STEP / 2n) / STEP
// The number nearest to the amount: a division of exact numbers, or its decimal digits where they are too many for one.
const usdOfSteps = (count: bigint): number =>
  count <= Number.MAX_SAFE_INTEGER ? Number(count) / 1e10 : Number(`${count}e-10`)

/** An amount in USD to ten decimals, half up: exact at the usual rates. Screens and printed reports round further. */
export const toUsd = (money: Money): number => usdOfSteps(steps(money))

/** Amounts in USD to ten decimals, which add up to `toUsd` of their sum: what rounding leaves over goes to the next one. */
export const partsInUsd = (amounts: readonly Money[]): readonly number[] => {
  let [sum, before] = [0n, 0n]
  return amounts.map((amount) => {
    sum += amount
    const [from, to] = [before, steps(sum)]
    before = to
    return usdOfSteps(to - from)
  })
}

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

/**
 * The rates of fast mode for requests that otherwise have the rates `sized`; undefined where a rule has none. Fast mode
 * costs a multiple of `base`, the rates of a usual request: input and output have one each, cache rates follow the input.
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

/** The rates with those of others in their place, where the others are not 0. */
const replaced = (rates: Rates, by: Rates): Rates => ({
  input: by.input || rates.input,
  output: by.output || rates.output,
  cacheRead: by.cacheRead || rates.cacheRead,
  cacheWrite: by.cacheWrite || rates.cacheWrite,
  cacheWrite1h: by.cacheWrite1h || rates.cacheWrite1h,
})

/** Whether a rule has prices of its own for requests of this size. */
export const isPricedAsLong = ({ provider, long }: PricingRule, context: ContextSize): boolean =>
  isLongContext(provider, context) && Object.values(long).some((rate) => rate > 0)

/**
 * The rates in force for a usage: introductory by its own date, then long-context by the size of its request, then fast
 * mode, which costs the same multiple of a long-context rate as of a standard one.
 */
export const ratesFor = (rule: PricingRule, usage: Pick<PricedUsage, 'date' | 'speed' | 'context'>): Rates => {
  const base = isIntroduced(rule, usage.date) ? replaced(rule.standard, rule.intro) : rule.standard
  const sized = isPricedAsLong(rule, usage.context) ? replaced(base, rule.long) : base
  return usage.speed === 'fast' ? (fastRates(rule, base, sized) ?? sized) : sized
}

/** What one token of each kind costs at the terms of a usage. */
export type TokenPrices = Readonly<Record<keyof Rates, Money>>

export const tokenPrices = (
  rule: PricingRule,
  usage: Pick<PricedUsage, 'date' | 'speed' | 'geo' | 'tier' | 'context'>,
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
