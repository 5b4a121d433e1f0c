import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { readPurge, refusalOfPurge } from '../../../../src/domain/lane/purge.js'

const HISTORY = { sessions: 2, events: 30, tokenRows: 7 }
const read = (input: object) => Either.getOrElse(readPurge(input), ({ code }) => code)

describe('a confirmation of a purge', () => {
  it('has every number of the preflight, and no other member counts', () => {
    expect(read({ confirm: true, expect: { ...HISTORY, bytesEstimate: 1 } })).toEqual(HISTORY)
  })

  it.each([
    [{ expect: HISTORY }, 'ECONFIRM'],
    [{ confirm: 1, expect: HISTORY }, 'ECONFIRM'],
    [{ confirm: true }, 'EEXPECT'],
    [{ confirm: true, expect: null }, 'EEXPECT'],
    [{ confirm: true, expect: { ...HISTORY, tokenRows: undefined } }, 'EEXPECT'],
    [{ confirm: true, expect: { ...HISTORY, events: -1 } }, 'EEXPECT'],
    [{ confirm: true, expect: { ...HISTORY, sessions: '2' } }, 'EEXPECT'],
  ])('is refused as %j', (input, code) => {
    expect(read(input)).toBe(code)
  })

  it('is out of date when one number changed', () => {
    expect(refusalOfPurge(HISTORY, { ...HISTORY })).toBeUndefined()
    expect(refusalOfPurge(HISTORY, { ...HISTORY, events: 31 })).toMatchObject({
      code: 'ESTALE',
      fields: { expected: HISTORY, current: { ...HISTORY, events: 31 } },
    })
  })
})
