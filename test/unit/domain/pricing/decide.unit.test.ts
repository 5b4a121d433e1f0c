import { describe, expect, it } from 'vitest'
import { defaultRule } from '../../../../src/domain/pricing/card.js'
import { decidePricing, decidePricingRule } from '../../../../src/domain/pricing/decide.js'
import type { PricingRule } from '../../../../src/domain/pricing/rule.js'
import { given } from '../../../support/domain/decision.js'

const { set, remove, restore } = decidePricingRule
const NONE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 }
const own = (pattern: string, more: Partial<PricingRule> = {}): PricingRule => ({
  pattern,
  displayName: pattern,
  provider: 'claude',
  custom: true,
  standard: NONE,
  fast: { input: 0, output: 0 },
  long: NONE,
  introUntil: null,
  intro: NONE,
  ...more,
})

describe('setting a pricing rule', () => {
  it('sets missing rates to zero and derives the provider from the pattern', () => {
    expect(given(undefined).when(set, { model_pattern: 'gpt-9%', display_name: 'GPT-9', input_per_mtok: 3 })).toEqual([
      {
        type: 'pricing-rule-set',
        data: {
          pattern: 'gpt-9%',
          displayName: 'GPT-9',
          provider: 'codex',
          standard: { ...NONE, input: 3 },
          fast: { input: 0, output: 0 },
          long: NONE,
          introUntil: null,
          intro: NONE,
        },
      },
    ])
  })

  it('keeps the provider and the promotion of the previous rule', () => {
    const before = own('gpt-9%', { introUntil: '2026-12-31', intro: { ...NONE, input: 1 } })
    expect(given(before).when(set, { model_pattern: 'gpt-9%', display_name: 'GPT-9' })).toMatchObject([
      { data: { provider: 'claude', introUntil: '2026-12-31', intro: { input: 1 } } },
    ])
  })
})

describe('restoring a pricing rule', () => {
  it('resets an edited default rule', () => {
    expect(given(own('gpt-5.6%', { provider: 'codex' })).when(restore, {})).toEqual([
      { type: 'pricing-reset', data: { provider: 'codex', patterns: ['gpt-5.6%'] } },
    ])
  })

  it('does nothing if the rule has its default rates', () => {
    expect(given(defaultRule('gpt-5.6%')).when(restore, {})).toEqual([])
  })

  it('is rejected for a custom rule and for an unknown one', () => {
    expect(given(own('mine%')).when(restore, {})).toEqual({ rejected: 'CUSTOM_RULE' })
    expect(given(undefined).when(restore, {})).toEqual({ rejected: 'NOT_FOUND' })
  })
})

describe('deleting a pricing rule', () => {
  it('is allowed for custom rules', () => {
    expect(given(own('mine%')).when(remove, {})).toEqual([{ type: 'pricing-rule-removed', data: { pattern: 'mine%' } }])
  })

  it('is rejected for a default rule, even if it was edited, and for an unknown one', () => {
    expect(given(defaultRule('gpt-5.6%')).when(remove, {})).toEqual({ rejected: 'DEFAULT_RULE' })
    expect(given(own('gpt-5.6%')).when(remove, {})).toEqual({ rejected: 'DEFAULT_RULE' })
    expect(given(undefined).when(remove, {})).toEqual({ rejected: 'NOT_FOUND' })
  })
})

describe('resetting the prices', () => {
  const rules = [own('mine%'), own('gpt-9%', { provider: 'codex' })]

  it('discards the rules of one provider, or of all', () => {
    expect(given(rules).when(decidePricing.reset, { provider: 'codex' })).toEqual([
      { type: 'pricing-reset', data: { provider: 'codex', patterns: ['gpt-9%'] } },
    ])
    expect(given(rules).when(decidePricing.reset, { provider: null })).toMatchObject([
      { data: { provider: null, patterns: ['mine%', 'gpt-9%'] } },
    ])
  })

  it('changes nothing when no rule was set', () => {
    expect(given([]).when(decidePricing.reset, { provider: null })).toEqual([])
  })
})
