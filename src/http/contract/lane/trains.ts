import { LAND_WAYS } from '../../../domain/land/request.js'
import { Schema as S } from '../../../domain/schema.js'
import { TRAIN_ORDERS } from '../../../domain/train/request.js'
import { TRAIN_ENDS, TRAIN_OUTCOMES } from '../../../domain/train/train.js'
import { DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'

const Text = Nullable(S.String)

/** Lanes that land on one base, one after the other. */
export const Train = S.Struct({
  id: S.String,
  /** The repository, as git names its common directory. */
  repository: S.String,
  base: S.String,
  how: S.Literal(...LAND_WAYS),
  started_at: DateTime,
  /** The id of the user who started it; null in local mode. */
  by: Nullable(S.Int),
  ended_at: Nullable(DateTime),
  /** Why it ended; null while it runs. `interrupted`: the service stopped meanwhile. */
  end: Nullable(S.Literal(...TRAIN_ENDS)),
  /** In the order in which they land. */
  lanes: S.Array(
    S.Struct({
      lane_id: S.Int,
      /** Null if the lane is gone. */
      title: Text,
      /** Null before its turn. */
      outcome: Nullable(S.Literal(...TRAIN_OUTCOMES)),
      /** The commit on the base; null unless it landed. */
      commit: Text,
      /** The files with conflicts, or what refused it: rows of the preflight, or the code of an error. */
      details: S.Array(S.String),
      /** Whether an agent of the lane was told to resolve the conflicts. */
      told: S.Boolean,
      at: Nullable(DateTime),
    }),
  ),
})

export const trains = {
  'GET /api/trains': endpoint({
    summary: 'List merge trains',
    tag: 'lanes',
    access: 'lane:read',
    answers: { 200: S.Struct({ trains: S.Array(Train) }) },
  }),
  'POST /api/trains': endpoint({
    summary: 'Land several lanes, one after the other',
    tag: 'lanes',
    access: 'lane:answer',
    body: S.Struct({
      lanes: S.optional(describedAs(Json, S.Array(S.Int))),
      /** `merge` by default. */
      how: S.optional(describedAs(Json, S.Literal(...LAND_WAYS))),
      /** `conflicts` by default: those that conflict with the fewest others first. */
      order: S.optional(describedAs(Json, S.Literal(...TRAIN_ORDERS))),
    }),
    answers: { 200: S.Struct({ train: Train }) },
    errors: ['EBADFIELD', 'EFOLDER', 'EGIT', 'ENOBASE', 'ENOTLANDABLE', 'EOUTSIDELANE', 'ETRAIN'],
  }),
  'DELETE /api/trains/:id': endpoint({
    summary: 'Stop a merge train after the lane whose turn it is',
    tag: 'lanes',
    access: 'lane:answer',
    about: { kind: 'train', param: 'id' },
    answers: { 200: S.Struct({ ok: S.Boolean }) },
  }),
} as const

export type TrainRoute = keyof typeof trains
