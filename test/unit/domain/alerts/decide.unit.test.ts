import { describe, expect, it } from 'vitest'
import { decideAlert, decideAlertRule, decideAlerts } from '../../../../src/domain/alerts/decide.js'
import { given } from '../../../support/domain/decision.js'

const { create, update, remove } = decideAlertRule
const STORED = {
  id: 'r',
  name: 'Quiet',
  rule_type: 'inactivity',
  config: { minutes: 5 },
  enabled: true,
  cooldown_seconds: 60,
  scope: 'own',
} as const
const SET = {
  type: 'alert-rule-set',
  data: {
    rule: 'r',
    name: 'Quiet',
    ruleType: 'inactivity',
    config: { minutes: 5 },
    enabled: true,
    cooldownSeconds: 60,
  },
}

describe('an alert rule', () => {
  it('is created enabled, with a cooldown of five minutes', () => {
    const command = { id: 'r', name: 'Quiet', rule_type: 'inactivity', config: { minutes: 5 } } as const
    expect(given(undefined).when(create, command)).toEqual([{ ...SET, data: { ...SET.data, cooldownSeconds: 300 } }])
  })

  it('is rejected with an invalid condition', () => {
    const command = { id: 'r', name: 'Quiet', rule_type: 'inactivity', config: {} } as const
    expect(given(undefined).when(create, command)).toEqual({ rejected: 'INVALID_INPUT' })
    expect(given(STORED).when(update, { config: { minutes: -1 } })).toEqual({ rejected: 'INVALID_INPUT' })
  })

  it('keeps the fields that an update omits', () => {
    expect(given(STORED).when(update, { enabled: false, name: null })).toEqual([
      { ...SET, data: { ...SET.data, enabled: false } },
    ])
  })

  it('is removed once', () => {
    expect(given(STORED).when(remove, {})).toEqual([{ type: 'alert-rule-removed', data: { rule: 'r' } }])
    expect(given(undefined).when(remove, {})).toEqual({ rejected: 'NOT_FOUND' })
    expect(given(undefined).when(update, {})).toEqual({ rejected: 'NOT_FOUND' })
  })
})

describe('an alert', () => {
  it('is acknowledged once', () => {
    expect(given({ id: 7, acknowledged: false }).when(decideAlert.acknowledge, {})).toEqual([
      { type: 'alert-acknowledged', data: { alert: 7 } },
    ])
    expect(given({ id: 7, acknowledged: true }).when(decideAlert.acknowledge, {})).toEqual([])
    expect(given(undefined).when(decideAlert.acknowledge, {})).toEqual({ rejected: 'NOT_FOUND' })
  })

  it('is acknowledged with all others up to the newest open one', () => {
    expect(given({ ids: [4, 7, 9], everybodys: true }).when(decideAlerts.acknowledgeAll, {})).toEqual([
      { type: 'alerts-acknowledged', data: { upTo: 9 } },
    ])
    expect(given({ ids: [], everybodys: true }).when(decideAlerts.acknowledgeAll, {})).toEqual([])
  })

  it('stays open when a user who does not see it acknowledges all', () =>
    expect(given({ ids: [4, 9], everybodys: false }).when(decideAlerts.acknowledgeAll, {})).toEqual([
      { type: 'alert-acknowledged', data: { alert: 4 } },
      { type: 'alert-acknowledged', data: { alert: 9 } },
    ]))
})
