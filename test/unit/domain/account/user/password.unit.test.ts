import { Either } from 'effect'
import { describe, expect, it } from 'vitest'
import { normalPassword, readPassword } from '../../../../../src/domain/account/user/password.js'

const NAMES = ['grace', 'grace@example.com']
const isGood = (given: unknown): boolean => Either.isRight(readPassword(given, NAMES))

describe('a new password', () => {
  it.each(['x1x1x1x1', 'correct horse', ' spaces kept ', 'ü'.repeat(7) + 'x', 'ab'.repeat(64), '😀😁😂🤣😃😄😅😆'])(
    'can be %j',
    (given) => expect(isGood(given)).toBe(true),
  )
  it.each([
    'x1x1x1x',
    'ab'.repeat(64) + 'c',
    'aaaaaaaa',
    'Password1',
    'password',
    'GRACE',
    'grace@EXAMPLE.com',
    'Switchyard',
    'tab\tinside1',
    '\ud800abcdefgh',
    12345678,
    null,
  ])('cannot be %j', (given) => expect(isGood(given)).toBe(false))

  it('is the same one in every normal form', () => {
    expect(normalPassword('Cafe\u0301-passphrase')).toBe('Café-passphrase')
    expect(normalPassword('x'.repeat(129))).toBeNull()
  })

  it('names the field that is wrong', () => {
    expect(readPassword('short', NAMES, 'newPassword')).toMatchObject({
      left: { code: 'EBADPASSWORD', fields: { field: 'newPassword' } },
    })
  })
})
