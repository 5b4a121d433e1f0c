import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '../../../../src/domain/pricing/defaults.js'
import { isAssumed, matchRule } from '../../../../src/domain/pricing/match.js'
import type { PricingRule } from '../../../../src/domain/pricing/rule.js'

const patternOf = (model: string, rules: readonly PricingRule[] = DEFAULT_RULES): string | undefined =>
  matchRule(rules, model)?.pattern

describe("the name of a model at another provider has the price of the maker's", () => {
  it.each([
    ['us.anthropic.claude-opus-4-6-v1:0', 'claude-opus-4-6%'],
    ['global.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5%'],
    ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet%'],
    ['arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-opus-5-5-v1:0', 'claude-opus-5-5%'],
    ['bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5%'],
    ['publishers/anthropic/models/claude-opus-4-5@20251101', 'claude-opus-4-5%'],
    ['vertex_ai/claude-opus-4-5@20251101', 'claude-opus-4-5%'],
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5%'],
    ['openrouter/anthropic/claude-3.7-sonnet', 'claude-3-7-sonnet%'],
    ['openai/gpt-5.4', 'gpt-5.4%'],
    ['azure/gpt-5.6-terra', 'gpt-5.6-terra%'],
    ['claude-opus-4.5', 'claude-opus-4-5%'],
    ['claude-opus-4-5@20251101', 'claude-opus-4-5%'],
    ['claude-opus-4-6[1m]', 'claude-opus-4-6%'],
  ])('%s: %s', (model, pattern) => expect([patternOf(model), isAssumedByDefault(model)]).toEqual([pattern, false]))

  it.each([
    'us.anthropic.titan-claude-opus-4-6',
    'somebody/claude-opus-4-6',
    'my-claude-opus-4-6',
    'xanthropic.claude-opus-4-6',
    'us.mistral.claude-opus-4-6-v1:0',
    'anthropic/',
    'openai/llama-4',
  ])('%s is only similar: no price', (model) => expect(patternOf(model)).toBeUndefined())

  it('unless a rule was set for the whole name', () => {
    const own = (pattern: string): PricingRule => ({ ...(DEFAULT_RULES[0] as PricingRule), pattern, custom: true })
    const rules = [...DEFAULT_RULES, own('anthropic/claude-sonnet-4.5'), own('us.anthropic.%')]
    expect(patternOf('anthropic/claude-sonnet-4.5', rules)).toBe('anthropic/claude-sonnet-4.5')
    expect(patternOf('us.anthropic.claude-opus-4-6-v1:0', rules)).toBe('us.anthropic.%')
  })
})

const isAssumedByDefault = (model: string): boolean => {
  const rule = matchRule(DEFAULT_RULES, model)
  return rule !== null && isAssumed(rule, model)
}

describe('a price is assumed', () => {
  it.each([
    'claude-opus-5-7',
    'claude-opus-5-7-20270101',
    'claude-opus-4-10',
    'claude-fable-5-3',
    'claude-haiku-4-5-mini',
    'gpt-5.7',
    'gpt-5.6-vega',
    'gpt-5-turbo',
    'us.anthropic.claude-opus-5-7-v1:0',
  ])('for %s, which only the pattern of its family matches', (model) => expect(isAssumedByDefault(model)).toBe(true))

  it.each([
    'claude-opus-5',
    'claude-opus-5-20260801',
    'claude-opus-5[1m]',
    'claude-opus-4-20250514',
    'claude-fable-5-20260801',
    'claude-fable-5-2',
    'claude-fable-5-2-20261101',
    'claude-3-5-sonnet-latest',
    'claude-opus-4-5@latest',
    'gpt-5-codex',
    'gpt-5.1-codex-max',
    'gpt-5.4-2026-03-05',
    'gpt-5-chat-latest',
  ])('not for %s', (model) =>
    expect([patternOf(model) === undefined, isAssumedByDefault(model)]).toEqual([false, false]),
  )

  it('not by a rule that the user added', () => {
    const own: PricingRule = { ...(DEFAULT_RULES[0] as PricingRule), pattern: 'claude-opus-5-7%', custom: true }
    expect(isAssumed(own, 'claude-opus-5-7-turbo')).toBe(false)
  })
})
