import { describe, expect, it } from 'vitest'
import type { Decision } from '../../../../../ui/src/api/types.js'
import { nextIn, withDecided } from '../../../../../ui/src/pages/lanes/decided.js'

const decision = (lane: number, kind: Decision['kind']): Decision =>
  ({ id: `${kind}-${lane}`, kind, lane: { id: lane, title: '', slot: null } }) as unknown as Decision

describe('the next decision of a lane', () => {
  it('is what waits for an answer before what can wait', () => {
    const decisions = [decision(1, 'land'), decision(2, 'ask'), decision(1, 'failed'), decision(1, 'review')]
    expect(nextIn(decisions, '1')?.kind).toBe('failed')
    expect(nextIn(decisions, '2')?.kind).toBe('ask')
    expect(nextIn([decision(1, 'budget')], '1')).toBeUndefined()
    expect(nextIn(decisions, '3')).toBeUndefined()
  })
})

describe('the groups of lanes', () => {
  const groups = [
    { key: 'waiting', ids: ['1'] },
    { key: 'working', ids: ['2'] },
    { key: 'turn', ids: ['3', '4'] },
    { key: 'idle', ids: ['5'] },
  ] as const

  it('have those whose agents are at rest where they wait for a decision, above those that work', () => {
    const decisions = [decision(3, 'review'), decision(5, 'land'), decision(2, 'review'), decision(1, 'ask')]
    expect(withDecided(groups, decisions)).toEqual([
      { key: 'waiting', ids: ['1'] },
      { key: 'review', ids: ['3'] },
      { key: 'land', ids: ['5'] },
      { key: 'working', ids: ['2'] },
      { key: 'turn', ids: ['4'] },
    ])
    expect(withDecided(groups, [decision(4, 'conflict')]).map(({ key }) => key)).toEqual([
      'waiting',
      'other',
      'working',
      'turn',
      'idle',
    ])
  })

  it('stay the same without decisions', () => {
    expect(withDecided(groups, [])).toBe(groups)
  })
})
