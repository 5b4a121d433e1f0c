import { describe, expect, it } from 'vitest'
import { decidePush, replacedSubscriptions } from '../../../../src/domain/push/decide.js'
import { given } from '../../../support/domain/decision.js'

const KNOWN = { id: 's', isOwn: true }
const NEW = { id: 's', isOwn: false }

describe('a push subscription', () => {
  it('is recorded once, with the host of its push service only', () => {
    expect(given(NEW).when(decidePush.subscribe, { host: 'push.example' })).toEqual([
      { type: 'push-subscribed', data: { subscription: 's', host: 'push.example' } },
    ])
    expect(given(KNOWN).when(decidePush.subscribe, { host: 'push.example' })).toEqual([])
  })

  it('ends once, with its reason', () => {
    expect(given(KNOWN).when(decidePush.unsubscribe, { reason: 'asked' })).toEqual([
      { type: 'push-unsubscribed', data: { subscription: 's', reason: 'asked' } },
    ])
    expect(given(NEW).when(decidePush.unsubscribe, { reason: 'gone' })).toEqual([])
  })

  it('is replaced when there are more than 100, oldest first', () => {
    const known = Array.from({ length: 102 }, (_, i) => i)
    expect(replacedSubscriptions(known)).toEqual([0, 1])
    expect(replacedSubscriptions(known.slice(2))).toEqual([])
  })
})
