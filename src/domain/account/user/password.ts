import * as Either from 'effect/Either'
import { reject, type Rejection } from '../../rejection.js'
import { isCommonPassword } from '../common-passwords.js'

/** Code points, after NFC. */
export const MIN_PASSWORD = 8
/** Code points, after NFC. A longer one is refused without being hashed. */
export const MAX_PASSWORD = 128

const PRODUCT = 'switchyard'
// oxlint-disable-next-line no-control-regex -- a terminal or a form sends them by accident
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** Returns a password in the form that is hashed: one normal form, whatever the keyboard sends. Null if no account can have it. */
export const normalPassword = (given: string): string | null => {
  const password = given.normalize('NFC')
  return given.isWellFormed() && Array.from(password).length <= MAX_PASSWORD ? password : null
}

const refused = (problem: string, field: string): Either.Either<never, Rejection<'EBADPASSWORD'>> =>
  Either.left(reject('EBADPASSWORD', `${field}: ${problem}`, { fields: { field } }))

/** Reads a new password (supplement-server 5.1). The names of its account are not possible, because they are tried first. */
export const readPassword = (
  given: unknown,
  names: readonly (string | null)[],
  field = 'password',
): Either.Either<string, Rejection<'EBADPASSWORD'>> => {
  if (typeof given !== 'string') return refused('must be a text', field)
  const password = normalPassword(given)
  const length = Array.from(given.normalize('NFC')).length
  if (password === null || length < MIN_PASSWORD)
    return refused(`must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`, field)
  if (CONTROL.test(password)) return refused('control characters are not possible', field)
  if (new Set(password).size === 1) return refused('one repeated character is too easy to guess', field)
  const guessed = [PRODUCT, ...names].some((name) => name !== null && name.toLowerCase() === password.toLowerCase())
  if (guessed) return refused('must not be a name of the account or of the product', field)
  if (isCommonPassword(password)) return refused('is one of the most used passwords', field)
  return Either.right(password)
}
