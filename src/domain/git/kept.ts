import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import { MINUTE } from '../time.js'

/** Milliseconds that discarded changes are kept. */
export const KEPT_MS = 60 * MINUTE

/** Bytes of one file, and of all files of a discard, that are kept. Larger ones are discarded for good. */
export const MAX_KEPT_FILE = 32 * 1024 * 1024
export const MAX_KEPT = 256 * 1024 * 1024

const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** Reads the id of discarded changes. */
export const readKeptId = (id: unknown): Either.Either<string, Rejection<'INVALID_INPUT'>> =>
  typeof id === 'string' && ID.test(id)
    ? Either.right(id)
    : Either.left(reject('INVALID_INPUT', 'id: must be that of discarded changes', { fields: { field: 'id' } }))
