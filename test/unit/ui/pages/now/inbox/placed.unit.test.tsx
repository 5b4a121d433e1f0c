import { describe, expect, it } from 'vitest'
import type { Decision } from '../../../../../../ui/src/api/types.js'
import type { Group } from '../../../../../../ui/src/live/triage.js'
import { placed } from '../../../../../../ui/src/pages/now/inbox/placed.js'
import { lane, pane } from '../../../../../support/ui/rows.js'

const AT = Date.parse('2026-03-01T10:00:00.000Z')
const decision = (id: string, kind: Decision['kind'], more: Partial<Decision> = {}): Decision => ({
  id,
  kind,
  at: '2026-03-01T09:00:00.000Z',
  title: id,
  text: '',
  lane: null,
  session_id: null,
  tool: null,
  ask: null,
  error: null,
  changes: null,
  repository: null,
  conflicts: [],
  budget: null,
  later_until: null,
  owner_id: null,
  ...more,
})
const inLane = (id: number) => ({ lane: { id, title: `lane ${id}`, slot: null } })
const place = (
  groups: readonly Group[],
  {
    decisions = [],
    later = [],
    lanes = {},
    since = {},
    dialogs = [],
    active = [],
  }: {
    readonly decisions?: readonly Decision[]
    readonly later?: readonly Decision[]
    readonly lanes?: Readonly<Record<string, number>>
    readonly since?: Readonly<Record<string, string>>
    readonly dialogs?: Parameters<typeof placed>[1]['dialogs']
    readonly active?: readonly string[]
  } = {},
) => {
  const shown = placed(groups, {
    dialogs,
    decided: { decisions, later, at: AT },
    laneOf: (id) => lanes[id],
    since: (id) => since[id],
    isActive: (id) => active.includes(id),
  })
  return shown.groups.map(({ key, ids }) => [key, ...ids])
}

describe('the rows of Now', () => {
  it('are the sessions alone before the service has answered', () => {
    const groups: Group[] = [{ key: 'failed', ids: ['f'] }]
    const facts = {
      dialogs: [],
      decided: undefined,
      laneOf: () => undefined,
      since: () => undefined,
      isActive: () => false,
    }
    expect(placed(groups, facts).groups).toEqual(groups)
  })

  it('have conflicts and budgets after failures, and lanes with changes after them', () => {
    const decisions = [
      decision('r', 'review', inLane(1)),
      decision('b', 'budget'),
      decision('c', 'conflict', inLane(2)),
      decision('a', 'ask', { session_id: 'w' }),
    ]
    expect(
      place(
        [
          { key: 'waiting', ids: ['w'] },
          { key: 'working', ids: ['x'] },
        ],
        { decisions },
      ),
    ).toEqual([
      ['waiting', 'w'],
      ['other', 'b', 'c'],
      ['review', 'r'],
      ['working', 'x'],
    ])
  })

  it('show the row of a lane with changes in place of those of its agents', () => {
    const decisions = [decision('r', 'review', inLane(1))]
    const groups: Group[] = [
      { key: 'turn', ids: ['s1', 's2'] },
      { key: 'idle', ids: ['s3'] },
    ]
    expect(place(groups, { decisions, lanes: { s1: 1, s3: 1 } })).toEqual([
      ['review', 'r'],
      ['turn', 's2'],
    ])
  })

  it('have what is decided later at the end', () => {
    const later = [decision('a', 'ask', { session_id: 'w' }), decision('b', 'budget')]
    const groups: Group[] = [
      { key: 'waiting', ids: ['w', 'v'] },
      { key: 'done', ids: ['d'] },
    ]
    expect(place(groups, { later })).toEqual([
      ['waiting', 'v'],
      ['later', 'w', 'b'],
      ['done', 'd'],
    ])
  })

  it('leave out failures that only an import brought, not those that are newer than the list', () => {
    const decisions = [decision('f', 'failed', { session_id: 'known' })]
    const since = { old: '2026-03-01T08:00:00.000Z', newer: '2026-03-01T10:00:01.000Z' }
    const groups: Group[] = [{ key: 'failed', ids: ['known', 'old', 'newer', 'open'] }]
    expect(place(groups, { decisions, since, active: ['open'] })).toEqual([['failed', 'known', 'newer', 'open']])
  })

  it('have agents at a dialog among the waiting ones, the oldest first', () => {
    const dialogs = [
      { lane: lane(4), pane: pane(0, { started_at: '2026-03-01T09:30:00.000Z' }) },
      { lane: lane(5), pane: pane(2, { started_at: '2026-03-01T09:50:00.000Z' }) },
    ]
    const since = { w: '2026-03-01T09:40:00.000Z' }
    expect(place([{ key: 'waiting', ids: ['w'] }], { dialogs, since })).toEqual([
      ['waiting', 'dialog-4-0', 'w', 'dialog-5-2'],
    ])
  })
})
