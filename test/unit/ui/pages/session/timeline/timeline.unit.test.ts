import { describe, expect, it } from 'vitest'
import type { ToolSpan } from '../../../../../../ui/src/api/types.js'
import { barsOf, spanOf } from '../../../../../../ui/src/pages/session/timeline/bars.js'
import { pan, rangeOf, rangeWords, ticks, zoom } from '../../../../../../ui/src/pages/session/timeline/range.js'

const START = Date.UTC(2026, 2, 1, 10)
const whole = { from: START, to: START + 100_000 }
const iso = (second: number): string => new Date(START + second * 1000).toISOString()
const call = (id: number, from: number, to: number | null, failed = false): ToolSpan => ({
  id,
  tool_name: 'Bash',
  event_type: to === null ? 'PreToolUse' : 'PostToolUse',
  agent_id: 'a',
  created_at: iso(from),
  ended_at: to === null ? null : iso(to),
  summary: null,
  failed,
})
const NOW = whole.to

describe('the visible part of the time axis', () => {
  it('keeps the time under the pointer fixed when zooming', () => {
    const near = zoom(whole, whole, 0.5, START + 20_000)
    expect(near).toEqual({ from: START + 10_000, to: START + 60_000 })
    expect(zoom(near, whole, 2, START + 20_000)).toEqual(whole)
  })

  it('stays within the full range when panned or zoomed', () => {
    const part = { from: START + 80_000, to: START + 100_000 }
    expect(pan(part, whole, 1)).toEqual(part)
    expect(pan(part, whole, -10)).toEqual({ from: START, to: START + 20_000 })
    expect(zoom(part, whole, 100, part.from)).toEqual(whole)
  })

  it('round-trips through the URL, where invalid values mean the full range', () => {
    const part = { from: START + 12_500, to: START + 60_000 }
    expect(rangeWords(part, whole)).toBe('12.5-60')
    expect(rangeOf('12.5-60', whole)).toEqual(part)
    expect(rangeWords(whole, whole)).toBeUndefined()
    for (const nonsense of [undefined, 'x', '60-12', '5-5', '-1-2']) expect(rangeOf(nonsense, whole)).toEqual(whole)
  })

  it('has ticks at round distances from the start', () => {
    expect(ticks(whole, whole, 5).map((at) => (at - START) / 1000)).toEqual([0, 30, 60, 90])
    expect(ticks({ from: START + 31_000, to: START + 35_000 }, whole, 4).map((at) => (at - START) / 1000)).toEqual([
      31, 32, 33, 34, 35,
    ])
  })
})

describe('the bars of a lane', () => {
  it('are placed by time and clipped at the edges; running calls extend to now', () => {
    const bars = barsOf([call(1, 10, 20), call(2, 50, null)], whole, 1000, NOW)
    expect(bars.map(({ x, width }) => [x, width])).toEqual([
      [100, 100],
      [500, 500],
    ])
    const part = { from: START + 15_000, to: START + 25_000 }
    expect(barsOf([call(1, 10, 20), call(2, 50, null)], part, 1000, NOW).map(({ x, width }) => [x, width])).toEqual([
      [0, 500],
    ])
  })

  it('are merged to at most one per pixel, with the number of their calls', () => {
    const calls = Array.from({ length: 5000 }, (_, index) => call(index, index / 50, index / 50 + 0.01))
    const bars = barsOf(calls, whole, 300, NOW)
    expect(bars.length).toBeLessThanOrEqual(301)
    expect(bars.reduce((sum, { calls: many }) => sum + many, 0)).toBe(5000)
  })

  it('say that a call failed, also one that another covers', () => {
    const calls = [call(1, 10, 20), call(2, 10, 11, true), call(3, 50, 60)]
    expect(barsOf(calls, whole, 1000, NOW).map(({ failed }) => failed)).toEqual([true, false])
  })
})

it('draws an agent only for its lifetime', () => {
  const lane = {
    id: 'a',
    name: 'a',
    type: 'subagent' as const,
    subagent_type: null,
    status: 'completed' as const,
    started_at: iso(10),
    ended_at: iso(20),
    parent_agent_id: null,
  }
  expect(spanOf(lane, whole, whole, 1000)).toEqual({ x: 100, width: 100 })
  expect(spanOf(lane, whole, { from: START + 30_000, to: whole.to }, 1000)).toBeUndefined()
})
