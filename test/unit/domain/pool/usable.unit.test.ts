import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, firstReset, isFull, nextAccount, quotaPercent } from '../../../../src/domain/pool/usable.js'

const NOW = 1_000_000
const candidate = (name: string, more: Partial<Candidate> = {}): Candidate => ({
  name,
  isExpired: false,
  refreshError: null,
  windows: [],
  livePanes: 0,
  mostPanes: Number.POSITIVE_INFINITY,
  ...more,
})
const used = (percent: number, resetsAt: number | null = NOW + 1) => ({ windows: [{ percent, resetsAt }] })
const next = (...all: readonly Candidate[]) => nextAccount(all, null, 95, NOW)

describe('the account for the next agent', () => {
  it('has the lowest use, then the fewest panes, then the first name', () => {
    expect(next(candidate('b', used(50)), candidate('a', used(60)))).toBe('b')
    expect(next(candidate('b', used(50)), candidate('a'))).toBe('a')
    expect(next(candidate('a', { livePanes: 2 }), candidate('b', { livePanes: 1 }))).toBe('b')
    expect(next(candidate('b'), candidate('a'))).toBe('a')
    expect(next()).toBeNull()
  })

  it('is never full, expired, failing to renew, or in all the panes that it may have', () => {
    expect(next(candidate('a', used(95)))).toBeNull()
    expect(next(candidate('a', used(94.9)))).toBe('a')
    expect(next(candidate('a', used(100, NOW)))).toBe('a')
    expect(next(candidate('a', used(100, null)))).toBeNull()
    expect(next(candidate('a', { isExpired: true }))).toBeNull()
    expect(next(candidate('a', { refreshError: 'no' }))).toBeNull()
    expect(next(candidate('a', { livePanes: 1, mostPanes: 1 }))).toBeNull()
  })

  it('is that of a resumed session, if it can be used', () => {
    const all = [candidate('a'), candidate('b', used(80)), candidate('c', used(99))]
    expect(nextAccount(all, 'b', 95, NOW)).toBe('b')
    expect(nextAccount(all, 'c', 95, NOW)).toBe('a')
    expect(nextAccount(all, 'gone', 95, NOW)).toBe('a')
  })

  it('is usable, and none with less use is, for any pool', () => {
    const anyone = fc.record({
      name: fc.string({ minLength: 1 }),
      isExpired: fc.boolean(),
      refreshError: fc.constantFrom(null, 'no'),
      windows: fc.array(
        fc.record({
          percent: fc.option(fc.integer({ min: 0, max: 120 })),
          resetsAt: fc.option(fc.integer({ min: NOW - 5, max: NOW + 5 })),
        }),
        { maxLength: 2 },
      ),
      livePanes: fc.nat(3),
      mostPanes: fc.constantFrom(1, Number.POSITIVE_INFINITY),
    })
    fc.assert(
      fc.property(fc.uniqueArray(anyone, { selector: ({ name }) => name, maxLength: 6 }), (pool) => {
        const isUsable = (one: Candidate) =>
          !one.isExpired && one.refreshError === null && one.livePanes < one.mostPanes && !isFull(one, 95, NOW)
        const percent = (one: Candidate) => quotaPercent(one.windows, NOW) ?? 0
        const found = pool.find(({ name }) => name === nextAccount(pool, null, 95, NOW))
        const usable = pool.filter(isUsable)
        if (found === undefined) return usable.length === 0
        return isUsable(found) && Math.min(...usable.map(percent)) === percent(found)
      }),
    )
  })
})

it('the pool is free again when the first account has all its windows reset', () => {
  const both = { windows: [...used(96, NOW + 10).windows, ...used(97, NOW + 20).windows] }
  expect(firstReset([both, used(99, NOW + 30)], 95, NOW)).toBe(NOW + 20)
  expect(firstReset([used(99, null), used(10)], 95, NOW)).toBeNull()
  expect(firstReset([], 95, NOW)).toBeNull()
})
