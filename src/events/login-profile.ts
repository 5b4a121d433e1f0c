import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { loginProfileStream } from './streams.js'

/** A login of Claude Code was saved. The login, and whose it is, are in the vault under the revision. */
const saved = defineEvent({
  type: 'login-profile-saved',
  stream: loginProfileStream,
  version: 1,
  schema: S.Struct({ name: S.String, label: S.String, revision: S.String }),
})

const relabelled = defineEvent({
  type: 'login-profile-relabelled',
  stream: loginProfileStream,
  version: 1,
  schema: S.Struct({ name: S.String, label: S.String }),
})

/** New sessions use this login from now on. */
const activated = defineEvent({
  type: 'login-profile-activated',
  stream: loginProfileStream,
  version: 1,
  schema: S.Struct({ name: S.String }),
})

const removed = defineEvent({
  type: 'login-profile-removed',
  stream: loginProfileStream,
  version: 1,
  schema: S.Struct({ name: S.String }),
})

export const loginProfileEvents = {
  'login-profile-saved': saved,
  'login-profile-relabelled': relabelled,
  'login-profile-activated': activated,
  'login-profile-removed': removed,
}
