import { LAND_WAYS } from '../domain/land/request.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { laneStream } from './streams.js'

const Text = S.NullOr(S.String)

/** A user accepted the changes of a lane; null: no longer. */
const laneAccepted = defineEvent({
  type: 'lane-accepted',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    /** The digest of the changes. */
    diff: Text,
    head: Text,
  }),
})

/** The branch of a lane landed on its base. */
const laneLanded = defineEvent({
  type: 'lane-landed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    base: S.String,
    how: S.Literal(...LAND_WAYS),
    head: S.String,
    commit: S.String,
    /** The commit of the base before. */
    before: S.String,
    /** The working directory that was updated; null if the base was checked out nowhere. */
    folder: Text,
  }),
})

/** What landed was reverted, with a commit of its own. */
const laneReverted = defineEvent({
  type: 'lane-reverted',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, commit: S.String, reverts: S.String }),
})

export const landingEvents = {
  'lane-accepted': laneAccepted,
  'lane-landed': laneLanded,
  'lane-reverted': laneReverted,
}
