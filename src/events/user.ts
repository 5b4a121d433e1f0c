import { ROLES } from '../domain/access/role.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { SERVICE_STREAM, userStream } from './streams.js'

const user = S.Int
const Role = S.Literal(...ROLES)

/** A user was created. The password is in the vault under the revision. */
const userCreated = defineEvent({
  type: 'user-created',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user, username: S.String, role: Role, password: S.String }),
})

/** Personal data of a user changed. The values are in the vault under the revision, the names are here. */
const userProfileChanged = defineEvent({
  type: 'user-profile-changed',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user, fields: S.Array(S.String), revision: S.String }),
})

/** A user has another picture, or none. */
const userAvatarChanged = defineEvent({
  type: 'user-avatar-changed',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user, isSet: S.Boolean }),
})

const userRoleChanged = defineEvent({
  type: 'user-role-changed',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user, role: Role }),
})

const userDisabled = defineEvent({
  type: 'user-disabled',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user }),
})

const userEnabled = defineEvent({
  type: 'user-enabled',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user }),
})

/** A user has a new password: chosen by the user, or set by an admin or the shell of the host. */
const userPasswordChanged = defineEvent({
  type: 'user-password-changed',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user, password: S.String, setBy: S.Literal('user', 'admin') }),
})

/** A user was deleted. The name stays for the audit log, and the id is not given again. */
const userDeleted = defineEvent({
  type: 'user-deleted',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user }),
})

const userLoggedIn = defineEvent({
  type: 'user-logged-in',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user }),
})

/** A user signed out in one browser. */
const userLoggedOut = defineEvent({
  type: 'user-logged-out',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user }),
})

/** Logins of a user ended, other than by signing out in them. */
const userLoginsEnded = defineEvent({
  type: 'user-logins-ended',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user, count: S.Int, reason: S.String }),
})

/** A user made an access token. Its secret is known by its digest only. */
const accessTokenCreated = defineEvent({
  type: 'access-token-created',
  stream: userStream,
  version: 1,
  schema: S.Struct({
    user,
    token: S.String,
    name: S.String,
    scopes: S.Array(S.Literal('read', 'write', 'metrics')),
    expiresAt: S.Number,
  }),
})

const accessTokenRevoked = defineEvent({
  type: 'access-token-revoked',
  stream: userStream,
  version: 1,
  schema: S.Struct({ user, token: S.String }),
})

/** The data directory was set up for many users. From now on the service needs `SVC_MODE=server`. */
const serverModeEntered = defineEvent({
  type: 'server-mode-entered',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ owner: user }),
})

const serverModeLeft = defineEvent({
  type: 'server-mode-left',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({}),
})

/** Another admin owns what nobody else owns. */
const hostOwnerChanged = defineEvent({
  type: 'host-owner-changed',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ owner: user }),
})

export const userEvents = {
  'user-created': userCreated,
  'user-profile-changed': userProfileChanged,
  'user-avatar-changed': userAvatarChanged,
  'user-role-changed': userRoleChanged,
  'user-disabled': userDisabled,
  'user-enabled': userEnabled,
  'user-password-changed': userPasswordChanged,
  'user-deleted': userDeleted,
  'user-logged-in': userLoggedIn,
  'user-logged-out': userLoggedOut,
  'user-logins-ended': userLoginsEnded,
  'access-token-created': accessTokenCreated,
  'access-token-revoked': accessTokenRevoked,
  'server-mode-entered': serverModeEntered,
  'server-mode-left': serverModeLeft,
  'host-owner-changed': hostOwnerChanged,
}
