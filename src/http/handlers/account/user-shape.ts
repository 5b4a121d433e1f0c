import type { Person } from '../../../commands/users/secrets.js'
import { iso } from '../../../domain/time.js'
import { isoOrNull } from '../../../projections/queries/lanes.js'
import type { StoredUser } from '../../../projections/queries/users.js'

/** Returns a user as clients see it. Nothing tells the password. */
export const userShape = (user: StoredUser, { displayName, email }: Person, logins: number) => ({
  id: user.id,
  username: user.username,
  role: user.role,
  disabled: user.disabled,
  displayName,
  email,
  avatarAt: isoOrNull(user.avatarAt),
  createdAt: iso(user.createdAt),
  logins,
  lastLoginAt: isoOrNull(user.lastLoginAt),
})
