import { describe, expect, it } from 'vitest'
import { codexStart, codexStep } from '../../../../../../src/domain/transcript/facts/codex/step.js'
import { only } from '../../../../../support/domain/only.js'

const time = (second: number): string => `2026-02-01T10:00:${String(second).padStart(2, '0')}.000Z`
const window = (used: unknown, minutes: unknown = 300, resets: unknown = 1_782_790_443) => ({
  used_percent: used,
  window_minutes: minutes,
  resets_at: resets,
})
const count = (rate_limits: unknown, second = 1, info: unknown = null): object => ({
  timestamp: time(second),
  type: 'event_msg',
  payload: { type: 'token_count', info, rate_limits },
})
const limits = (primary: unknown, more: object = {}) => ({ limit_id: 'codex', plan_type: 'plus', primary, ...more })

const read = (lines: readonly unknown[], state = codexStart(0)) => {
  const place = { session: 's', agent: null }
  const facts = lines.flatMap((value, at) => codexStep(state, value, { ...place, line: at + 1 }, () => null))
  return only(facts, 'limits-reported')
}

describe('the limits in a Codex rollout', () => {
  it('are reported with all their windows', () => {
    const both = { primary: window(31), secondary: window(36, 10_080, 1_783_297_537), limit_name: 'Spark' }
    expect(read([count(limits(null, both))])).toMatchObject([
      {
        limit: 'codex',
        name: 'Spark',
        plan: 'plus',
        windows: [
          { minutes: 300, usedPercent: 31, resetsAt: 1_782_790_443_000 },
          { minutes: 10_080, usedPercent: 36, resetsAt: 1_783_297_537_000 },
        ],
      },
    ])
  })

  it('are reported again when a whole percent or a reset has changed, each limit for itself', () => {
    const other = { limit_id: 'codex_spark' }
    const found = read([
      count(limits(window(31)), 1),
      count(limits(window(31.9)), 2),
      count(limits(window(5), other), 3),
      count(limits(window(32)), 4),
      count(limits(window(5), other), 5),
      count(limits(window(32, 300, 1_782_800_000)), 6),
    ])
    expect(found.map(({ limit, windows }) => [limit, windows[0]?.usedPercent])).toEqual([
      ['codex', 31],
      ['codex_spark', 5],
      ['codex', 32],
      ['codex', 32],
    ])
  })

  it('are not reported from the lines that a fork copies', () => {
    const meta = { timestamp: time(10), type: 'session_meta', payload: { id: 'fork', forked_from_id: 'parent' } }
    expect(read([meta, count(limits(window(99)), 10)])).toEqual([])
  })

  it.each([
    null,
    [],
    'x',
    { primary: null, secondary: null },
    { primary: { used_percent: '5', window_minutes: 300 } },
    { primary: window(5, 0) },
    { primary: window(-5) },
    { primary: window(Number.NaN) },
  ])('are absent: %j', (given) => expect(read([count(given)])).toEqual([]))

  it('are bounded, whatever a rollout says', () => {
    const state = codexStart(0)
    const many = Array.from({ length: 100 }, (_, n) => count({ limit_id: `${n}`, primary: window(1e9) }, 1))
    const found = read(many, state)
    expect(found[0]?.windows).toEqual([{ minutes: 300, usedPercent: 100, resetsAt: 1_782_790_443_000 }])
    expect(state.limits).toHaveLength(20)
  })
})
