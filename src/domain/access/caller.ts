import { reject, type Rejection } from '../rejection.js'
import type { Author } from './author.js'
import { type Permission, type PermissionName, permissionNamed, type Reach, type TokenScope } from './permission.js'
import { type Principal, type Visibility, visibilityWithin } from './visibility.js'

/** Who makes a request, and which rows it may touch. */
export interface Caller {
  readonly principal: Principal
  /** The author of what the request changes. */
  readonly author: Author
  /** The rows that it may read. */
  readonly reads: Visibility
  /** The rows that it may change. */
  readonly writes: Visibility
  /** The rows that are the caller's: for locks, logins and preferences, which even an admin has apart from others. */
  readonly own: Visibility
}

/**
 * Returns the caller of a route with this permission. Rejects with EADMIN if the principal lacks it, and with EPANE if only its
 * panes do.
 */
export const callerFor = (principal: Principal, name: PermissionName, via: Author['via']): Caller | Rejection => {
  const permission = permissionNamed(name)
  const reach = reachOf(principal, permission)
  if (reach === 'none') return refusalOf(principal, permission)
  const within = (asked: Reach): Visibility => visibilityWithin(principal, asked)
  return {
    principal,
    author: { by: principal.id, via },
    reads: within(permission.verb === 'read' ? reach : reachOf(principal, SESSIONS.read)),
    writes: within(permission.verb === 'write' ? reach : reachOf(principal, SESSIONS.write)),
    own: within('own'),
  }
}

/** Whether a principal reaches any rows with a permission. For parts of a request that need another one than its route. */
export const permits = (principal: Principal, name: PermissionName): boolean =>
  reachOf(principal, permissionNamed(name)) !== 'none'

/** What a principal may read beside what it changes, and change beside what it reads. */
const SESSIONS = { read: permissionNamed('session:read'), write: permissionNamed('session:write') }

/** Returns which rows a principal reaches with a permission. */
export const reachOf = ({ kind, role, scopes = [] }: Principal, permission: Permission): Reach => {
  // What needs no login shows no rows.
  if (kind === 'nobody') return permission.entry === 'open' ? 'own' : 'none'
  if (kind === 'local') return 'all'
  if (kind === 'host') return permission.admin
  if (kind === 'pane') return permission.pane
  if (kind === 'token' && !permission.token) return 'none'
  if (kind === 'token' && !scopes.some((scope) => COVERS[scope].includes(permission.scope))) return 'none'
  return permission[role]
}

/** The scopes that each scope of an access token includes. */
const COVERS: Readonly<Record<TokenScope, readonly TokenScope[]>> = {
  metrics: ['metrics'],
  read: ['read', 'metrics'],
  write: ['write', 'read', 'metrics'],
}

/** The answer to a program in a lane that does what only people may. */
export const REFUSED_IN_LANES = reject('EPANE', 'programs in a lane may not do this')

const refusalOf = ({ kind }: Principal, { pane, member, token }: Permission): Rejection => {
  if (kind === 'pane' && pane !== member) return REFUSED_IN_LANES
  if (kind === 'token' && !token) return reject('EADMIN', 'access tokens may not do this: sign in')
  return reject('EADMIN', 'your account may not do this')
}
