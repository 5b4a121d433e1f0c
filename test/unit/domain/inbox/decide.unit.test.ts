import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { decidePostponements, readUntil } from '../../../../src/domain/inbox/decide.js'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const code = (given: unknown) => Either.match(readUntil(given, NOW), { onLeft: (one) => one.code, onRight: (at) => at })

describe('postponing a decision', () => {
  it('needs a time in the next 31 days, or null', () => {
    expect(code('2026-11-20T10:15:00Z')).toBe(NOW + 900_000)
    expect(code(null)).toBeNull()
    for (const wrong of ['2026-11-20T10:00:00Z', '2027-01-01T00:00:00Z', 'tomorrow', 5, undefined, {}])
      expect(code(wrong)).toBe('EBADFIELD')
  })

  it('given another time, when postponed, then it is recorded; the same time changes nothing', () => {
    const command = { account: 'local', decision: 'review-7', until: NOW } as const
    expect(decidePostponements.postpone({ until: null }, command)).toEqual(
      Either.right([{ type: 'decision-postponed', data: command }]),
    )
    expect(decidePostponements.postpone({ until: NOW }, command)).toEqual(Either.right([]))
  })
})
