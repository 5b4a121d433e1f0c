import { describe, expect, it } from 'vitest'
import { blocksOf, burnOf, isOpen, projected } from '../../../../src/domain/reports/blocks.js'
import { MINUTE, quarterOf } from '../../../../src/domain/time.js'

const at = (time: string): number => Date.parse(`2026-11-0${time}:00.000Z`)
const starts = (...times: readonly string[]): readonly string[] =>
  blocksOf(times.map((time) => quarterOf(at(time)))).map(({ start }) => new Date(start).toISOString().slice(9, 16))

describe('five-hour blocks', () => {
  it('start at the full hour of their first use', () => {
    expect(starts('1T09:45', '1T10:15')).toEqual(['1T09:00'])
  })

  it('end five hours after their start, regardless of the last use', () => {
    expect(starts('1T09:45', '1T13:45', '1T14:00')).toEqual(['1T09:00', '1T14:00'])
  })

  it('start again with the next use after a break of five hours', () => {
    expect(starts('1T09:00', '1T21:30', '2T02:30')).toEqual(['1T09:00', '1T21:00', '2T02:00'])
  })

  it('are an empty list without use', () => {
    expect(starts()).toEqual([])
  })
})

describe('the open block', () => {
  const [block = { start: 0, end: 0 }] = blocksOf([quarterOf(at('1T09:30'))])
  const used = { tokens: 60_000, usd: 3, first: at('1T09:30'), last: at('1T10:30') }

  it('has a burn rate between its first and its last use', () => {
    expect(burnOf(used)).toEqual({ tokens_per_minute: 1000, usd_per_hour: 3 })
  })

  it('is projected at its burn rate for the remaining time', () => {
    expect(projected(block, used, block.end - 120 * MINUTE)).toEqual({
      tokens: 180_000,
      usd: 9,
      remaining_minutes: 120,
    })
  })

  it('has no burn rate after a single use', () => {
    const moment = { ...used, last: used.first }
    expect([burnOf(moment), projected(block, moment, used.first)]).toEqual([null, null])
  })

  it('closes after its five hours', () => {
    expect(isOpen(block, used.last, block.end - 1)).toBe(true)
    expect(isOpen(block, used.last, block.end)).toBe(false)
  })
})
