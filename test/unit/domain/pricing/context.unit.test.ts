import { describe, expect, it } from 'vitest'
import { contextSizeOf, isKeyOfSum, isLongContext, keyOfSum } from '../../../../src/domain/pricing/context.js'
import { type PricedUsage, ratesFor, toUsd } from '../../../../src/domain/pricing/cost.js'
import { DEFAULT_RULES } from '../../../../src/domain/pricing/defaults.js'
import { matchRule } from '../../../../src/domain/pricing/match.js'
import type { PricingRule } from '../../../../src/domain/pricing/rule.js'
import type { Usage } from '../../../../src/domain/transcript/facts/facts.js'
import { priceOf } from '../../../support/pricing/price-of.js'

const used = (over: Partial<Usage>): Usage => ({
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  webSearch: 0,
  webFetch: 0,
  codeExecution: 0,
  ...over,
})
const ruleFor = (model: string): PricingRule => {
  const rule = matchRule(DEFAULT_RULES, model)
  if (rule === null) throw new Error(`no default rule prices ${model}`)
  return rule
}
const usd = (model: string, usage: Partial<Usage>, terms: Partial<PricedUsage> = {}): number => {
  const counts = used(usage)
  const at = {
    model,
    speed: 'standard',
    geo: 'global',
    tier: 'standard',
    date: '2026-11-01',
    freeExecution: 0,
  } as const
  return toUsd(priceOf(ruleFor(model), { ...counts, ...at, context: contextSizeOf(counts), ...terms }))
}

describe('the size of a request', () => {
  it.each([
    [200_000, 0],
    [200_001, 1],
    [272_000, 1],
    [272_001, 2],
  ])('%i prompt tokens exceed %i of the limits', (input, size) => {
    expect(contextSizeOf(used({ input }))).toBe(size)
  })

  it('counts its prompt: fresh input, cache reads and cache writes, never the output', () => {
    expect(contextSizeOf(used({ input: 1, cacheRead: 100_000, cacheWrite: 100_000 }))).toBe(1)
    expect(contextSizeOf(used({ input: 200_000, output: 500_000 }))).toBe(0)
  })

  it('is long above 200,000 tokens for Claude, above 272,000 for OpenAI', () => {
    expect(([0, 1, 2] as const).map((size) => isLongContext('claude', size))).toEqual([false, true, true])
    expect(([0, 1, 2] as const).map((size) => isLongContext('codex', size))).toEqual([false, false, true])
  })

  it('is unknown for a token row of a bundle, recognized by its key', () => {
    expect(isKeyOfSum(keyOfSum('s', 3))).toBe(true)
    expect(isKeyOfSum('msg_01')).toBe(false)
  })
})

describe('the price of a long context', () => {
  it('applies to the whole request, output included', () => {
    expect(usd('gpt-5.4', { input: 272_000, output: 1000 })).toBe(0.695)
    expect(usd('gpt-5.4', { input: 272_001, output: 1000 })).toBe(1.382505)
    expect(usd('gpt-5.4', { input: 400_000, output: 1000 })).toBe(2.0225)
    expect(usd('gpt-5.4', { input: 1, cacheRead: 272_000 })).toBe(0.136005)
    expect(usd('claude-sonnet-4-5', { input: 100_000, cacheRead: 100_000, output: 1000 })).toBe(0.345)
    expect(usd('claude-sonnet-4-5', { input: 100_001, cacheRead: 100_000, output: 1000 })).toBe(0.682506)
  })

  it('is the standard price if the model has no long-context rates', () => {
    expect(usd('claude-sonnet-4-6', { input: 400_000 })).toBe(1.2)
    expect(usd('gpt-5.4-mini', { input: 400_000 })).toBe(0.3)
  })

  it('uses the standard rate for token types without a long-context rate', () => {
    const rule = { ...ruleFor('gpt-5.4'), long: { ...ruleFor('gpt-5.4').long, output: 0, cacheRead: 0 } }
    expect(ratesFor(rule, { date: '2026-11-01', speed: 'standard', context: 2 })).toMatchObject({
      input: 5,
      output: 15,
      cacheRead: 0.25,
    })
  })

  it('is multiplied in fast mode like the standard price', () => {
    expect(usd('gpt-5.4', { input: 400_000, output: 1000 }, { speed: 'fast' })).toBe(4.045)
    expect(usd('gpt-5.5', { input: 400_000, output: 1000 }, { speed: 'fast' })).toBe(10.1125)
    expect(usd('gpt-5.4', { cacheRead: 400_000 }, { speed: 'fast' })).toBe(0.4)
  })

  it('replaces introductory rates', () => {
    const rule = {
      ...ruleFor('claude-sonnet-4-5'),
      introUntil: '2026-12-31',
      intro: ruleFor('claude-haiku-4-5').standard,
    }
    expect(ratesFor(rule, { date: '2026-11-01', speed: 'standard', context: 0 }).input).toBe(1)
    expect(ratesFor(rule, { date: '2026-11-01', speed: 'standard', context: 1 }).input).toBe(6)
  })
})
