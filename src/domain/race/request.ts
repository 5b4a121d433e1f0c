import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import { RACE_LIMIT_USD, RACERS } from './limits.js'

const LONGEST_REASON = 500

const bad = (field: string, message: string) =>
  Either.left(reject('EBADFIELD', `${field}: ${message}`, { fields: { field } }))

/** Reads the agents of a race: 2 to 4 objects, whose members are checked where agents are started. Rejects with EBADFIELD. */
export const readRacers = (
  agents: unknown,
): Either.Either<readonly Readonly<Record<string, unknown>>[], Rejection<'EBADFIELD'>> => {
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one)
  return Array.isArray(agents) &&
    agents.length >= RACERS.least &&
    agents.length <= RACERS.most &&
    agents.every(isObject)
    ? Either.right(agents as Readonly<Record<string, unknown>>[])
    : bad('agents', `must be ${RACERS.least} to ${RACERS.most} objects`)
}

/** Reads the cost at which a race stops, in US dollars; null without a limit. Rejects with EBADFIELD. */
export const readLimit = (limit: unknown): Either.Either<number | null, Rejection<'EBADFIELD'>> => {
  const { least, most } = RACE_LIMIT_USD
  if (limit === undefined || limit === null) return Either.right(null)
  return typeof limit === 'number' && limit >= least && limit <= most
    ? Either.right(limit)
    : bad('limit_usd', `must be ${least} to ${most}`)
}

/** Reads which lane is kept, null for none, and why. Rejects with EBADFIELD. */
export const readKept = (
  lane: unknown,
  why: unknown,
): Either.Either<{ readonly lane: number | null; readonly why: string | null }, Rejection<'EBADFIELD'>> => {
  if (lane !== null && !(typeof lane === 'number' && Number.isSafeInteger(lane)))
    return bad('lane', 'must be a lane of the race, or null')
  if (why === undefined || why === null || why === '') return Either.right({ lane, why: null })
  return typeof why === 'string' && why.length <= LONGEST_REASON
    ? Either.right({ lane, why })
    : bad('why', `must be at most ${LONGEST_REASON} characters`)
}
