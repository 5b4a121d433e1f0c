import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import type { Instant } from '../time.js'

/** A named lock that is held. */
export interface HeldLock {
  readonly holder: string
  readonly since: Instant
}

/** Names of locks. The colon lets clients group them, as in `db:migrate`. */
const NAME = /^[\w.:-]{1,128}$/
const MAX_HOLDER = 200
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f]+$/

/** Reads the name of a lock and who acquires or releases it. */
export const readLock = (
  name: string,
  holder: unknown,
): Either.Either<{ readonly name: string; readonly holder: string }, Rejection<'EBADHOLDER'>> => {
  const wrong = (field: string, should: string) =>
    Either.left(reject('EBADHOLDER', `${field}: ${should}`, { fields: { field } }))
  if (!NAME.test(name)) return wrong('name', 'must be 1 to 128 letters, digits, dots, colons, dashes or underscores')
  return typeof holder === 'string' && holder.length <= MAX_HOLDER && ONE_LINE.test(holder)
    ? Either.right({ name, holder })
    : wrong('holder', `must be one line of 1 to ${MAX_HOLDER} characters`)
}

/** Returns for how many whole seconds a lock has been held. A clock that was set back counts as 0. */
export const ageOf = ({ since }: HeldLock, at: Instant): number => Math.max(0, Math.floor((at - since) / 1000))
