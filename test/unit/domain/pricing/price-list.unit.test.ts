import { describe, expect, it } from 'vitest'
import { billedRules, type DatedRule, defaultRule } from '../../../../src/domain/pricing/card.js'
import { type PricedUsage, toUsd } from '../../../../src/domain/pricing/cost.js'
import { matchRule } from '../../../../src/domain/pricing/match.js'
import type { PricingRule } from '../../../../src/domain/pricing/rule.js'
import { priceOf } from '../../../support/pricing/price-of.js'

const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0, webSearch: 0, webFetch: 0 }
const TERMS = { speed: 'standard', geo: 'global', tier: 'standard', context: 0, date: '2026-10-01' } as const

/** Returns the price of a million tokens of each kind: fresh input, cached input, cache writes, output. */
function prices(model: string, terms: Partial<PricedUsage> = {}, rules: readonly PricingRule[] = billedRules([])) {
  const rule = matchRule(rules, model)
  if (rule === null) return null
  const usage = { ...NOTHING, ...TERMS, codeExecution: 0, freeExecution: 0, model, ...terms }
  return (['input', 'cacheRead', 'cacheWrite', 'output'] as const).map((kind) =>
    toUsd(priceOf(rule, { ...usage, [kind]: 1_000_000 })),
  )
}

// biome-ignore format: a table
const LIST: readonly [model: string, input: number, cached: number, cacheWrite: number, output: number][] = [
  ['claude-opus-5-20260801',      5,     0.5,    6.25,   25],
  ['claude-sonnet-5-20260601',    3,     0.3,    3.75,   15],
  ['claude-haiku-4-5-20251001',   1,     0.1,    1.25,    5],
  ['gpt-6',                       5,     0.5,    5,      25],
  ['gpt-5.6-sol',                 4,     0.4,    4,      20],
  ['gpt-5.6',                     4,     0.4,    4,      20],
  ['gpt-5.6-terra',               2,     0.2,    2.5,    12],
  ['gpt-5.6-luna',                0.2,   0.02,   0.25,    1.2],
  ['gpt-5.5',                     5,     0.5,    5,      30],
  ['gpt-5.5-pro',                30,    30,     30,     180],
  ['gpt-5.4-pro',                30,    30,     30,     180],
  ['gpt-5.2-pro',                21,    21,     21,     168],
  ['gpt-5-pro',                  15,    15,     15,     120],
  ['gpt-5-codex',                 1.25,  0.125,  1.25,   10],
]

// biome-ignore format: a table
const LONG: typeof LIST = [
  ['gpt-5.6-sol',                 8,     0.8,    8,      30],
  ['gpt-5.6-terra',               4,     0.4,    5,      18],
  ['gpt-5.5',                    10,     1,     10,      45],
  ['gpt-5.5-pro',                60,    60,     60,     270],
  ['gpt-5-pro',                  15,    15,     15,     120],
]

// biome-ignore format: a table
const FAST: typeof LIST = [
  ['gpt-5.6-sol',                 8,     0.8,    8,      40],
  ['gpt-5.5',                    12.5,   1.25,  12.5,    75],
]

describe('the price list, in USD per million tokens', () => {
  it.each(LIST)('%s: input %d, cached %d, cache write %d, output %d', (model, ...expected) =>
    expect(prices(model)).toEqual(expected),
  )

  it.each(LONG)('%s above 272,000 tokens: input %d, cached %d, cache write %d, output %d', (model, ...expected) =>
    expect(prices(model, { context: 2 })).toEqual(expected),
  )

  it.each(FAST)('%s in fast mode: input %d, cached %d, cache write %d, output %d', (model, ...expected) =>
    expect(prices(model, { speed: 'fast' })).toEqual(expected),
  )

  it('takes a 0 in a rule that was set as the rate', () => {
    const set = { ...(defaultRule('gpt-5.5-pro%') as DatedRule), updatedAt: 1 }
    expect(prices('gpt-5.5-pro', {}, billedRules([set]))).toEqual([30, 0, 0, 180])
  })
})
