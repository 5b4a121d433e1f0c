import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'

/** Identifies a block of a lane's changes. */
export interface BlockMark {
  readonly path: string
  readonly hash: string
  readonly ordinal: number
}

export const MAX_MARKS = 1000
const MAX_PATH = 4096
const MAX_ORDINAL = 1_000_000
const HASH = /^[0-9a-f]{64}$/

type Read<A> = Either.Either<A, Rejection<'EBADFIELD'>>

const isMark = (given: unknown): given is BlockMark => {
  if (typeof given !== 'object' || given === null) return false
  const { path, hash, ordinal } = given as Partial<Record<keyof BlockMark, unknown>>
  if (typeof path !== 'string' || path === '' || path.length > MAX_PATH) return false
  if (typeof hash !== 'string' || !HASH.test(hash)) return false
  return typeof ordinal === 'number' && Number.isSafeInteger(ordinal) && ordinal >= 0 && ordinal <= MAX_ORDINAL
}

const readList = (field: 'seen' | 'unseen', given: unknown): Read<readonly BlockMark[]> => {
  if (given === undefined || given === null) return Either.right([])
  if (Array.isArray(given) && given.length <= MAX_MARKS && given.every(isMark))
    return Either.right(given.map(({ path, hash, ordinal }) => ({ path, hash, ordinal })))
  const problem = `must be a list of at most ${MAX_MARKS} blocks with path, hash and ordinal`
  return Either.left(reject('EBADFIELD', `${field}: ${problem}`, { fields: { field } }))
}

/** Reads which blocks a user has seen, and which not any more. */
export const readMarks = ({
  seen,
  unseen,
}: {
  readonly seen?: unknown
  readonly unseen?: unknown
}): Read<{ readonly seen: readonly BlockMark[]; readonly unseen: readonly BlockMark[] }> =>
  Either.gen(function* () {
    return { seen: yield* readList('seen', seen), unseen: yield* readList('unseen', unseen) }
  })

/** Returns the key of a mark. */
export const markKey = ({ path, hash, ordinal }: BlockMark): string => `${hash} ${ordinal} ${path}`
