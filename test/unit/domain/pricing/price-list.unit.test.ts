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
  ['claude-opus-5-5',             4,     0.2,    5,      20],
  ['claude-opus-5-5-20261020',    4,     0.2,    5,      20],
  ['claude-sonnet-5-20260601',    2,     0.2,    2.5,    10],
  ['claude-sonnet-5-5',           2,     0.1,    2.5,    10],
  ['claude-haiku-5-5',            0.1,   0.01,   0.125,   0.5],
  ['claude-haiku-4-5-20251001',   1,     0.1,    1.25,    5],
  ['claude-fable-5-20260801',    10,     1,     12.5,    50],
  ['claude-fable-5@20260801',    10,     1,     12.5,    50],
  ['claude-fable-5-1',           10,     0.25,  12.5,    50],
  ['claude-fable-5-2-20261101',   8,     0.2,   10,      40],
  ['claude-mythos-5-20260801',   10,     1,     12.5,    50],
  ['claude-mythos-5-2',           8,     0.2,   10,      40],
  ['gpt-6-astra',                10,     1,     12.5,    50],
  ['gpt-5.6-sol',                 4,     0.4,    5,      20],
  ['gpt-5.6',                     4,     0.4,    5,      20],
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
  ['gpt-6-astra',                20,     2,     25,      75],
  ['gpt-5.6-sol',                 8,     0.8,   10,      30],
  ['gpt-5.6-terra',               4,     0.4,    5,      18],
  ['gpt-5.5',                    10,     1,     10,      45],
  ['gpt-5.5-pro',                60,    60,     60,     270],
  ['gpt-5-pro',                  15,    15,     15,     120],
]

// biome-ignore format: a table
const FAST: typeof LIST = [
  ['gpt-6-astra',                20,     2,     25,     100],
  ['gpt-5.6-sol',                 8,     0.8,   10,      40],
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

  it('keeps the earlier price for usage before a change', () => {
    expect(prices('gpt-5.6-terra', { date: '2026-07-29' })).toEqual([2.5, 0.25, 3.125, 15])
    expect(prices('gpt-5.6-terra', { date: '2026-07-30' })).toEqual([2, 0.2, 2.5, 12])
    expect(prices('claude-sonnet-5', { date: '2026-07-01' })).toEqual([2, 0.2, 2.5, 10])
  })

  it.each(['gpt-6', 'gpt-6-nova', 'gpt-7', 'claude-haiku-5', 'claude-next'])(
    'has no price for %s, whose family has none',
    (model) => expect(prices(model)).toBeNull(),
  )

  it('takes a 0 in a rule that was set as the rate', () => {
    const set = { ...(defaultRule('gpt-5.5-pro%') as DatedRule), updatedAt: 1 }
    expect(prices('gpt-5.5-pro', {}, billedRules([set]))).toEqual([30, 0, 0, 180])
  })

  it('keeps a rule that the user set for a pattern that is no default any more', () => {
    const set = { ...(defaultRule('gpt-5.5%') as DatedRule), pattern: 'gpt-6%', updatedAt: 1 }
    expect(prices('gpt-6', {}, billedRules([set]))).toEqual([5, 0.5, 0, 30])
    expect(prices('gpt-6-astra', {}, billedRules([set]))).toEqual([10, 1, 12.5, 50])
  })
})
