import { userNumber } from '../domain/access/author.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'

/** One row of the audit log, as far as it differs by event. */
interface Told {
  readonly kind: string
  readonly action?: string
  /** Whose row it was: a user. */
  readonly owner?: number | null
  readonly session?: string | null
  readonly lane?: number | null
  readonly route?: string
  readonly fields?: readonly string[]
  readonly detail?: string
}

/** Who did what to others. Changes of accounts have events of their own; what was only read has events for this log. */
export const auditProjection = defineProjection({
  name: 'audit',
  version: 3,
  ddl: [
    `create table p_audit (
       id integer primary key, at real not null, kind text not null, action text, reader text not null, owner integer,
       session text, lane integer, route text, fields text not null, detail text, via text not null
     )`,
    'create index i_audit_owner on p_audit(owner, id)',
    'create index i_audit_reader on p_audit(reader, id)',
  ],
  reads: [
    'user-created',
    'user-profile-changed',
    'user-role-changed',
    'user-disabled',
    'user-enabled',
    'user-password-changed',
    'user-deleted',
    'user-logins-ended',
    'lane-owner-changed',
    'server-mode-entered',
    'server-mode-left',
    'host-owner-changed',
    'session-purged',
    'data-cleared',
    'staff-read',
    'foreign-row-changed',
    'terminal-attached',
    'logins-locked',
    'config-changed',
    'router-saved',
    'router-removed',
    'login-profile-saved',
    'login-profile-relabelled',
    'login-profile-activated',
    'login-profile-removed',
    'pool-account-added',
    'pool-account-removed',
  ],
  apply: (events, db) => {
    for (const event of events) {
      const told = toldBy(event)
      if (told === null) continue
      const { kind, action = null, owner = null, session = null, lane = null, route = null, fields = [] } = told
      db.run(
        'insert or replace into p_audit values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        event.position,
        event.occurredAt,
        kind,
        action,
        event.by,
        owner,
        session,
        lane,
        route,
        JSON.stringify(fields),
        told.detail ?? null,
        event.by === 'host' ? 'host' : 'login',
      )
    }
  },
  // The audit log outlives what it tells about.
  clear: () => undefined,
})

/** Returns the row of an event; null if it needs none: what users do to their own account. */
const toldBy = (event: Recorded): Told | null => {
  const account = (action: string, fields: readonly string[] = []): Told | null => {
    const { user } = event.data as { readonly user: number }
    return userNumber(event.by) === user ? null : { kind: 'account-changed', action, owner: user, fields }
  }
  /** What belongs to the host and has a name. Without accounts, nobody else is concerned. */
  const named = (kind: string, action: string): Told | null => {
    const { name } = event.data as { readonly name: string }
    return userNumber(event.by) === null ? null : { kind, action, fields: [name] }
  }
  switch (event.type) {
    case 'user-created':
      return account('create')
    case 'user-profile-changed':
      return account('update', event.data.fields)
    case 'user-role-changed':
      return account('update', ['role'])
    case 'user-disabled':
      return account('disable', ['disabled'])
    case 'user-enabled':
      return account('enable', ['disabled'])
    case 'user-password-changed':
      return account('password', ['password'])
    case 'user-deleted':
      return account('delete')
    case 'user-logins-ended':
      return event.data.reason === 'signed-out' ? account('sign-out', ['signOut']) : null
    case 'lane-owner-changed':
      return {
        kind: 'account-changed',
        action: 'assign',
        owner: userNumber(event.data.owner),
        lane: event.data.lane,
        fields: ['workspaces'],
      }
    case 'server-mode-entered':
      return { kind: 'mode-changed', action: 'enter' }
    case 'server-mode-left':
      return { kind: 'mode-changed', action: 'leave' }
    case 'host-owner-changed':
      return { kind: 'mode-changed', action: 'owner', owner: event.data.owner }
    case 'config-changed': {
      const { tool, action, type, scope, name } = event.data
      return userNumber(event.by) === null
        ? null
        : { kind: 'config-changed', action, fields: [tool, type, scope, ...(name === null ? [] : [name])] }
    }
    case 'router-saved':
      return named('router-changed', 'save')
    case 'router-removed':
      return named('router-changed', 'remove')
    case 'login-profile-saved':
      return named('profile-changed', 'save')
    case 'login-profile-relabelled':
      return named('profile-changed', 'rename')
    case 'login-profile-activated':
      return named('profile-changed', 'activate')
    case 'login-profile-removed':
      return named('profile-changed', 'remove')
    case 'pool-account-added':
      return named('pool-changed', 'add')
    case 'pool-account-removed':
      return named('pool-changed', 'remove')
    case 'session-purged':
      return userNumber(event.by) === null
        ? null
        : { kind: 'data-erased', action: 'session', session: event.data.session }
    case 'data-cleared':
      return userNumber(event.by) === null ? null : { kind: 'data-erased', action: 'all' }
    case 'staff-read':
      return event.data
    case 'foreign-row-changed':
      return { kind: event.type, ...event.data }
    case 'terminal-attached':
      return { kind: event.type, owner: event.data.owner, lane: event.data.lane, detail: event.data.mode }
    case 'logins-locked':
      return { kind: event.type, owner: event.data.user, detail: event.data.address }
    default:
      return null
  }
}
