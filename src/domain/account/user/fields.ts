import * as Either from 'effect/Either'
import { ROLES, type Role } from '../../access/role.js'
import { reject, type Rejection, type RejectionCode } from '../../rejection.js'

/** Code points. */
export const MAX_DISPLAY_NAME = 100
/** Bytes of UTF-8. */
const MAX_EMAIL = 254

const USERNAME = /^[a-z][a-z0-9_-]{1,27}$/
/** Names that mean something else where users are named. */
const RESERVED: ReadonlySet<string> = new Set(['me', 'all', 'none', 'local', 'host', 'system', 'hook', 'root'])

// oxlint-disable-next-line no-control-regex -- C0 and C1 controls, which change what a line shows
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
/** Marks that reverse the direction of the text around them. */
const BIDI = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/

type Read<T, C extends RejectionCode> = Either.Either<T, Rejection<C>>

const refused = <C extends RejectionCode>(
  code: C,
  field: string,
  problem: string,
): Either.Either<never, Rejection<C>> => Either.left(reject(code, `${field}: ${problem}`, { fields: { field } }))

/** Reads the name by which a user signs in; it is stored in lower case (supplement-server 4.1). */
export const readUsername = (given: unknown): Read<string, 'EBADUSER'> => {
  const name = typeof given === 'string' ? given.toLowerCase() : ''
  if (!USERNAME.test(name))
    return refused('EBADUSER', 'username', 'must be 2 to 28 of a-z, 0-9, - and _, and start with a letter')
  return RESERVED.has(name) ? refused('EBADUSER', 'username', `${name} is reserved`) : Either.right(name)
}

/** Reads a role. Earlier clients call members developers. */
export const readRole = (given: unknown): Read<Role, 'EBADROLE'> => {
  const role = ROLES.find((one) => one === (given === 'developer' ? 'member' : given))
  return role === undefined ? refused('EBADROLE', 'role', `must be ${ROLES.join(', ')}`) : Either.right(role)
}

/** Reads the name that others see. An empty text and null clear it. */
export const readDisplayName = (given: unknown): Read<string | null, 'EBADFIELD'> => {
  if (given === null) return Either.right(null)
  if (typeof given !== 'string') return refused('EBADFIELD', 'displayName', 'must be a text or null')
  const name = given.trim()
  if (CONTROL.test(given) || BIDI.test(given) || !given.isWellFormed())
    return refused('EBADFIELD', 'displayName', 'control characters are not possible')
  if (Array.from(name).length > MAX_DISPLAY_NAME)
    return refused('EBADFIELD', 'displayName', `at most ${MAX_DISPLAY_NAME} characters`)
  return Either.right(name === '' ? null : name)
}

/** Reads an email address. Nothing is sent to it. An empty text and null clear it. */
export const readEmail = (given: unknown): Read<string | null, 'EBADEMAIL'> => {
  if (given === null || given === '') return Either.right(null)
  const isAddress =
    typeof given === 'string' &&
    given.isWellFormed() &&
    Buffer.byteLength(given) <= MAX_EMAIL &&
    /^[^@\s]+@[^@\s]+$/.test(given) &&
    !CONTROL.test(given) &&
    !BIDI.test(given)
  return isAddress ? Either.right(given) : refused('EBADEMAIL', 'email', 'is no email address')
}
