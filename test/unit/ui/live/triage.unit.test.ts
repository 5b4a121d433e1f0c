import { afterEach, describe, expect, it } from 'vitest'
import { setRows } from '../../../../ui/src/api/own-rows.js'
import { laneState } from '../../../../ui/src/live/lane-triage.js'
import { countMoved } from '../../../../ui/src/live/moved.js'
import { t } from '../../../../ui/src/i18n/i18n.js'
import { answerOf, nextWaiting, ownOf, triage } from '../../../../ui/src/live/triage.js'
import { isMeant } from '../../../../ui/src/live/matching.js'
import { lane, pane, session } from '../../../support/ui/rows.js'

const now = new Date(2026, 2, 3, 12).getTime()
const at = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString()

const rows = (situation: 'needs_you' | 'your_turn') =>
  [10, 30, 20].map((minutes) => session(`${situation} ${minutes}`, { situation, situation_since: at(minutes) }))

const headline = (...situations: ('needs_you' | 'failed' | 'working' | 'your_turn')[]) => {
  const groups = triage(
    situations.map((situation, i) => session(`${i}`, { situation, situation_since: at(1) })),
    now,
  )
  const { says, count } = answerOf(groups, new Set())
  return t(`now:answer.${says}`, { count }).replaceAll(/<.*?>/g, '')
}

describe('what waits for others', () => {
  afterEach(() => setRows(null, null))

  const two = [
    session('ours', { situation: 'needs_you', situation_since: at(5), owner_id: 1, owner_username: 'ada' }),
    session('theirs', { situation: 'needs_you', situation_since: at(9), owner_id: 2, owner_username: 'grace' }),
    session('failed', { situation: 'failed', situation_since: at(9), owner_id: 2, owner_username: 'grace' }),
  ]
  const grouped = () => triage(two, now).map(({ key, ids }) => [key, ...ids])

  it('is apart from what waits for the user, and not in the headline', () => {
    setRows('all', 1)
    expect(grouped()).toEqual([
      ['waiting', 'ours'],
      ['others', 'theirs'],
      ['failed', 'failed'],
    ])
    expect(answerOf(triage(two, now), new Set())).toEqual({ says: 'need', count: 1 })
    const own = ownOf(triage(two.slice(1), now), (id) => two.find((one) => one.id === id))
    expect(answerOf(own, new Set())).toEqual({ says: 'quiet', count: 0 })
  })

  it.each([
    ['in local mode', null, null],
    ['of a user who sees only their own rows', 'own', 1],
    ['until it is known who the user is', 'all', null],
  ] as const)('is no group %s', (_when, rows, user) => {
    setRows(rows, user)
    expect(grouped()).toEqual([
      ['waiting', 'theirs', 'ours'],
      ['failed', 'failed'],
    ])
  })

  it('is a lane of somebody else at a dialog, too', () => {
    const asks = lane(1, { owner_id: 2, panes: [pane(0, { waiting: { kind: 'trust', text: 'Trust?' } })] })
    setRows('all', 1)
    expect([laneState(asks, []).group, laneState({ ...asks, owner_id: 1 }, []).group]).toEqual(['others', 'waiting'])
  })
})

describe('the groups of Now', () => {
  it('leave out a failure that ended when its lane has a newer agent', () => {
    const failed = { situation: 'failed', status: 'error', situation_since: at(5), lane_id: 1 } as const
    const old = session('old', { ...failed, started_at: at(60) })
    const other = session('other', { ...failed, lane_id: 2, started_at: at(60) })
    const ids = (sessions: Parameters<typeof triage>[0]) => triage(sessions, now).flatMap((group) => group.ids)
    expect(ids([old, other])).toEqual(['old', 'other'])
    expect(ids([old, other, session('new', { lane_id: 1, started_at: at(2) })])).toEqual(['other', 'new'])
    const open = session('old', { ...failed, status: 'active', started_at: at(60) })
    expect(ids([open, session('new', { lane_id: 1, started_at: at(2) })])).toContain('old')
  })

  it('are sorted by urgency, without empty groups', () => {
    const groups = triage(
      [
        session('done', { situation: 'done', situation_since: at(5) }),
        session('ready', { situation: 'ready' }),
        session('stopped', { situation: 'interrupted' }),
        session('turn', { situation: 'your_turn' }),
        session('failed', { situation: 'failed', status: 'error', situation_since: at(30) }),
        session('asks', { situation: 'needs_you' }),
      ],
      now,
    )
    expect(groups.map((group) => group.key)).toEqual(['waiting', 'failed', 'turn', 'idle', 'done'])
  })

  it('show the longest waiting first, and the newest first everywhere else', () => {
    const [waiting, turn] = triage([...rows('needs_you'), ...rows('your_turn')], now)
    expect(waiting?.ids).toEqual(['needs_you 30', 'needs_you 20', 'needs_you 10'])
    expect(turn?.ids).toEqual(['your_turn 10', 'your_turn 20', 'your_turn 30'])
  })

  it('sort working sessions by start time, not by their last step', () => {
    const working = (id: string, began: number, stepped: number) =>
      session(id, { situation: 'working', started_at: at(began), situation_since: at(stepped) })
    const [before] = triage([working('old', 60, 2), working('new', 10, 1)], now)
    const [after] = triage([working('old', 60, 0), working('new', 10, 1)], now)
    expect([before?.ids, after?.ids]).toEqual([
      ['new', 'old'],
      ['new', 'old'],
    ])
  })

  it('drop sessions done before midnight and failures older than a day, but no open session', () => {
    const groups = triage(
      [
        session('yesterday', { situation: 'done', situation_since: at(13 * 60) }),
        session('old failure', { situation: 'failed', status: 'error', situation_since: at(25 * 60) }),
        session('still open', { situation: 'needs_you', situation_since: at(5 * 24 * 60) }),
      ],
      now,
    )
    expect(groups.flatMap((group) => group.ids)).toEqual(['still open'])
  })
})

describe('the headline', () => {
  it('counts the agents that need you', () =>
    expect(headline('needs_you', 'needs_you', 'working')).toBe('2 agents need you'))
  it('uses the singular for one agent', () => expect(headline('needs_you')).toBe('1 agent needs you'))
  it('counts one working agent when nobody needs you', () =>
    expect(headline('working')).toBe('Nobody needs you, 1 working'))
  it('counts several working agents', () => expect(headline('working', 'working')).toBe('Nobody needs you, 2 working'))
  it('shows failed before working', () => expect(headline('failed', 'working')).toBe('Nobody needs you, 1 failed'))
  it('shows waiting before failed', () => expect(headline('failed', 'needs_you')).toBe('1 agent needs you'))
  it('says that all is quiet otherwise', () => expect(headline('your_turn')).toBe('All quiet'))
})

describe('the next waiting session', () => {
  const waiting = ['a', 'b', 'c']
  it('is the first one when the current session does not wait', () => expect(nextWaiting(waiting, 'z')).toBe('a'))
  it('is the following one', () => expect(nextWaiting(waiting, 'a')).toBe('b'))
  it('is the first one again after the last', () => expect(nextWaiting(waiting, 'c')).toBe('a'))
  it('is undefined when no session waits', () => expect(nextWaiting([], 'a')).toBeUndefined())
})

describe('the number of moved rows', () => {
  const shown = [
    { key: 'waiting', ids: ['a'] },
    { key: 'working', ids: ['b', 'c', 'd'] },
  ] as const
  it('is 0 for the same order', () => expect(countMoved(shown, [...shown])).toBe(0))
  it('counts a row that changed its group once', () =>
    expect(
      countMoved(shown, [
        { key: 'waiting', ids: ['a', 'c'] },
        { key: 'working', ids: ['b', 'd'] },
      ]),
    ).toBe(1))
  it('counts added and removed rows', () =>
    expect(countMoved(shown, [{ key: 'working', ids: ['b', 'c', 'd', 'e'] }])).toBe(2))
  it('counts rows that changed places within a group', () =>
    expect(
      countMoved(shown, [
        { key: 'waiting', ids: ['a'] },
        { key: 'working', ids: ['c', 'b', 'd'] },
      ]),
    ).toBe(2))
})

describe('a muted session', () => {
  const one = (id: string, situation: 'needs_you' | 'failed' | 'working') =>
    session(id, { situation, situation_since: at(1) })
  const answer = (...muted: readonly string[]) =>
    answerOf(triage([one('asks', 'needs_you'), one('broke', 'failed'), one('works', 'working')], now), new Set(muted))

  it('is not counted as waiting', () => expect(answer('asks')).toEqual({ says: 'failed', count: 1 }))
  it('is not counted as failed', () => expect(answer('asks', 'broke')).toEqual({ says: 'working', count: 1 }))
  it('is still counted as working', () =>
    expect(answer('asks', 'broke', 'works')).toEqual({ says: 'working', count: 1 }))
})

describe('the filter text', () => {
  const row = session('a', { name: 'Paint the Basket', cwd: '/home/ada/shop', git_branch: 'feat/basket' })

  it.each(['basket', 'PAINT', 'ada/shop', 'feat/', 'shop paint'])('matches a session by %s', (words) =>
    expect(isMeant(row, words)).toBe(true),
  )

  it('matches only if every term does', () => expect(isMeant(row, 'paint ledger')).toBe(false))

  it('matches a permission request, but not a running tool call', () => {
    const headline = { kind: 'permission', tool: 'Bash', text: 'npm publish' } as const
    expect(isMeant({ ...row, situation: 'needs_you', headline }, 'publish')).toBe(true)
    expect(isMeant({ ...row, situation: 'working', headline: { ...headline, kind: 'tool' } }, 'publish')).toBe(false)
  })
})
