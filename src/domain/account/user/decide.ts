import * as Either from 'effect/Either'
import type { Role } from '../../access/role.js'
import { accept, refuse } from '../../decision.js'
import { reject } from '../../rejection.js'
import type { TokenTerms } from '../token.js'

/** A user who was not deleted. */
export interface KnownUser {
  readonly id: number
  readonly username: string
  readonly role: Role
  readonly disabled: boolean
  /** The revision of the password in the vault. */
  readonly password: string
}

/** What commands need to know about the users of the service. */
export interface KnownUsers {
  readonly users: readonly KnownUser[]
  /** Not the id of any user before, deleted or not. */
  readonly nextId: number
}

/** Who decides about a user: a user by id, or the shell of the host. */
type Actor = number | 'host'

interface About {
  readonly user: number
  readonly actor: Actor
}

interface NewUser {
  readonly username: string
  readonly role: Role
  /** The revision of the password in the vault. */
  readonly password: string
}

/** Changes of a user; what is absent stays. */
export interface UserChanges {
  readonly role?: Role
  readonly disabled?: boolean
  /** The revision of the new password. */
  readonly password?: string
  /** The names of the personal data that differ, and their revision in the vault. */
  readonly person?: { readonly fields: readonly string[]; readonly revision: string }
}

const noUser = () => refuse(reject('ENOUSER', 'no user has this id'))

const found = ({ users }: KnownUsers, id: number): KnownUser | undefined => users.find((user) => user.id === id)

/** Whether an enabled admin is left when a user becomes something else; null: when the user is gone. */
const keepsAdmin = ({ users }: KnownUsers, id: number, becomes: Pick<KnownUser, 'role' | 'disabled'> | null): boolean =>
  users.some((user) => {
    const { role, disabled } = user.id === id ? (becomes ?? { role: 'member', disabled: true }) : user
    return role === 'admin' && !disabled
  })

const lastAdmin = () => refuse(reject('ELASTADMIN', 'no enabled admin would be left'))
const oneself = (what: string) => refuse(reject('ESELF', `nobody can ${what} their own account`))

const create = (known: KnownUsers, { username, role, password }: NewUser) => {
  if (known.users.some((user) => user.username === username))
    return refuse(reject('EEXISTS', `the username ${username} is taken`))
  return accept({ type: 'user-created', data: { user: known.nextId, username, role, password } })
}

/** Changes a user. A value that the user has already is no change. */
const change = (known: KnownUsers, { user: id, actor, ...changes }: About & UserChanges) => {
  const user = found(known, id)
  if (user === undefined) return noUser()
  const role = changes.role === user.role ? undefined : changes.role
  const disabled = changes.disabled === user.disabled ? undefined : changes.disabled
  if (actor === id && (role !== undefined || disabled !== undefined)) return oneself('change the role of or disable')
  const becomes = { role: role ?? user.role, disabled: disabled ?? user.disabled }
  const wasAdmin = user.role === 'admin' && !user.disabled
  if (wasAdmin && !keepsAdmin(known, id, becomes)) return lastAdmin()
  const { person, password } = changes
  return accept(
    ...(person === undefined ? [] : [{ type: 'user-profile-changed', data: { user: id, ...person } } as const]),
    ...(role === undefined ? [] : [{ type: 'user-role-changed', data: { user: id, role } } as const]),
    ...(disabled === undefined
      ? []
      : [{ type: disabled ? 'user-disabled' : 'user-enabled', data: { user: id } } as const]),
    ...(password === undefined
      ? []
      : [{ type: 'user-password-changed', data: { user: id, password, setBy: setBy(actor, id) } } as const]),
  )
}

interface Described {
  readonly user: number
  readonly fields: readonly string[]
  readonly revision: string
}

/** Changes the personal data of a user. */
const describe = (known: KnownUsers, { user, ...person }: Described) =>
  found(known, user) === undefined ? noUser() : accept({ type: 'user-profile-changed', data: { user, ...person } })

const setBy = (actor: Actor, user: number) => (actor === user ? ('user' as const) : ('admin' as const))

const remove = (known: KnownUsers, { user: id, actor }: About) => {
  const user = found(known, id)
  if (user === undefined) return noUser()
  if (actor === id) return oneself('delete')
  if (user.role === 'admin' && !user.disabled && !keepsAdmin(known, id, null)) return lastAdmin()
  return accept({ type: 'user-deleted', data: { user: id } })
}

const setAvatar = (known: KnownUsers, { user, isSet }: { readonly user: number; readonly isSet: boolean }) =>
  found(known, user) === undefined ? noUser() : accept({ type: 'user-avatar-changed', data: { user, isSet } })

interface Ended {
  readonly user: number
  readonly count: number
  readonly reason: EndReason
}
export type EndReason = 'password' | 'signed-out' | 'disabled' | 'deleted' | 'server-off' | 'too-many'

/** Records that logins ended. */
const endLogins = (_: KnownUsers, { user, count, reason }: Ended) =>
  count === 0 ? accept() : accept({ type: 'user-logins-ended', data: { user, count, reason } })

/** Records a login. `password` is the revision that was compared. */
const logIn = (known: KnownUsers, { user: id, password }: { readonly user: number; readonly password: string }) => {
  const user = found(known, id)
  // The account may have changed while the password was compared.
  if (user === undefined || user.disabled || user.password !== password)
    return refuse(reject('EBADLOGIN', 'wrong username or password'))
  return accept({ type: 'user-logged-in', data: { user: id } })
}

const logOut = (_: KnownUsers, { user }: { readonly user: number }) =>
  accept({ type: 'user-logged-out', data: { user } })

interface NewToken extends TokenTerms {
  readonly user: number
  readonly token: string
}

const createToken = (_: KnownUsers, { user, token, name, scopes, expiresAt }: NewToken) =>
  accept({ type: 'access-token-created', data: { user, token, name, scopes: [...scopes], expiresAt } })

const revokeToken = (_: KnownUsers, { user, token }: { readonly user: number; readonly token: string }) =>
  accept({ type: 'access-token-revoked', data: { user, token } })

export const decideUser = {
  createToken,
  revokeToken,
  create,
  change,
  describe,
  remove,
  setAvatar,
  endLogins,
  logIn,
  logOut,
}

/** What commands need to know about the mode of the service. */
export interface KnownServer {
  readonly entered: boolean
  readonly hostOwner: number | null
  readonly users: readonly KnownUser[]
}

const enter = ({ entered }: KnownServer, { owner }: { readonly owner: number }) =>
  entered ? accept() : accept({ type: 'server-mode-entered', data: { owner } })

const leave = ({ entered }: KnownServer) => (entered ? accept({ type: 'server-mode-left', data: {} }) : accept())

/** Makes another enabled admin the owner of what nobody else owns. */
const setOwner = ({ users, hostOwner }: KnownServer, { username }: { readonly username: string }) => {
  const user = users.find((one) => one.username === username)
  if (user === undefined) return refuse(reject('ENOUSER', `no user is called ${username}`))
  if (user.role !== 'admin' || user.disabled) return refuse(reject('EBADROLE', `${username} is no enabled admin`))
  return user.id === hostOwner ? Either.right([]) : accept({ type: 'host-owner-changed', data: { owner: user.id } })
}

export const decideServer = { enter, leave, setOwner }
