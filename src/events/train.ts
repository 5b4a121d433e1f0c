import { LAND_WAYS } from '../domain/land/request.js'
import { Schema as S } from '../domain/schema.js'
import { TRAIN_ENDS, TRAIN_OUTCOMES } from '../domain/train/train.js'
import { defineEvent } from './define.js'
import { trainStream } from './streams.js'

/** Lanes began to land on a base, one after the other. */
const trainStarted = defineEvent({
  type: 'train-started',
  stream: trainStream,
  version: 1,
  schema: S.Struct({
    train: S.String,
    /** The common directory of git. */
    repository: S.String,
    base: S.String,
    how: S.Literal(...LAND_WAYS),
    lanes: S.Array(S.Int),
  }),
})

/** A lane of a train had its turn. */
const trainLaneDone = defineEvent({
  type: 'train-lane-done',
  stream: trainStream,
  version: 1,
  schema: S.Struct({
    train: S.String,
    lane: S.Int,
    outcome: S.Literal(...TRAIN_OUTCOMES),
    commit: S.NullOr(S.String),
    /** The files with conflicts, or the rows of the preflight that refused it. */
    details: S.Array(S.String),
    told: S.Boolean,
  }),
})

const trainEnded = defineEvent({
  type: 'train-ended',
  stream: trainStream,
  version: 1,
  schema: S.Struct({ train: S.String, reason: S.Literal(...TRAIN_ENDS) }),
})

export const trainEvents = {
  'train-started': trainStarted,
  'train-lane-done': trainLaneDone,
  'train-ended': trainEnded,
}
