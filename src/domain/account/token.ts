import * as Either from 'effect/Either'
import type { TokenScope } from '../access/permission.js'
import { reject, type Rejection } from '../rejection.js'
import { DAY, type Instant } from '../time.js'

/** The start of the secrets of tokens: a value with one of them decides alone who calls. */
export const ACCESS_PREFIX = 'svct_'
export const PANE_PREFIX = 'svcp_'

export const TOKEN_SCOPES = ['read', 'write', 'metrics'] as const satisfies readonly TokenScope[]
export const MOST_TOKENS = 20
const MAX_NAME = 60
const MAX_DAYS = 365
const USUAL_DAYS = 90

/** What an access token may do, and until when. */
export interface TokenTerms {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly expiresAt: Instant
}

const refused = (field: string, problem: string): Either.Either<never, Rejection<'EBADFIELD'>> =>
  Either.left(reject('EBADFIELD', `${field}: ${problem}`, { fields: { field } }))

// oxlint-disable-next-line no-control-regex -- they would change what a list of tokens shows
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** Reads what a new access token is for (supplement-server 9.5). */
export const readTerms = (
  given: { readonly name?: unknown; readonly scopes?: unknown; readonly expiresInDays?: unknown },
  now: Instant,
): Either.Either<TokenTerms, Rejection<'EBADFIELD'>> => {
  const name = typeof given.name === 'string' ? given.name.trim() : ''
  const length = Array.from(name).length
  if (length < 1 || length > MAX_NAME || CONTROL.test(name))
    return refused('name', `must have 1 to ${MAX_NAME} characters`)
  const scopes: readonly unknown[] = Array.isArray(given.scopes) ? given.scopes : []
  const known = TOKEN_SCOPES.filter((scope) => scopes.includes(scope))
  if (known.length === 0 || known.length !== new Set(scopes).size)
    return refused('scopes', `must be a list of ${TOKEN_SCOPES.join(', ')}`)
  const days = given.expiresInDays ?? USUAL_DAYS
  if (!Number.isInteger(days) || (days as number) < 1 || (days as number) > MAX_DAYS)
    return refused('expiresInDays', `must be 1 to ${MAX_DAYS}`)
  return Either.right({ name, scopes: known, expiresAt: now + (days as number) * DAY })
}
