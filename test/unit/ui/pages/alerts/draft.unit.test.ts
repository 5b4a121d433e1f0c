import { describe, expect, it } from 'vitest'
import type { AlertRule, Budget } from '../../../../../ui/src/api/types.js'
import {
  conditionOf,
  cooldownOf,
  type Draft,
  draftOfBudget,
  draftOfRule,
  isBudget,
  NEW_DRAFT,
  numberIn,
  wrongIn,
} from '../../../../../ui/src/pages/alerts/rules/draft.js'
import { PRESETS } from '../../../../../ui/src/pages/alerts/rules/presets.js'

const draft = (part: Partial<Draft>): Draft => ({ ...NEW_DRAFT, name: 'A', ...part })
const rule = (part: object) =>
  ({
    id: 'r',
    name: 'Rule',
    enabled: true,
    cooldown_seconds: 900,
    created_at: '',
    updated_at: '',
    ...part,
  }) as AlertRule

it('the link of Insights sets a budget for a month', () => {
  const preset = PRESETS.find(({ key }) => key === 'monthBudget')
  expect(preset?.draft).toMatchObject({ trigger: 'cost', per: 'month' })
})

describe('the draft of a rule', () => {
  it('names every field that is wrong at once, in the order of the form', () => {
    expect(wrongIn({ ...NEW_DRAFT, count: '0', cooldown: 'a while' })).toEqual([
      'name',
      'eventType',
      'count',
      'cooldown',
    ])
    expect(wrongIn(draft({ trigger: 'cost' }))).toEqual(['usd'])
    expect(wrongIn(draft({ trigger: 'context', percent: '101' }))).toEqual(['percent'])
    expect(wrongIn(draft({ trigger: 'waiting', minutes: '0', cooldown: '-1' }))).toEqual(['minutes', 'cooldown'])
  })

  it('asks for the window only with a count above one', () => {
    expect(wrongIn(draft({ eventType: 'Stop', within: '' }))).toEqual([])
    expect(wrongIn(draft({ eventType: 'Stop', within: '', count: '3' }))).toEqual(['within'])
  })

  it('of a budget asks for no cooldown', () => {
    expect(wrongIn(draft({ trigger: 'cost', per: 'day', usd: '60', cooldown: '' }))).toEqual([])
  })

  it('reads numbers with a comma, and minutes as seconds', () => {
    expect([numberIn(' 2,5 '), numberIn(''), numberIn('1 h')]).toEqual([2.5, Number.NaN, Number.NaN])
    expect(cooldownOf(draft({ cooldown: '1.5' }))).toBe(90)
  })

  it.each([
    [{ eventType: 'PermissionRequest', tool: 'mcp__linear__*', projects: ['/a'] }],
    [{ text: 'rm -rf', count: '3', within: '5' }],
    [{ trigger: 'waiting', minutes: '12' }],
    [{ trigger: 'cost', usd: '5.5' }],
    [{ trigger: 'context', percent: '80' }],
    [{ trigger: 'tokens', tokens: '1000' }],
    [{ trigger: 'silence', minutes: '3' }],
    [{ trigger: 'state', state: 'working', minutes: '30' }],
  ] as const)('%j is the same after it was saved and opened', (part) => {
    const before = draft(part)
    const after = draftOfRule(rule({ ...conditionOf(before), cooldown_seconds: cooldownOf(before) }))
    expect(conditionOf(after)).toEqual(conditionOf(before))
    expect([after.trigger, after.cooldown]).toEqual([before.trigger, before.cooldown])
  })

  it('opens a budget as a limit on cost', () => {
    const stored = {
      id: 'b',
      name: 'B',
      cwd: '/a',
      amount_usd: 60,
      period: 'week',
      alert_at: [80],
    } as unknown as Budget
    const opened = draftOfBudget(stored)
    expect(isBudget(opened)).toBe(true)
    expect(opened).toMatchObject({ usd: '60', per: 'week', projects: ['/a'], alertAt: [80] })
  })
})

describe('a preset', () => {
  const used = (rules: readonly AlertRule[], budgets: readonly Budget[] = []) =>
    PRESETS.filter(({ isUsed }) => isUsed(rules, budgets)).map(({ key }) => key)

  it('stays and is marked once there is a rule like it', () => {
    expect(used([])).toEqual([])
    const permission = rule({ rule_type: 'event_pattern', config: { event_type: 'PermissionRequest', count: 1 } })
    expect(used([permission, rule({ rule_type: 'cost', config: { usd: 1 } })])).toEqual(['permission', 'cost'])
    expect(used([], [{ period: 'day' } as Budget, { period: 'month' } as Budget])).toEqual(['budget', 'monthBudget'])
  })

  it('is complete, except for the amount of a budget', () => {
    expect(PRESETS.map(({ key, draft: preset }) => [key, wrongIn(draft(preset))])).toEqual([
      ['permission', []],
      ['failure', []],
      ['waiting', []],
      ['cost', []],
      ['budget', ['usd']],
      ['monthBudget', ['usd']],
      ['context', []],
      ['limit', []],
    ])
  })
})
