import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { decideLanding } from '../../../../src/domain/land/decide.js'
import { readExpect, readLand } from '../../../../src/domain/land/request.js'

const EXPECT = { head: 'h', base: 'b', diff: 'd' }
const LANDED = { base: 'main', how: 'merge', head: 'h', commit: 'c', before: 'b', folder: null } as const
const lane = { lane: 4, landed: null }
const code = (given: Either.Either<unknown, { readonly code: string }>) =>
  Either.match(given, { onLeft: (one) => one.code, onRight: () => 'ok' })

describe('a landing', () => {
  it('given a lane, when it lands, is accepted or is reverted, then it is recorded', () => {
    expect(decideLanding.land(lane, LANDED)).toEqual(
      Either.right([{ type: 'lane-landed', data: { lane: 4, ...LANDED } }]),
    )
    expect(decideLanding.acceptChanges(lane, { diff: 'd', head: 'h' })).toEqual(
      Either.right([{ type: 'lane-accepted', data: { lane: 4, diff: 'd', head: 'h' } }]),
    )
    expect(decideLanding.revert(lane, { commit: 'r', reverts: 'c' })).toEqual(
      Either.right([{ type: 'lane-reverted', data: { lane: 4, commit: 'r', reverts: 'c' } }]),
    )
  })

  it('given no lane, when it lands, then it is refused', () => {
    expect(code(decideLanding.land(undefined, LANDED))).toBe('ENOLANE')
    expect(code(decideLanding.acceptChanges(undefined, { diff: null, head: null }))).toBe('ENOLANE')
    expect(code(decideLanding.revert(undefined, { commit: 'r', reverts: 'c' }))).toBe('ENOLANE')
  })

  it('is requested with what the user saw, a way, and a message', () => {
    expect(readLand({ expect: EXPECT })).toEqual(
      Either.right({ how: 'merge', message: null, expect: EXPECT, confirmed: false }),
    )
    expect(code(readLand({ expect: EXPECT, how: 'squash', message: 'a\n\tb', confirm: true }))).toBe('ok')
    expect(code(readLand({ expect: EXPECT, how: 'fast' }))).toBe('EBADFIELD')
    for (const message of ['', ' ', 'a\u0000b', 'a\u001b[2J', 5, 'x'.repeat(65_537)])
      expect(code(readLand({ expect: EXPECT, message }))).toBe('EBADMESSAGE')
    for (const wrong of [undefined, null, 'x', [], { head: 'h', base: 'b' }, { ...EXPECT, head: 1 }])
      expect(code(readExpect(wrong))).toBe('EEXPECT')
  })
})
