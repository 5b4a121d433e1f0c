import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'

export const LAND_WAYS = ['merge', 'squash'] as const
export type LandWay = (typeof LAND_WAYS)[number]

/** Identifies what a user saw: anything else must not land. */
export interface LandExpect {
  /** The last commit of the lane. */
  readonly head: string
  /** The last commit of the base. */
  readonly base: string
  /** The digest of the changes. */
  readonly diff: string
}

/** The body of a request: every member may be missing or of any type. */
export interface LandInput {
  readonly how?: unknown
  readonly message?: unknown
  readonly expect?: unknown
  readonly confirm?: unknown
}

export interface LandRequest {
  readonly how: LandWay
  /** Null: the default. */
  readonly message: string | null
  readonly expect: LandExpect
  /** Whether what asks is confirmed. */
  readonly confirmed: boolean
}

const MAX_MESSAGE = 65_536
// oxlint-disable-next-line no-control-regex -- these are refused
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** Reads what a user saw of a preflight. */
export const readExpect = (given: unknown): Either.Either<LandExpect, Rejection<'EEXPECT'>> => {
  const { head, base, diff } = (typeof given === 'object' && given !== null ? given : {}) as Partial<
    Record<keyof LandExpect, unknown>
  >
  return typeof head === 'string' && typeof base === 'string' && typeof diff === 'string'
    ? Either.right({ head, base, diff })
    : Either.left(reject('EEXPECT', 'expect: must have the head, base and diff of the preflight'))
}

const readMessage = (given: unknown): Either.Either<string | null, Rejection<'EBADMESSAGE'>> => {
  if (given === undefined || given === null) return Either.right(null)
  const refused = (problem: string) => Either.left(reject('EBADMESSAGE', `message: ${problem}`))
  if (typeof given !== 'string' || given.trim() === '') return refused('must be a text')
  if (given.length > MAX_MESSAGE) return refused(`must have at most ${MAX_MESSAGE} characters`)
  return CONTROL.test(given) ? refused('must not contain control characters') : Either.right(given)
}

/** Reads a request to land the branch of a lane. */
export const readLand = ({
  how,
  message,
  expect,
  confirm,
}: LandInput): Either.Either<LandRequest, Rejection<'EBADFIELD' | 'EBADMESSAGE' | 'EEXPECT'>> =>
  Either.gen(function* () {
    const way = how === undefined || how === null ? 'merge' : LAND_WAYS.find((one) => one === how)
    if (way === undefined)
      return yield* Either.left(
        reject('EBADFIELD', `how: must be ${LAND_WAYS.join(' or ')}`, { fields: { field: 'how' } }),
      )
    return {
      how: way,
      message: yield* readMessage(message),
      expect: yield* readExpect(expect),
      confirmed: confirm === true,
    }
  })
