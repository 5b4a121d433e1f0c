import { EVIDENCE } from '../domain/access/evidence.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { Owner } from './owner.js'
import { laneStream, sessionStream } from './streams.js'

/**
 * The owner of a session was decided: by the evidence of a call, or because its lane was assigned. Until then it belongs to the user
 * of its first event.
 */
const sessionOwnerDetermined = defineEvent({
  type: 'session-owner-determined',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({ owner: Owner, evidence: S.Literal(...EVIDENCE, 'assigned') }),
})

/** A lane was assigned to another user, with everything that hangs off it. */
const laneOwnerChanged = defineEvent({
  type: 'lane-owner-changed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, owner: Owner }),
})

export const ownershipEvents = {
  'session-owner-determined': sessionOwnerDetermined,
  'lane-owner-changed': laneOwnerChanged,
}
