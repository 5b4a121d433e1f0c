import { Either } from 'effect'
import { describe, expect, it } from 'vitest'
import { decideRace } from '../../../../src/domain/race/decide.js'
import type { Race } from '../../../../src/domain/race/race.js'
import { readKept, readLimit, readRacers } from '../../../../src/domain/race/request.js'

const agent = { tool: 'cli_a', model: null, effort: null } as const
const open: Race = {
  id: 'r',
  title: 'Typos',
  repository: '/shop',
  base: 'main',
  limit: 5,
  entries: [
    { lane: 1, ...agent },
    { lane: 2, ...agent },
  ],
  isDecided: false,
  kept: null,
  isStopped: false,
}
const eventsOf = <A>(decision: Either.Either<readonly A[], unknown>): readonly A[] => Either.getOrThrow(decision)
const keep = (known: Race | null, lane: number | null) => decideRace.keep(known, { lane, why: null })

describe('the request for a race', () => {
  it('needs 2 to 4 agents', () => {
    expect(Either.isRight(readRacers([{}, {}]))).toBe(true)
    for (const agents of [undefined, null, 'x', {}, [], [{}], [{}, null], [{}, []], [{}, {}, {}, {}, {}]])
      expect(Either.isLeft(readRacers(agents)), JSON.stringify(agents)).toBe(true)
  })

  it('may have a limit in US dollars', () => {
    expect([undefined, null, 0.01, 5].map((limit) => Either.getOrThrow(readLimit(limit)))).toEqual([
      null,
      null,
      0.01,
      5,
    ])
    for (const limit of [0, -1, 10_001, '5', Number.NaN, Number.POSITIVE_INFINITY])
      expect(Either.isLeft(readLimit(limit)), String(limit)).toBe(true)
  })

  it('keeps a lane, or none, with a reason', () => {
    expect(Either.getOrThrow(readKept(1, 'small'))).toEqual({ lane: 1, why: 'small' })
    expect(Either.getOrThrow(readKept(null, ''))).toEqual({ lane: null, why: null })
    for (const [lane, why] of [
      [undefined, null],
      ['1', null],
      [1.5, null],
      [1, 5],
      [1, 'x'.repeat(501)],
    ])
      expect(Either.isLeft(readKept(lane, why)), JSON.stringify([lane, why])).toBe(true)
  })
})

describe('a race', () => {
  it('starts once', () => {
    const { isDecided: _d, kept: _k, isStopped: _s, ...wanted } = open
    expect(eventsOf(decideRace.start(null, wanted))).toMatchObject([{ type: 'race-started', data: { race: 'r' } }])
    expect(eventsOf(decideRace.start(open, wanted))).toEqual([])
  })

  it('is stopped once, at its limit', () => {
    const limit = (known: Race | null, costUsd: number) => eventsOf(decideRace.limit(known, { costUsd }))
    expect(limit(open, 4.99)).toEqual([])
    expect(limit(open, 5)).toEqual([{ type: 'race-limit-reached', data: { race: 'r', costUsd: 5 } }])
    for (const known of [null, { ...open, isStopped: true }, { ...open, isDecided: true }, { ...open, limit: null }])
      expect(limit(known, 100)).toEqual([])
  })

  it('is decided once', () => {
    expect(eventsOf(keep(open, 2))).toEqual([{ type: 'race-decided', data: { race: 'r', kept: 2, why: null } }])
    expect(eventsOf(keep(open, null))).toMatchObject([{ data: { kept: null } }])
    const decided = { ...open, isDecided: true, kept: 2 }
    expect(eventsOf(keep(decided, 2))).toEqual([])
    for (const lane of [1, null]) expect(keep(decided, lane)).toMatchObject({ left: { code: 'ERACE' } })
    expect(keep(open, 3)).toMatchObject({ left: { code: 'EBADFIELD' } })
    expect(keep(null, 1)).toMatchObject({ left: { code: 'ENOTFOUND' } })
  })
})
