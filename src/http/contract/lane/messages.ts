import { SLOTS } from '../../../domain/run/run.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { Lane, LANE_PREFIXES } from './lanes.js'
import { QueuedMessage } from './queue.js'
import { START_ERRORS } from './runs.js'

const Slot = S.Int.pipe(S.between(SLOTS[0], SLOTS[9]))
/** Default: the agent in the lowest slot. */
const slot = S.optional(describedAs(Json, Nullable(Slot)))

const Comment = S.Struct({
  path: S.String,
  line: S.optional(Nullable(Count)),
  endLine: S.optional(Nullable(Count)),
  /** Which version of the file the lines are of; default `new`. */
  side: S.optional(Nullable(S.Literal('old', 'new'))),
  /** The text of the lines. */
  quote: S.optional(Nullable(S.String)),
  text: S.String,
})

const Sent = S.Struct({
  lane: Lane,
  run_id: S.String,
  slot: S.Int,
  /** Whether an agent was started with the text. */
  started: S.Boolean,
  /** What the agent gets later. */
  message: S.optional(QueuedMessage),
})

const shared = {
  tag: 'lanes',
  access: 'lane:write',
  about: { kind: 'lane', param: 'id' },
  answers: { 200: Sent },
} as const

export const laneMessages = mountedAt(LANE_PREFIXES, {
  'POST /api/lanes/:id/message': endpoint({
    ...shared,
    summary: 'Send a text to a running agent',
    body: S.Struct({ text: S.optional(describedAs(Json, S.String)), slot }),
    errors: ['EBADMESSAGE', 'EBADSLOT', 'ENOPANE', 'ENOTREADY', 'ERUNLIVE', 'ETMUX', 'ETMUXMISSING'],
  }),
  'POST /api/lanes/:id/retry': endpoint({
    ...shared,
    summary: 'Let an agent continue after a failed turn',
    body: S.Struct({
      slot,
      /** When it continues, at most 8 days ahead. Default: at once. */
      at: S.optional(describedAs(Json, Nullable(DateTime))),
    }),
    answers: { 200: Sent, 202: Sent },
    errors: [...START_ERRORS, 'ENOTFOUND', 'ENOPANE', 'ENOTREADY'],
  }),
  'POST /api/lanes/:id/review': endpoint({
    ...shared,
    summary: 'Send the comments of a review to an agent',
    body: S.Struct({
      // The domain checks each member, with a code for each.
      comments: S.optional(describedAs(Json, S.Array(Comment))),
      summary: S.optional(describedAs(Json, Nullable(S.String))),
      slot,
    }),
    errors: [...START_ERRORS, 'ENOTFOUND', 'EBADMESSAGE', 'EBADPATH', 'ENOTREADY'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneMessageRoute = Extract<keyof typeof laneMessages, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
