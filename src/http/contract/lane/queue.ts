import { Schema as S } from '../../../domain/schema.js'
import { DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { LANE_PREFIXES } from './lanes.js'

export const QueuedMessage = S.Struct({
  id: S.String,
  /** Null: for the agent in the lowest slot. */
  slot: Nullable(S.Int),
  text: S.String,
  /** Whether it is a command of the agent's interface, and no text for the model. */
  command: S.Boolean,
  at: DateTime,
  /** The id of its author; null in local mode. */
  by: Nullable(S.Int),
  /** Why it could not be sent although the turn of its agent had ended; null if it only waits. */
  held: Nullable(S.String),
  /** It continues a failed turn at this time, unless the agent works or was answered before. */
  retry_at: Nullable(DateTime),
})

const about = { kind: 'lane', param: 'id' } as const
const text = S.optional(describedAs(Json, S.String))

export const laneQueue = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/queue': endpoint({
    summary: 'List the messages that wait for the agents of a lane',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ queue: S.Array(QueuedMessage) }) },
  }),
  'POST /api/lanes/:id/queue': endpoint({
    summary: 'Queue a message for an agent',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    body: S.Struct({
      text,
      /** Default: the agent in the lowest slot. */
      slot: S.optional(describedAs(Json, Nullable(S.Int))),
      command: S.optional(describedAs(Json, S.Boolean)),
    }),
    answers: { 201: S.Struct({ message: QueuedMessage }) },
    errors: ['EBADFIELD', 'EBADMESSAGE', 'EBADSLOT', 'ENOPANE', 'ERUNLIVE', 'ETMUX', 'ETMUXMISSING'],
  }),
  'PATCH /api/lanes/:id/queue/:message': endpoint({
    summary: 'Change a message that waits',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    body: S.Struct({ text }),
    answers: { 200: S.Struct({ message: QueuedMessage }) },
    errors: ['EBADMESSAGE', 'ENOTFOUND'],
  }),
  'DELETE /api/lanes/:id/queue/:message': endpoint({
    summary: 'Remove a message that waits',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
    errors: ['ENOTFOUND'],
  }),
  'POST /api/lanes/:id/queue/:message/send': endpoint({
    summary: 'Send a message that waits now',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    answers: { 200: S.Struct({ run_id: S.String, slot: S.Int }) },
    errors: ['ENOTFOUND', 'ENOPANE', 'ENOTREADY', 'ERUNLIVE', 'ETMUX', 'ETMUXMISSING'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneQueueRoute = Extract<keyof typeof laneQueue, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
