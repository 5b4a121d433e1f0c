import type { Use } from './account.js'

/**
 * An exact fraction. The tests calculate bills with it, independent of the product's code. Rates are decimal strings.
 */
export class Fraction {
  constructor(
    readonly top: bigint,
    readonly bottom: bigint,
  ) {}

  static of(decimal: string): Fraction {
    const [whole = '0', part = ''] = decimal.split('.')
    return new Fraction(BigInt(whole + part), 10n ** BigInt(part.length))
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom)
  }

  times(other: Fraction | number): Fraction {
    const { top, bottom } = typeof other === 'number' ? { top: BigInt(other), bottom: 1n } : other
    return new Fraction(this.top * top, this.bottom * bottom)
  }

  /** Rounded half up to ten decimals. */
  get shown(): number {
    return Number(`${(this.top * 20_000_000_000n + this.bottom) / (this.bottom * 2n)}e-10`)
  }
}

/** USD per million tokens. */
export interface Rates {
  readonly input: string
  readonly output: string
  readonly cacheRead: string
  readonly written5m: string
  readonly written1h: string
}

const NOTHING = Fraction.of('0')

/** Returns the cost in USD: tokens at their rates, plus 10% in the US, half in a batch; $0.01 for each search. */
export const billOf = (use: Use, rates: Rates): Fraction => {
  const perMillion = (tokens: number | undefined, rate: string) =>
    Fraction.of(rate)
      .times(tokens ?? 0)
      .times(new Fraction(1n, 1_000_000n))
  const tokens = perMillion(use.input, rates.input)
    .plus(perMillion(use.output, rates.output))
    .plus(perMillion(use.cacheRead, rates.cacheRead))
    .plus(perMillion(use.written5m, rates.written5m))
    .plus(perMillion(use.written1h, rates.written1h))
  return tokens
    .times(Fraction.of(use.us ? '1.1' : '1'))
    .times(Fraction.of(use.batch ? '0.5' : '1'))
    .plus(Fraction.of('0.01').times(use.searches ?? 0))
}

export const sumOf = (bills: readonly Fraction[]): Fraction => bills.reduce((sum, bill) => sum.plus(bill), NOTHING)
