import { describe, expect, it } from 'vitest'
import type { Session } from '../../../../ui/src/api/types.js'
import { laneGroups, laneState, paneLook, sessionsByLane } from '../../../../ui/src/live/lane-triage.js'
import { lane, pane, session } from '../../../support/ui/rows.js'

const at = (minutes: number): string => new Date(Date.UTC(2026, 2, 1, 10, minutes)).toISOString()
const is = (situation: Session['situation'], minutes = 0, change: Partial<Session> = {}) =>
  session(`${situation} ${minutes}`, { situation, situation_since: at(minutes), ...change })

describe('the group of a lane', () => {
  it.each([
    ['waiting', [is('working'), is('failed'), is('needs_you')]],
    ['failed', [is('working'), is('failed')]],
    ['working', [is('your_turn'), is('working')]],
    ['turn', [is('interrupted'), is('your_turn')]],
    ['idle', [is('interrupted')]],
    ['idle', []],
  ] as const)('is %s if that is the first that fits its sessions', (group, sessions) => {
    expect(laneState(lane(1), sessions).group).toBe(group)
  })

  it('is archived if a user put it away, unless an agent needs somebody or works', () => {
    const away = lane(1, { archived_at: at(1) })
    expect(laneState(away, [])).toMatchObject({ group: 'archived' })
    expect(laneState(away, [is('your_turn', 4)])).toEqual({ group: 'archived', lead: 'your_turn 4', since: at(4) })
    expect(laneState(away, [is('failed')]).group).toBe('archived')
    expect(laneState(away, [is('needs_you')]).group).toBe('waiting')
    expect(laneState(away, [is('working')]).group).toBe('working')
  })

  it('is failed without a worktree, and working while the worktree or an agent is started', () => {
    expect(laneState(lane(1, { status: 'failed' }), []).group).toBe('failed')
    expect(laneState(lane(1, { status: 'provisioning' }), []).group).toBe('working')
    expect(laneState(lane(1, { panes: [pane(0)] }), []).group).toBe('working')
  })

  it('is idle with only a shell or an ended agent', () => {
    expect(laneState(lane(1, { panes: [pane(0, { shell: true, tool: null })] }), []).group).toBe('idle')
    expect(laneState(lane(1, { panes: [pane(0, { alive: false })] }), []).group).toBe('idle')
  })

  it('is not failed by a failure that was dismissed or is followed by another session', () => {
    expect(laneState(lane(1), [is('failed', 0, { failure_dismissed: true })]).group).toBe('idle')
    const ended = { status: 'error' } as const
    expect(laneState(lane(1), [is('failed', 0, ended)]).group).toBe('failed')
    expect(laneState(lane(1), [is('failed', 0, ended), is('done', 5, { status: 'completed' })]).group).toBe('idle')
  })

  it('is waiting while an agent shows a dialog before its session starts', () => {
    const waiting = { kind: 'trust', text: 'Do you trust this folder?' } as const
    const one = lane(1, { panes: [pane(0, { waiting, started_at: at(3) })] })
    expect(laneState(one, [is('working')])).toEqual({ group: 'waiting', lead: undefined, since: at(3) })
    expect(laneState(one, [is('needs_you', 1)])).toMatchObject({ lead: 'needs_you 1' })
    expect(laneState(lane(1, { panes: [pane(0, { waiting, alive: false })] }), []).group).toBe('idle')
  })

  it('follows the session that waits longest', () => {
    const state = laneState(lane(1), [is('needs_you', 9), is('needs_you', 2)])
    expect(state).toEqual({ group: 'waiting', lead: 'needs_you 2', since: at(2) })
  })
})

it('the sessions of a lane are those in its directories and in its panes', () => {
  const lanes = [lane(1), lane(2, { panes: [pane(0, { session_id: 'in pane' })] })]
  const rows = [session('inside', { lane_id: 1 }), session('in pane', { lane_id: 1 }), session('elsewhere')]
  const found = [...sessionsByLane(lanes, rows)].map(([id, sessions]) => [id, sessions.map((one) => one.id)])
  expect(found).toEqual([
    [1, ['inside']],
    [2, ['in pane']],
  ])
})

it('the longest waiting lane is first, and the newest in other groups', () => {
  const state = (group: 'waiting' | 'turn', minutes: number) => ({ group, lead: undefined, since: at(minutes) })
  const states = new Map([
    ['1', state('turn', 1)],
    ['2', state('turn', 2)],
    ['3', state('waiting', 4)],
    ['4', state('waiting', 3)],
  ])
  expect(laneGroups(states)).toEqual([
    { key: 'waiting', ids: ['4', '3'] },
    { key: 'turn', ids: ['2', '1'] },
  ])
})

it.each([
  ['need', pane(0), is('needs_you')],
  ['fail', pane(0), is('failed')],
  ['turn', pane(0), is('failed', 0, { failure_dismissed: true })],
  ['work', pane(0), is('working')],
  ['turn', pane(0), is('your_turn')],
  ['work', pane(0), undefined],
  ['need', pane(0, { waiting: { kind: 'hooks', text: 'Review the hooks' } }), undefined],
  ['shell', pane(0, { shell: true }), undefined],
  ['ended', pane(0, { alive: false }), is('needs_you')],
] as const)('the sign of a pane is %s', (look, one, of) => {
  expect(paneLook(one, of)).toBe(look)
})
