import { expect, it } from 'vitest'
import { dialogsOf } from '../../../../ui/src/live/waiting-dialogs.js'
import { lane, pane } from '../../../support/ui/rows.js'

const waiting = { kind: 'trust', text: 'Do you trust this folder?' } as const

it('agents at a dialog count as waiting, the oldest first, once each', () => {
  const lanes = [
    lane(1, { panes: [pane(0, { waiting, started_at: '2026-03-01T10:05:00.000Z' }), pane(1)] }),
    lane(2, {
      panes: [pane(3, { waiting }), pane(4, { waiting, alive: false }), pane(5, { waiting, session_id: 's' })],
    }),
  ]
  const found = dialogsOf(lanes, (session) => session === 's')
  expect(found.map((one) => [one.lane.id, one.pane.slot])).toEqual([
    [2, 3],
    [1, 0],
  ])
})
