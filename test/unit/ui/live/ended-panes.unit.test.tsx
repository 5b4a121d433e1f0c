import { describe, expect, it } from 'vitest'
import { keptAfter } from '../../../../ui/src/live/ended-panes.js'
import { lane, pane } from '../../../support/ui/rows.js'

const AT = '2026-03-01T11:00:00.000Z'
const kept = new Map()
const runs = (found: ReturnType<typeof keptAfter>, id = 1) => found.get(id)?.map(({ run_id: run }) => run) ?? []

describe('the panes that are kept', () => {
  const both = lane(1, { panes: [pane(0), pane(1)] })
  const second = lane(1, { panes: [pane(1)] })

  it('are those that disappeared, as ended', () => {
    const found = keptAfter(kept, [both], [second], AT)
    expect(found.get(1)).toEqual([pane(0, { alive: false, ended_at: AT })])
    expect(runs(keptAfter(found, [second], [second], AT))).toEqual(['run_0'])
    expect(runs(keptAfter(found, [second], [lane(1)], AT))).toEqual(['run_0', 'run_1'])
  })

  it('leave when their slot is used again, or their lane is removed', () => {
    const found = keptAfter(kept, [both], [second], AT)
    const again = lane(1, { panes: [pane(0, { run_id: 'other' }), pane(1)] })
    expect(runs(keptAfter(found, [second], [again], AT))).toEqual([])
    expect(runs(keptAfter(kept, [both], [again], AT))).toEqual([])
    expect(keptAfter(found, [second], [], AT).size).toBe(0)
  })

  it('are none when a lane is seen for the first time', () => {
    expect(keptAfter(kept, [], [both], AT).size).toBe(0)
  })
})
