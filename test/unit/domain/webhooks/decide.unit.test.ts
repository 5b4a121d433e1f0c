import { describe, expect, it } from 'vitest'
import { decideDeliveries, decideWebhook } from '../../../../src/domain/webhooks/decide.js'
import { given } from '../../../support/domain/decision.js'

const { create, update, remove, recordTest } = decideWebhook
const setup = {
  url: 'https://hooks.example/a-very-secret-path',
  secret: 'hush',
  headers: { Authorization: 'Bearer hush' },
  config: {},
}
const secrets = { setup, revision: 'v2' }
const target = { id: 't', name: 'Mine', type: 'generic', enabled: true, rule_ids: ['r'] } as const
const KNOWN = { targets: 1, target }
const NONE = { targets: 0, target: undefined }

describe('a webhook target', () => {
  it('is recorded with a preview and the revision of its secrets, never the secrets', () => {
    const command = { id: 't', target: { name: 'Mine', type: 'generic', rule_ids: [] } as const, ...secrets }
    const events = given(NONE).when(create, command)
    expect(events).toEqual([
      {
        type: 'webhook-target-set',
        data: {
          target: 't',
          name: 'Mine',
          targetType: 'generic',
          enabled: true,
          urlPreview: 'hooks.example/…path',
          hasSecret: true,
          headerNames: ['Authorization'],
          config: {},
          secretFields: [],
          ruleIds: null,
          revision: 'v2',
        },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('hush')
  })

  it('is rejected if there are already fifty', () => {
    const command = { id: 't', target: { name: 'Mine', type: 'generic' } as const, ...secrets }
    expect(given({ targets: 49, target: undefined }).when(create, command)).toHaveLength(1)
    expect(given({ targets: 50, target: undefined }).when(create, command)).toEqual({ rejected: 'INVALID_INPUT' })
  })

  it('keeps the fields that an update omits; null rules mean all', () => {
    expect(given(KNOWN).when(update, { change: { enabled: false }, ...secrets })).toMatchObject([
      { data: { name: 'Mine', enabled: false, ruleIds: ['r'] } },
    ])
    expect(given(KNOWN).when(update, { change: { rule_ids: null }, ...secrets })).toMatchObject([
      { data: { enabled: true, ruleIds: null } },
    ])
  })

  it('cannot be updated or deleted again once it is deleted', () => {
    expect(given(NONE).when(update, { change: {}, ...secrets })).toEqual({ rejected: 'NOT_FOUND' })
    expect(given(NONE).when(remove, {})).toEqual({ rejected: 'NOT_FOUND' })
    expect(given(KNOWN).when(remove, {})).toEqual([{ type: 'webhook-target-removed', data: { target: 't' } }])
  })

  it('records no test result if it is deleted during the test', () => {
    const outcome = { ok: false, status: 500, error: 'HTTP 500' }
    expect(given(KNOWN).when(recordTest, outcome)).toMatchObject([
      { type: 'webhook-failed', data: { target: 't', alert: null, statusCode: 500, attempts: 1 } },
    ])
    expect(given(NONE).when(recordTest, outcome)).toEqual([])
  })
})

describe('the deliveries of an alert', () => {
  const two = [target, { ...target, id: 'u' }]

  it('are requested for each target', () => {
    expect(decideDeliveries({ targets: two, due: 998 }, { alert: 7 })).toEqual([
      { type: 'webhook-requested', data: { alert: 7, targets: ['t', 'u'] } },
    ])
    expect(decideDeliveries({ targets: [], due: 0 }, { alert: 7 })).toEqual([])
  })

  it('fail at once if more than a thousand would be pending', () => {
    expect(decideDeliveries({ targets: two, due: 999 }, { alert: 7 })).toMatchObject([
      { type: 'webhook-failed', data: { target: 't', alert: 7, attempts: 0 } },
      { type: 'webhook-failed', data: { target: 'u', alert: 7, attempts: 0 } },
    ])
  })
})
