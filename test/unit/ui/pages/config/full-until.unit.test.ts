import { describe, expect, it } from 'vitest'
import { fullUntil } from '../../../../../ui/src/pages/config/routing/full-until.js'

const limit = (percent: number | null, hours: number | null) => ({
  percent,
  resetsAt: hours === null ? null : new Date(Date.UTC(2026, 10, 20, hours)).toISOString(),
})

describe('an account', () => {
  it('is full until the last of its full limits starts again, whenever others do', () => {
    expect(fullUntil([limit(10, 1), limit(99, 9)], 95)).toBe('2026-11-20T09:00:00.000Z')
    expect(fullUntil([limit(95, 1), limit(40, 9)], 95)).toBe('2026-11-20T01:00:00.000Z')
    expect(fullUntil([limit(100, 9), limit(96, 1)], 95)).toBe('2026-11-20T09:00:00.000Z')
  })

  it('has no such time if none is full, or one has no known reset', () => {
    expect(fullUntil([limit(94, 1), limit(null, 9)], 95)).toBeNull()
    expect(fullUntil([limit(99, null), limit(99, 9)], 95)).toBeNull()
    expect(fullUntil([], 95)).toBeNull()
  })
})
