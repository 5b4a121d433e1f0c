import { describe, expect, it } from 'vitest'
import { bestOf } from '../../../../../ui/src/pages/race/best.js'

type Racer = Parameters<typeof bestOf>[0][number]

const racer = (lane: number, change: Partial<Racer> = {}): Racer => ({
  lane_id: lane,
  state: 'rests',
  since: null,
  session_id: null,
  said: null,
  cost_usd: lane,
  unpriced_models: [],
  turns: 1,
  asks: 0,
  waited_ms: 0,
  changes: { files: lane, added: 10 * lane, deleted: 0, uncommitted: 0 },
  conflicts: [],
  checks: [],
  ...change,
})
const changes = (added: number, files = 1) => ({ files, added, deleted: 0, uncommitted: 0 })

describe('the best of a race', () => {
  it('is what cost least and changed fewest lines', () => {
    expect(bestOf([racer(2), racer(1), racer(3)])).toEqual({ cost: 1, size: 1 })
  })

  it.each<[string, Racer[], { cost: number | null; size: number | null }]>([
    ['while one works', [racer(1), racer(2, { state: 'works' })], { cost: null, size: null }],
    ['when one waits', [racer(1), racer(2, { state: 'waits' })], { cost: null, size: null }],
    ['with one agent that was started', [racer(1), racer(2, { state: 'none' })], { cost: null, size: null }],
    ['of a lane that was deleted', [racer(1, { state: 'gone' }), racer(2), racer(3)], { cost: 2, size: 2 }],
    ['with a model without a price', [racer(1, { unpriced_models: ['x'] }), racer(2)], { cost: null, size: 1 }],
    ['of equal costs', [racer(1), racer(2, { cost_usd: 1 })], { cost: null, size: 1 }],
    ['of equal sizes', [racer(1), racer(2, { changes: changes(10) })], { cost: 1, size: null }],
    ['with an agent that changed nothing', [racer(1, { changes: changes(0, 0) }), racer(2)], { cost: 1, size: null }],
    ['before the changes are read', [racer(1, { changes: null }), racer(2)], { cost: 1, size: null }],
  ])('says nothing that was not measured: %s', (_, racers, best) => {
    expect(bestOf(racers)).toEqual(best)
  })
})
