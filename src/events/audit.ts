import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { AUDIT_STREAM } from './streams.js'

/** Staff read something of an ordinary user. Who read is the author of the event. */
const staffRead = defineEvent({
  type: 'staff-read',
  stream: AUDIT_STREAM,
  version: 1,
  schema: S.Struct({
    kind: S.Literal('session-read', 'search-read', 'export-read', 'home-read'),
    owner: S.NullOr(S.Int),
    session: S.NullOr(S.String),
    route: S.String,
  }),
})

/** An admin changed a row of somebody else. */
const foreignRowChanged = defineEvent({
  type: 'foreign-row-changed',
  stream: AUDIT_STREAM,
  version: 1,
  schema: S.Struct({
    owner: S.NullOr(S.Int),
    session: S.NullOr(S.String),
    lane: S.NullOr(S.Int),
    route: S.String,
    fields: S.Array(S.String),
  }),
})

/** Staff opened a terminal of somebody else. */
const terminalAttached = defineEvent({
  type: 'terminal-attached',
  stream: AUDIT_STREAM,
  version: 1,
  schema: S.Struct({ owner: S.NullOr(S.Int), lane: S.Int, mode: S.Literal('rw', 'ro') }),
})

/** A limit of wrong logins was reached. The name is that of an account; null for an unknown account. */
const loginsLocked = defineEvent({
  type: 'logins-locked',
  stream: AUDIT_STREAM,
  version: 1,
  schema: S.Struct({ user: S.NullOr(S.Int), address: S.String }),
})

export const auditEvents = {
  'staff-read': staffRead,
  'foreign-row-changed': foreignRowChanged,
  'terminal-attached': terminalAttached,
  'logins-locked': loginsLocked,
}
