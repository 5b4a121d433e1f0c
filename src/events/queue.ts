import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { Owner } from './owner.js'
import { laneStream } from './streams.js'

/** A user wrote a message that an agent gets when its turn has ended. */
const messageQueued = defineEvent({
  type: 'message-queued',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    message: S.String,
    account: Owner,
    /** Null: for the agent in the lowest slot. */
    slot: S.NullOr(S.Int),
    text: S.String,
    /** Whether it is a command of the agent's interface. */
    command: S.Boolean,
    /** It continues a failed turn: not before this instant, and only if the turn is still the last one. */
    retryAt: S.optional(S.Number),
  }),
})

const queuedMessageEdited = defineEvent({
  type: 'queued-message-edited',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, message: S.String, text: S.String }),
})

const queuedMessageRemoved = defineEvent({
  type: 'queued-message-removed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, message: S.String }),
})

/** An agent got the message. */
const queuedMessageSent = defineEvent({
  type: 'queued-message-sent',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, message: S.String, run: S.String, slot: S.Int }),
})

/** The message could not be sent, although the turn of its agent had ended. It still waits. */
const queuedMessageHeld = defineEvent({
  type: 'queued-message-held',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, message: S.String, reason: S.String }),
})

export const queueEvents = {
  'message-queued': messageQueued,
  'queued-message-edited': queuedMessageEdited,
  'queued-message-removed': queuedMessageRemoved,
  'queued-message-sent': queuedMessageSent,
  'queued-message-held': queuedMessageHeld,
}
