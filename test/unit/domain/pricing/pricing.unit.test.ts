import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Money,
  partsInUsd,
  PER_USD,
  type PricedUsage,
  ratesFor,
  toUsd,
} from '../../../../src/domain/pricing/cost.js'
import { DEFAULT_RULES } from '../../../../src/domain/pricing/defaults.js'
import { globMatches, matchRule } from '../../../../src/domain/pricing/match.js'
import type { PricingRule, Rates } from '../../../../src/domain/pricing/rule.js'
import { priceOf } from '../../../support/pricing/price-of.js'

const rates = (input: number, output = input * 5): Rates => ({
  input,
  output,
  cacheRead: input / 10,
  cacheWrite: input * 1.25,
  cacheWrite1h: input * 2,
})
const rule = (pattern: string, over: Partial<PricingRule> = {}): PricingRule => ({
  pattern,
  displayName: pattern,
  provider: 'claude',
  custom: false,
  standard: rates(3),
  fast: { input: 0, output: 0 },
  long: rates(0),
  introUntil: null,
  intro: rates(0),
  ...over,
})
const usage = (over: Partial<PricedUsage> = {}): PricedUsage => ({
  model: 'm',
  speed: 'standard',
  geo: 'global',
  tier: 'standard',
  context: 0,
  date: '2026-06-01',
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  webSearch: 0,
  webFetch: 0,
  codeExecution: 0,
  freeExecution: 0,
  ...over,
})
const usd = (made: PricingRule, used: Partial<PricedUsage>): number => toUsd(priceOf(made, usage(used)))

describe('matching a model with a rule', () => {
  const patternOf = (rules: readonly PricingRule[], model: string) => matchRule(rules, model)

  it('prefers the exact pattern, a custom one before a default one', () => {
    const rules = [rule('claude-x%'), rule('claude-x'), rule('claude-x', { custom: true, displayName: 'mine' })]
    expect(patternOf(rules, 'claude-x')?.displayName).toBe('mine')
    expect(patternOf(rules.slice(0, 2), 'claude-x')?.pattern).toBe('claude-x')
  })

  it('then prefers the longest glob, a custom one before a default one of the same length', () => {
    const rules = [rule('gpt-5%'), rule('gpt-5.4%'), rule('gpt-5.4%', { custom: true, displayName: 'mine' })]
    expect(patternOf(rules, 'gpt-5.4-codex')?.displayName).toBe('mine')
    expect(patternOf(rules, 'gpt-5.1')?.pattern).toBe('gpt-5%')
  })

  it('finds no rule otherwise: the model is unpriced', () => {
    expect(patternOf(DEFAULT_RULES, 'somebody-elses-model')).toBeNull()
    expect(patternOf([...DEFAULT_RULES, rule('%')], 'somebody-elses-model')?.pattern).toBe('%')
  })

  it('distinguishes dated and newer models of one family', () => {
    const name = (model: string) => matchRule(DEFAULT_RULES, model)?.displayName
    expect(name('claude-opus-4-20250514')).toBe('Claude Opus 4')
    expect(name('claude-opus-4-5-20251101')).toBe('Claude Opus 4.5')
    expect(name('claude-sonnet-4-5-20250929')).toBe('Claude Sonnet 4.5')
    expect(name('gpt-5.3-codex')).toBe('GPT-5.3 Codex')
    expect(name('gpt-5-codex')).toBe('GPT-5')
  })
})

describe('the glob', () => {
  it.each([
    ['a%', 'abc', true],
    ['%c', 'abc', true],
    ['a%c', 'ac', true],
    ['a%c', 'abcd', false],
    ['%b%', 'abc', true],
    ['a%a', 'a', false],
    ['a.c', 'abc', false],
    ['a.%', 'abc', false],
    ['[a]%', '[a]b', true],
    ['%', '', true],
  ])('%s on %s: %s', (pattern, text, matches) => {
    expect(globMatches(pattern, text)).toBe(matches)
  })

  it('agrees with a regular expression on short text', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '%'), maxLength: 8 })
    const naive = (pattern: string, text: string): boolean =>
      new RegExp(`^${pattern.replaceAll('%', '.*')}$`, 's').test(text)
    fc.assert(fc.property(letters, letters, (pattern, text) => globMatches(pattern, text) === naive(pattern, text)))
  })

  it('handles a pattern that causes catastrophic backtracking', () => {
    expect(globMatches(`${'%a'.repeat(100)}%b`, 'a'.repeat(5000))).toBe(false)
  })
})

describe('an amount in a response', () => {
  const STEP = PER_USD / 10n ** 10n

  it.each([
    [PER_USD, 1],
    [PER_USD / 3n, 0.3333333333],
    [(PER_USD * 2n) / 3n, 0.6666666667],
    [STEP, 1e-10],
    [STEP / 2n, 1e-10],
    [STEP / 2n - 1n, 0],
    [0n, 0],
    [1_234_567_890_123n * STEP, 123.4567890123],
    [10n ** 7n * PER_USD + 1n, 10_000_000],
    [9_000_000n * PER_USD + PER_USD / 10n, 9_000_000.1],
  ])('%i units of 10⁻¹⁷ USD: %d', (amount, shown) => {
    expect(toUsd(amount)).toBe(shown)
  })

  const asSteps = (usd: number): bigint => BigInt(Math.round(usd * 1e10))
  it('is split into parts that add up, each within one step of its exact amount', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 5n * PER_USD }), { maxLength: 30 })
    fc.assert(
      fc.property(amounts, (parts) => {
        const shown = partsInUsd(parts)
        const whole = parts.reduce<Money>((sum, part) => sum + part, 0n)
        expect(shown.reduce((sum, usd) => sum + asSteps(usd), 0n)).toBe(asSteps(toUsd(whole)))
        for (const [i, part] of parts.entries()) {
          expect(Math.abs(Number(asSteps(shown[i] ?? 0) * STEP - part))).toBeLessThanOrEqual(Number(STEP))
        }
      }),
    )
  })

  it('keeps zero parts zero, and parts without a remainder unchanged', () => {
    expect(partsInUsd([PER_USD / 3n, 0n, PER_USD / 3n, 0n])).toEqual([0.3333333333, 0, 0.3333333334, 0])
    expect(partsInUsd([PER_USD / 4n, PER_USD / 10n])).toEqual([0.25, 0.1])
  })
})

describe('the price of usage', () => {
  it('multiplies tokens by their rates, with separate rates for five-minute and one-hour writes', () => {
    const million = 1_000_000
    expect(usd(rule('m'), { input: million })).toBe(3)
    expect(usd(rule('m'), { output: million })).toBe(15)
    expect(usd(rule('m'), { cacheRead: million })).toBeCloseTo(0.3, 12)
    expect(usd(rule('m'), { cacheWrite: million, cacheWrite1h: 400_000 })).toBeCloseTo(0.6 * 3.75 + 0.4 * 6, 12)
  })

  it('uses introductory rates through their last day, by the date of the usage', () => {
    const made = rule('m', { introUntil: '2026-08-31', intro: rates(2) })
    expect(usd(made, { input: 1_000_000, date: '2026-08-31' })).toBe(2)
    expect(usd(made, { input: 1_000_000, date: '2026-09-01' })).toBe(3)
  })

  it('uses fast rates in fast mode and scales the cache rates', () => {
    const made = rule('m', { fast: { input: 6, output: 30 } })
    const fast = { date: '2026-06-01', speed: 'fast', context: 0 } as const
    expect(ratesFor(made, fast)).toEqual({
      input: 6,
      output: 30,
      cacheRead: 0.6,
      cacheWrite: 7.5,
      cacheWrite1h: 12,
    })
    expect(ratesFor(rule('m'), fast)).toEqual(rates(3))
  })

  it('is 10% higher in the US and 50% lower in a batch', () => {
    expect(usd(rule('m'), { input: 1_000_000, geo: 'us' })).toBeCloseTo(3.3, 12)
    expect(usd(rule('m'), { input: 1_000_000, tier: 'batch' })).toBe(1.5)
    expect(usd(rule('m'), { input: 1_000_000, geo: 'us', tier: 'batch' })).toBeCloseTo(1.65, 12)
  })

  it('adds ten dollars per thousand web searches, and nothing for fetches', () => {
    expect(usd(rule('m'), { webSearch: 1000, webFetch: 50 })).toBe(10)
  })

  it('sums a hundred thousand rows without drift', () => {
    let seed = 1
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    let sum = 0n
    // In units of 10⁻¹² USD, so that the expected sum uses integers: 3 USD per million tokens is 3,000,000 per token.
    let oracle = 0n
    for (let i = 0; i < 100_000; i++) {
      const [input, output] = [next(5000), next(3000)]
      sum += priceOf(rule('m'), usage({ input, output }))
      oracle += BigInt(input) * 3_000_000n + BigInt(output) * 15_000_000n
    }
    expect(sum).toBe(oracle * 100_000n)
  })
})
