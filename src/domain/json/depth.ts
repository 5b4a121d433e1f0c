import * as Either from 'effect/Either'
import { Reducer } from './reducer.js'
import { exceeds, opensMoreThan } from './scan.js'
import { wellFormed, withoutLoneEscapes } from './well-formed.js'

/** Maximum nesting of values from outside. Recursive code fails at some depth: SQLite at 1000 levels. */
export const MAX_DEPTH = 100
/** Levels of a row of a bundle, which contains payloads of up to the maximum depth. */
export const ROW_DEPTH = MAX_DEPTH + 8

/** Whether a JSON text is nested deeper than the maximum. */
export const isTooDeep = (json: string, levels = MAX_DEPTH): boolean =>
  opensMoreThan(json, levels) && exceeds(json, levels)

/** Whether a value is nested deeper than the maximum. */
export const isDeeper = (value: unknown, levels = MAX_DEPTH): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.some((member) => isDeeper(member, levels - 1))
}

/**
 * Parses JSON from outside so that recursion over it is safe: a value below the maximum depth is replaced by TOO_DEEP. All
 * strings are well-formed. Throws if the text is not JSON.
 * @param json a well-formed text, as decoding of UTF-8 gives it
 */
export const parseBounded = (json: string, levels = MAX_DEPTH): unknown =>
  JSON.parse(withoutLoneEscapes(isTooDeep(json, levels) ? new Reducer(json, { levels }).text() : json))

/**
 * Parses JSON from outside. Returns what is wrong with a text that is not JSON or nested too deep. All strings are well-formed,
 * unless the caller checks them itself.
 */
export const parseShallow = (json: string, checksText = false): Either.Either<unknown, string> => {
  if (isTooDeep(json)) return Either.left(`nested deeper than ${MAX_DEPTH} levels`)
  try {
    return Either.right(JSON.parse(checksText ? json : wellFormed(json)) as unknown)
  } catch {
    return Either.left('not valid JSON')
  }
}
