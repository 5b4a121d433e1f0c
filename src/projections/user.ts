import { defineProjection } from './define.js'

/**
 * The users of the service in server mode, and whether the data directory was set up for it. Deleted users stay: their ids are not
 * given again, and the audit log names them.
 */
export const userProjection = defineProjection({
  name: 'user',
  version: 1,
  ddl: [
    `create table p_user (
       id integer primary key, username text not null, role text not null, disabled integer not null default 0,
       password text not null, password_set_by text not null default 'admin', person text, avatar_at real,
       created_at real not null, last_login_at real, deleted_at real
     )`,
    'create unique index i_user_name on p_user(username) where deleted_at is null',
    `create table p_access_token (
       id text primary key, user integer not null, name text not null, scopes text not null, created_at real not null,
       expires_at real not null
     )`,
    'create index i_access_token_user on p_access_token(user, created_at)',
    'create table p_server (key integer primary key, entered integer not null, owner integer)',
  ],
  reads: [
    'user-created',
    'user-profile-changed',
    'user-avatar-changed',
    'user-role-changed',
    'user-disabled',
    'user-enabled',
    'user-password-changed',
    'user-deleted',
    'user-logged-in',
    'access-token-created',
    'access-token-revoked',
    'server-mode-entered',
    'server-mode-left',
    'host-owner-changed',
  ],
  apply: (events, db) => {
    for (const event of events) {
      switch (event.type) {
        case 'user-created': {
          const { user, username, role, password } = event.data
          const sql = 'insert or ignore into p_user (id, username, role, password, created_at) values (?, ?, ?, ?, ?)'
          db.run(sql, user, username, role, password, event.occurredAt)
          break
        }
        case 'user-profile-changed':
          db.run('update p_user set person = ? where id = ?', event.data.revision, event.data.user)
          break
        case 'user-avatar-changed': {
          const { user, isSet } = event.data
          db.run('update p_user set avatar_at = ? where id = ?', isSet ? event.occurredAt : null, user)
          break
        }
        case 'user-role-changed':
          db.run('update p_user set role = ? where id = ?', event.data.role, event.data.user)
          break
        case 'user-disabled':
        case 'user-enabled':
          db.run('update p_user set disabled = ? where id = ?', Number(event.type === 'user-disabled'), event.data.user)
          break
        case 'user-password-changed': {
          const { password, setBy, user } = event.data
          db.run('update p_user set password = ?, password_set_by = ? where id = ?', password, setBy, user)
          break
        }
        case 'user-deleted':
          db.run(
            'update p_user set deleted_at = ?, person = null, avatar_at = null where id = ?',
            event.occurredAt,
            event.data.user,
          )
          break
        case 'user-logged-in':
          db.run('update p_user set last_login_at = ? where id = ?', event.occurredAt, event.data.user)
          break
        case 'access-token-created': {
          const { token, user, name, scopes, expiresAt } = event.data
          db.run(
            'insert or replace into p_access_token values (?, ?, ?, ?, ?, ?)',
            token,
            user,
            name,
            JSON.stringify(scopes),
            event.occurredAt,
            expiresAt,
          )
          break
        }
        case 'access-token-revoked':
          db.run('delete from p_access_token where id = ?', event.data.token)
          break
        case 'server-mode-entered':
          db.run('insert or replace into p_server (key, entered, owner) values (1, 1, ?)', event.data.owner)
          break
        case 'server-mode-left':
          db.run('update p_server set entered = 0')
          break
        case 'host-owner-changed':
          db.run('update p_server set owner = ?', event.data.owner)
          break
        default:
          break
      }
    }
  },
  // Users belong to no session.
  clear: () => undefined,
})
