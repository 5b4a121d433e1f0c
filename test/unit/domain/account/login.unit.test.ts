import { describe, expect, it } from 'vitest'
import {
  ATTEMPT_WINDOW,
  clientOf,
  IDLE_DAYS,
  isOver,
  LOGIN_DAYS,
  lockedFor,
} from '../../../../src/domain/account/login.js'
import { DAY } from '../../../../src/domain/time.js'

describe('a login', () => {
  it('ends when nobody uses it, and at the latest after a month', () => {
    const createdAt = 0
    expect(isOver({ createdAt, usedAt: 0 }, IDLE_DAYS * DAY)).toBe(false)
    expect(isOver({ createdAt, usedAt: 0 }, IDLE_DAYS * DAY + 1)).toBe(true)
    expect(isOver({ createdAt, usedAt: LOGIN_DAYS * DAY }, LOGIN_DAYS * DAY)).toBe(false)
    expect(isOver({ createdAt, usedAt: LOGIN_DAYS * DAY }, LOGIN_DAYS * DAY + 1)).toBe(true)
  })
})

describe('a lock', () => {
  it('lasts until the oldest try that counts leaves the window', () => {
    expect(lockedFor([0, 1000], 3, 2000)).toBeNull()
    expect(lockedFor([0, 1000, 2000], 3, 2000)).toBe((ATTEMPT_WINDOW - 2000) / 1000)
    expect(lockedFor([0, 1000, 2000, 3000], 3, 3000)).toBe((ATTEMPT_WINDOW - 2000) / 1000)
    expect(lockedFor([0], 1, ATTEMPT_WINDOW)).toBe(1)
  })
})

describe('a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('with the address %s counts as %s', (address, client) => expect(clientOf(address)).toBe(client))
})
