import { CHECK_KINDS } from '../domain/review/check.js'
import { HOOK_ENDS } from '../domain/stack/hooks.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { Owner } from './owner.js'
import { laneStream } from './streams.js'

const Block = S.Struct({ path: S.String, hash: S.String, ordinal: S.Int })

/** A user has seen blocks of the changes of a lane, or marked them as not seen. */
const blocksMarked = defineEvent({
  type: 'blocks-marked',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, account: Owner, seen: S.Array(Block), unseen: S.Array(Block) }),
})

const Text = S.NullOr(S.String)

/** A user commented on lines of the changes of a lane. It is a draft until it is sent. */
const commentAdded = defineEvent({
  type: 'comment-added',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    comment: S.String,
    account: Owner,
    path: S.String,
    line: S.NullOr(S.Int),
    endLine: S.NullOr(S.Int),
    side: S.Literal('old', 'new'),
    quote: Text,
    text: S.String,
    /** The hash of the block that it is about. */
    block: Text,
  }),
})

/** The text of a draft changed, or a comment was resolved or reopened; null: unchanged. */
const commentEdited = defineEvent({
  type: 'comment-edited',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, comment: S.String, text: Text, resolved: S.NullOr(S.Boolean) }),
})

const commentRemoved = defineEvent({
  type: 'comment-removed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, comment: S.String }),
})

/** An agent was sent comments as one message. */
const commentsSent = defineEvent({
  type: 'comments-sent',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, comments: S.Array(S.String), run: S.String }),
})

/** A check that a user started ended. */
const laneChecked = defineEvent({
  type: 'lane-checked',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    kind: S.Literal(...CHECK_KINDS),
    command: S.String,
    end: S.Literal(...HOOK_ENDS),
    /** Null unless it exited. */
    code: S.NullOr(S.Int),
    /** Milliseconds. */
    duration: S.Int,
    /** The end of its output. */
    output: S.String,
  }),
})

export const reviewEvents = {
  'blocks-marked': blocksMarked,
  'comment-added': commentAdded,
  'comment-edited': commentEdited,
  'comment-removed': commentRemoved,
  'comments-sent': commentsSent,
  'lane-checked': laneChecked,
}
