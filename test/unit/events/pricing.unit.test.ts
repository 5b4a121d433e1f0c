import { describe, expect, it } from 'vitest'
import { pricingRuleSet } from '../../../src/events/pricing.js'
import { readAs } from '../../../src/events/upcast.js'

const rates = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 }
const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 }
const older = {
  displayName: 'Mine',
  standard: rates,
  fast: { input: 0, output: 0 },
  introUntil: null,
  intro: none,
}

describe('a pricing rule stored without a provider', () => {
  it.each([
    ['gpt-5%', 'codex'],
    ['o3%', 'codex'],
    ['claude-opus%', 'claude'],
    ['openai/gpt-5%', 'claude'],
  ])('with the pattern %s belongs to %s and has no long-context rates', (pattern, provider) => {
    const data = { ...older, pattern }
    expect(readAs(pricingRuleSet, 1, JSON.stringify(data), null)).toEqual({
      type: 'pricing-rule-set',
      data: { ...data, provider, long: none },
    })
  })
})
