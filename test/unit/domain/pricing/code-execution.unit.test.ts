import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  billedExecutions,
  executionPrice,
  freeExecutionsOf,
  hoursOf,
} from '../../../../src/domain/pricing/code-execution.js'
import { toUsd } from '../../../../src/domain/pricing/cost.js'

const monthCosts = (billed: number): number => toUsd(executionPrice(billed) * BigInt(billed))

describe('code execution in a month', () => {
  it('is free for the first 1550 hours, at five minutes a request', () => {
    expect(hoursOf(24)).toBe(2)
    expect(monthCosts(1550 * 12)).toBe(0)
    expect(monthCosts(1550 * 12 + 12)).toBe(0.05)
    expect(monthCosts(2000 * 12)).toBe(450 * 0.05)
    expect(monthCosts(30_000)).toBe(47.5)
  })

  it('costs nothing without requests', () => {
    expect(executionPrice(0)).toBe(0n)
  })

  it('is free in a message that also used web search or web fetch', () => {
    const executing = { webSearch: 0, webFetch: 0, codeExecution: 7 }
    expect(freeExecutionsOf(executing)).toBe(0)
    expect(freeExecutionsOf({ ...executing, webSearch: 1 })).toBe(7)
    expect(freeExecutionsOf({ ...executing, webFetch: 1 })).toBe(7)
    expect(billedExecutions({ codeExecution: 7, freeExecution: 2 })).toBe(5)
  })

  it('costs as much as the requests beyond the allowance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (billed) => {
        const beyond = Math.max(0, billed - 1550 * 12)
        expect(monthCosts(billed)).toBeCloseTo((beyond * 0.05) / 12, 9)
      }),
    )
  })
})
