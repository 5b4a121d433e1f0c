import * as Either from 'effect/Either'
import { LAND_WAYS, type LandWay } from '../land/request.js'
import { reject, type Rejection } from '../rejection.js'

/** What a client sends to start a train; not checked yet. */
export interface TrainInput {
  readonly lanes?: unknown
  readonly how?: unknown
  readonly order?: unknown
}

/** In which order lanes land: those with the fewest conflicts first, or as they were sent. */
export const TRAIN_ORDERS = ['conflicts', 'given'] as const

interface TrainRequest {
  readonly lanes: readonly number[]
  readonly how: LandWay
  readonly order: (typeof TRAIN_ORDERS)[number]
}

/** As many as a preflight compares with each other. */
export const MOST_TRAIN_LANES = 20

const bad = (field: string, message: string) =>
  Either.left(reject('EBADFIELD', `${field}: ${message}`, { fields: { field } }))

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Reads the order for a train: 1 to 20 lanes, each once. Rejects with EBADFIELD. */
export const readTrain = ({
  lanes,
  how = 'merge',
  order = 'conflicts',
}: TrainInput): Either.Either<TrainRequest, Rejection<'EBADFIELD'>> => {
  if (!Array.isArray(lanes) || lanes.length === 0 || lanes.length > MOST_TRAIN_LANES || !lanes.every(isId))
    return bad('lanes', `must be 1 to ${MOST_TRAIN_LANES} ids of lanes`)
  if (new Set(lanes).size < lanes.length) return bad('lanes', 'must name each lane once')
  const [way, sorted] = [LAND_WAYS.find((one) => one === how), TRAIN_ORDERS.find((one) => one === order)]
  if (way === undefined) return bad('how', `must be one of ${LAND_WAYS.join(', ')}`)
  if (sorted === undefined) return bad('order', `must be one of ${TRAIN_ORDERS.join(', ')}`)
  return Either.right({ lanes, how: way, order: sorted })
}
