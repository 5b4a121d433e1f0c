import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'

/** Code points. */
export const MAX_INSTRUCTIONS = 16_000

/** Reads what new agents are told; null if it says nothing. */
export const readInstructions = (
  given: unknown,
): Either.Either<string | null, Rejection<'EBADFIELD'> | Rejection<'ETOOBIG'>> => {
  if (given === null) return Either.right(null)
  const about = { fields: { field: 'instructions' } }
  if (typeof given !== 'string') return Either.left(reject('EBADFIELD', 'instructions: must be a text or null', about))
  if (given.includes('\0')) return Either.left(reject('EBADFIELD', 'instructions: NUL is not possible', about))
  if (Array.from(given).length > MAX_INSTRUCTIONS)
    return Either.left(reject('ETOOBIG', `instructions: at most ${MAX_INSTRUCTIONS} characters`, about))
  return Either.right(given.trim() === '' ? null : given)
}

/** Returns what an agent is told: the instructions of its account, then those of its lane. Undefined if there are none. */
export const joinedInstructions = (...parts: readonly (string | null)[]): string | undefined => {
  const given = parts.filter((part) => part !== null)
  return given.length === 0 ? undefined : given.join('\n\n')
}
