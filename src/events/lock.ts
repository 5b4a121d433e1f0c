import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { LOCKS_STREAM } from './streams.js'

const about = { name: S.String, holder: S.String }

/** A named lock that was free was acquired. Each owner has locks of their own. */
const lockAcquired = defineEvent({
  type: 'lock-acquired',
  stream: LOCKS_STREAM,
  version: 1,
  schema: S.Struct(about),
})

/** A lock was taken from a holder who had it for too long. */
const lockBroken = defineEvent({
  type: 'lock-broken',
  stream: LOCKS_STREAM,
  version: 1,
  schema: S.Struct({ ...about, heldSince: S.Number }),
})

/** The holder of a lock released it. */
const lockReleased = defineEvent({
  type: 'lock-released',
  stream: LOCKS_STREAM,
  version: 1,
  schema: S.Struct(about),
})

export const lockEvents = {
  'lock-acquired': lockAcquired,
  'lock-broken': lockBroken,
  'lock-released': lockReleased,
}
