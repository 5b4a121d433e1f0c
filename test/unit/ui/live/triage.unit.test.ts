import { describe, expect, it } from 'vitest'
import { countMoved } from '../../../../ui/src/pages/now/moved.js'
import { t } from '../../../../ui/src/i18n/i18n.js'
import { answerOf, nextWaiting, triage } from '../../../../ui/src/live/triage.js'
import { isMeant } from '../../../../ui/src/live/matching.js'
import { session } from '../../../support/ui/rows.js'

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

describe('the groups of Now', () => {
  it('stand in the order of their urgency, empty ones left out', () => {
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

  it('show who works in the order of their beginnings, whoever took the last step', () => {
    const working = (id: string, began: number, stepped: number) =>
      session(id, { situation: 'working', started_at: at(began), situation_since: at(stepped) })
    const [before] = triage([working('old', 60, 2), working('new', 10, 1)], now)
    const [after] = triage([working('old', 60, 0), working('new', 10, 1)], now)
    expect([before?.ids, after?.ids]).toEqual([
      ['new', 'old'],
      ['new', 'old'],
    ])
  })

  it('let go of what ended before midnight and of failures a day old, never of an open session', () => {
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
  it('counts those who wait', () => expect(headline('needs_you', 'needs_you', 'working')).toBe('2 agents need you'))
  it('speaks of one in the singular', () => expect(headline('needs_you')).toBe('1 agent needs you'))
  it('counts the working when nobody waits', () => expect(headline('working')).toBe('Nobody needs you, 1 working'))
  it('counts many of the working', () => expect(headline('working', 'working')).toBe('Nobody needs you, 2 working'))
  it('says what failed before what works', () =>
    expect(headline('failed', 'working')).toBe('Nobody needs you, 1 failed'))
  it('lets the waiting go before the failed', () => expect(headline('failed', 'needs_you')).toBe('1 agent needs you'))
  it('is quiet otherwise', () => expect(headline('your_turn')).toBe('All quiet'))
})

describe('the next waiting session', () => {
  const waiting = ['a', 'b', 'c']
  it('is the first one from anywhere else', () => expect(nextWaiting(waiting, 'z')).toBe('a'))
  it('is the following one', () => expect(nextWaiting(waiting, 'a')).toBe('b'))
  it('is the first one again after the last', () => expect(nextWaiting(waiting, 'c')).toBe('a'))
  it('is none when nobody waits', () => expect(nextWaiting([], 'a')).toBeUndefined())
})

describe('the number of moved rows', () => {
  const shown = [
    { key: 'waiting', ids: ['a'] },
    { key: 'working', ids: ['b', 'c', 'd'] },
  ] as const
  it('is nothing for the same order', () => expect(countMoved(shown, [...shown])).toBe(0))
  it('counts a row that changed its group once', () =>
    expect(
      countMoved(shown, [
        { key: 'waiting', ids: ['a', 'c'] },
        { key: 'working', ids: ['b', 'd'] },
      ]),
    ).toBe(1))
  it('counts rows that came and rows that left', () =>
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

  it('asks for nobody', () => expect(answer('asks')).toEqual({ says: 'failed', count: 1 }))
  it('alarms nobody', () => expect(answer('asks', 'broke')).toEqual({ says: 'working', count: 1 }))
  it('works all the same', () => expect(answer('asks', 'broke', 'works')).toEqual({ says: 'working', count: 1 }))
})

describe('the words that the rows are narrowed by', () => {
  const row = session('a', { name: 'Paint the Basket', cwd: '/home/ada/shop', git_branch: 'feat/basket' })

  it.each(['basket', 'PAINT', 'ada/shop', 'feat/', 'shop paint'])('mean a session by %s', (words) =>
    expect(isMeant(row, words)).toBe(true),
  )

  it('must each be there', () => expect(isMeant(row, 'paint ledger')).toBe(false))

  it('are looked for in a question, and not in what is done at the moment', () => {
    const headline = { kind: 'permission', tool: 'Bash', text: 'npm publish' } as const
    expect(isMeant({ ...row, situation: 'needs_you', headline }, 'publish')).toBe(true)
    expect(isMeant({ ...row, situation: 'working', headline: { ...headline, kind: 'tool' } }, 'publish')).toBe(false)
  })
})
