import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { executionPrice, type Executions } from '../../../../src/domain/pricing/code-execution.js'
import { toUsd } from '../../../../src/domain/pricing/cost.js'

const used = (requests: number, free = false): Executions => ({ requests, free })
const monthCosts = (...month: readonly Executions[]): number => {
  const requests = month.reduce((total, row) => total + row.requests, 0)
  return toUsd(executionPrice(month).price * BigInt(requests))
}

describe('code execution in a month', () => {
  it('is free for the first 1550 hours, at five minutes a request', () => {
    expect(monthCosts(used(1550 * 12))).toBe(0)
    expect(monthCosts(used(1550 * 12 + 12))).toBeCloseTo(0.05, 9)
    expect(monthCosts(used(1000 * 12), used(1000 * 12))).toBeCloseTo(450 * 0.05, 9)
  })

  it('is free beside web search or web fetch, and does not use up the allowance then', () => {
    expect(monthCosts(used(1e6, true))).toBe(0)
    expect(monthCosts(used(1550 * 12), used(1e6, true))).toBe(0)
    expect(executionPrice([used(24), used(24, true)]).hours * 48).toBeCloseTo(2, 9)
  })

  it('costs nothing when there was none', () => {
    expect(executionPrice([])).toEqual({ price: 0n, hours: 0 })
  })

  it('costs the same in whichever order and by whomever it was used', () => {
    const month = fc.array(fc.record({ requests: fc.integer({ min: 1, max: 50_000 }), free: fc.boolean() }))
    fc.assert(
      fc.property(month, (rows) => {
        const split = rows.flatMap((row) => [
          { ...row, requests: row.requests - 1 },
          { ...row, requests: 1 },
        ])
        expect(executionPrice(split.toReversed())).toEqual(executionPrice(rows))
      }),
    )
  })
})
