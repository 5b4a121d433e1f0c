import { Effect, Either } from 'effect'
import { describe, expect, it } from 'vitest'
import { scryptPasswords } from '../../../../src/adapters/accounts/passwords.js'

const passwords = scryptPasswords()
const verify = (password: string, stored: string | null) => Effect.runPromise(passwords.verify(password, stored))

/** Made by another implementation: Python's hashlib.scrypt with n=1024, r=8, p=1, salt `0123456789abcdef`. */
const FOREIGN = '$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$S7FwBvpu+z8K0PUVUagFRTUAB2dAxIZpzVHvLZir+98'

describe('hashed passwords', () => {
  it('are verified, and each has a salt of its own', async () => {
    const [one, two] = await Promise.all(
      ['pass one', 'pass one'].map((text) => Effect.runPromise(passwords.hash(text))),
    )
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect([await verify('pass one', one ?? ''), await verify('pass two', one ?? '')]).toEqual([true, false])
    expect(passwords.isOutdated(one ?? '')).toBe(false)
  })

  it('with other parameters are verified too, and are outdated', async () => {
    expect([await verify('secret', FOREIGN), await verify('Secret', FOREIGN)]).toEqual([true, false])
    expect(passwords.isOutdated(FOREIGN)).toBe(true)
  })

  it.each([null, '', 'plain text', '$scrypt$ln=15$x$y'])('never match anything else: %j', async (stored) => {
    expect(await verify('', stored)).toBe(false)
  })

  it('are refused when too many wait', async () => {
    const many = scryptPasswords()
    const results = await Promise.all(
      Array.from({ length: 40 }, () => Effect.runPromise(Effect.either(many.verify('x', FOREIGN)))),
    )
    expect(results.filter(Either.isLeft)).toHaveLength(6)
  })
})
