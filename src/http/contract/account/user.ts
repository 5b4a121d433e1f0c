import { ROLES } from '../../../domain/access/role.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'

/** A user, as staff and the user see it. Nothing tells the password. */
export const user = {
  id: S.Int,
  username: S.String,
  role: S.Literal(...ROLES),
  disabled: S.Boolean,
  displayName: Nullable(S.String),
  email: Nullable(S.String),
  avatarAt: Nullable(DateTime),
  createdAt: DateTime,
  /** Those that are open now. */
  logins: Count,
  lastLoginAt: Nullable(DateTime),
}

export const User = S.Struct(user)
