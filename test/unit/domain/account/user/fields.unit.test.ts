import { Either } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDisplayName, readEmail, readRole, readUsername } from '../../../../../src/domain/account/user/fields.js'

const read = <A>(value: Either.Either<A, { readonly code: string }>): unknown =>
  Either.isRight(value) ? value.right : value.left.code

describe('a username', () => {
  it.each([
    ['ada', 'ada'],
    ['Ada-Lovelace_1', 'ada-lovelace_1'],
    ['ab', 'ab'],
    ['a'.repeat(28), 'a'.repeat(28)],
  ])('can be %s', (given, stored) => expect(read(readUsername(given))).toBe(stored))

  it.each([
    'a',
    'a'.repeat(29),
    '1a',
    '_a',
    'a b',
    'ä1',
    'a/b',
    '..',
    'me',
    'HOST',
    'root',
    'ada\n',
    '',
    null,
    7,
    ['ada'],
  ])('cannot be %j', (given) => expect(read(readUsername(given))).toBe('EBADUSER'))
})

describe('a role', () => {
  it('is one of three, and developers are members', () => {
    expect(['admin', 'analyst', 'member', 'developer'].map((role) => read(readRole(role)))).toEqual([
      'admin',
      'analyst',
      'member',
      'member',
    ])
    for (const wrong of ['Admin', 'owner', '', null, 1]) expect(read(readRole(wrong))).toBe('EBADROLE')
  })
})

describe('a display name', () => {
  it('is trimmed, and an empty one clears it', () => {
    expect([' Ada ', '', '  ', null].map((name) => read(readDisplayName(name)))).toEqual(['Ada', null, null, null])
  })
  it.each(['a\nb', 'a\u0000', 'a\u0085', 'a\u202eb', 'a\u2066b', '\ud800', 'x'.repeat(101), 7])(
    'cannot be %j',
    (name) => expect(read(readDisplayName(name))).toBe('EBADFIELD'),
  )
  it('counts characters, not their code units', () => {
    expect(read(readDisplayName('😀'.repeat(100)))).toBe('😀'.repeat(100))
  })
})

describe('an email address', () => {
  it.each(['a@b', 'ada@example.com', `${'x'.repeat(252)}@y`])('can be %s', (email) =>
    expect(read(readEmail(email))).toBe(email),
  )
  it.each(['a', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b\n', `${'x'.repeat(253)}@y`, 'ä'.repeat(127) + '@', 7])(
    'cannot be %j',
    (email) => expect(read(readEmail(email))).toBe('EBADEMAIL'),
  )
})

it('no text makes a reader fail other than by its code', () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      for (const one of [readUsername, readRole, readDisplayName, readEmail]) expect(() => one(given)).not.toThrow()
    }),
  )
})
