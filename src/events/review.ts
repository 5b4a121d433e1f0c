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

export const reviewEvents = { 'blocks-marked': blocksMarked }
