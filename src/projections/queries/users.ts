import type { TokenScope } from '../../domain/access/permission.js'
import type { Role } from '../../domain/access/role.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'

/** A user as stored. What is personal is in the vault, under `person`. */
export interface StoredUser {
  readonly id: number
  readonly username: string
  readonly role: Role
  readonly disabled: boolean
  /** The revision of the password. */
  readonly password: string
  readonly passwordSetBy: 'user' | 'admin'
  /** The revision of the personal data; null if there are none. */
  readonly person: string | null
  readonly avatarAt: Instant | null
  readonly createdAt: Instant
  readonly lastLoginAt: Instant | null
}

type Stored = Omit<StoredUser, 'disabled'> & { readonly disabled: number }

const SELECT = `select id, username, role, disabled, password, password_set_by as passwordSetBy, person,
  avatar_at as avatarAt, created_at as createdAt, last_login_at as lastLoginAt from p_user where deleted_at is null`

const shape = (row: Stored): StoredUser => ({ ...row, disabled: row.disabled === 1 })

/** Returns the users who were not deleted, by name. */
export const allUsers = (db: Reader): readonly StoredUser[] => db.all<Stored>(`${SELECT} order by username`).map(shape)

export const userById = (db: Reader, id: number): StoredUser | undefined => {
  const row = db.get<Stored>(`${SELECT} and id = ?`, id)
  return row === undefined ? undefined : shape(row)
}

export const userNamed = (db: Reader, username: string): StoredUser | undefined => {
  const row = db.get<Stored>(`${SELECT} and username = ?`, username)
  return row === undefined ? undefined : shape(row)
}

/** Returns the id of the next user. */
export const nextUserId = (db: Reader): number =>
  db.get<{ next: number }>('select coalesce(max(id), 0) + 1 as next from p_user')?.next ?? 1

/** An access token of a user, without its secret. */
export interface StoredToken {
  readonly id: string
  readonly user: number
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

const TOKENS = 'select id, user, name, scopes, created_at as createdAt, expires_at as expiresAt from p_access_token'
type TokenRow = Omit<StoredToken, 'scopes'> & { readonly scopes: string }
const tokenOf = (row: TokenRow): StoredToken => ({ ...row, scopes: JSON.parse(row.scopes) as readonly TokenScope[] })

/** Returns the access tokens of a user, the newest last. */
export const tokensOf = (db: Reader, user: number): readonly StoredToken[] =>
  db.all<TokenRow>(`${TOKENS} where user = ? order by created_at, id`, user).map(tokenOf)

export const tokenById = (db: Reader, id: string): StoredToken | undefined => {
  const row = db.get<TokenRow>(`${TOKENS} where id = ?`, id)
  return row === undefined ? undefined : tokenOf(row)
}

/** Whether the data directory was set up for server mode, and not turned off since. */
export const isSetUp = (db: Reader): boolean =>
  db.get<{ entered: number }>('select entered from p_server where key = 1')?.entered === 1

/**
 * Returns the user who owns what nobody else owns: the admin who was named last, while enabled, else the first enabled admin
 * (supplement-server 11.1). Null before there is one.
 */
export const hostOwner = (db: Reader): number | null =>
  db.get<{ id: number }>(
    `select id from p_user where role = 'admin' and disabled = 0 and deleted_at is null
     order by id = (select owner from p_server where key = 1) desc, id limit 1`,
  )?.id ?? null

/** Returns the name of a user, also of a deleted one; null if there never was one. */
export const usernameOf = (db: Reader, id: number): string | null =>
  db.get<{ username: string }>('select username from p_user where id = ?', id)?.username ?? null
