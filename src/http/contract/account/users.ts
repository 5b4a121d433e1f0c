import { ROLES } from '../../../domain/access/role.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, JsonObject } from '../json.js'
import { clamped, flag, rowId, text } from '../param.js'
import { rawAnswer } from '../raw.js'
import { User, user } from './user.js'

const Usage = S.Struct({ cost: Usd, tokens: Count })
const UserWithUsage = S.Struct({ ...user, workspaces: Count, sessions: Count, usage7d: Usage, usage30d: Usage })
const Workspace = S.Struct({ id: S.Int, title: Nullable(S.String), cwd: S.String })
const Role = S.Literal(...ROLES)

/** The domain reads the members, with a code for each; `currentPassword` is the caller's own. */
const members = <A, I>(described: S.Schema<A, I>) => describedAs(JsonObject, described)
const currentPassword = S.optional(S.String)

/** The programs of a lane are stopped before it changes hands. */
const STOPPING = ['ETMUX', 'ETMUXMISSING', 'ERUNTIMEOUT', 'EBADSLOT', 'ERUNLIVE'] as const
const FIELDS = ['EBADFIELD', 'EBADEMAIL', 'EBADROLE', 'EBADPASSWORD'] as const

const Storage = S.Struct({ bytes: Count, files: Count, partial: S.Boolean, measuredAt: DateTime })

const AuditRow = S.Struct({
  id: S.Int,
  at: DateTime,
  kind: S.String,
  action: Nullable(S.String),
  reader_id: Nullable(S.Int),
  /** Who acted: a user name, or `host` for the shell of the host. */
  reader: S.String,
  reader_display: Nullable(S.String),
  owner_id: Nullable(S.Int),
  /** Whose row it was. */
  owner: Nullable(S.String),
  owner_display: Nullable(S.String),
  session_id: Nullable(S.String),
  lane_id: Nullable(S.Int),
  route: Nullable(S.String),
  fields: S.Array(S.String),
  detail: Nullable(S.String),
  via: S.String,
  /** How many rows this one stands for, with `fold`. */
  count: S.optional(Count),
})

export const users = {
  'GET /api/users': endpoint({
    summary: 'List the users with what they used',
    tag: 'users',
    access: 'user:read',
    answers: { 200: S.Struct({ users: S.Array(UserWithUsage) }) },
  }),
  'GET /api/users/storage': endpoint({
    summary: 'Get the size of the own folders, as measured last',
    tag: 'users',
    access: 'user:read',
    query: { refresh: flag('measure them again') },
    answers: {
      200: S.Struct({
        storage: S.Record({ key: S.String, value: Nullable(Storage) }),
        measuring: S.Boolean,
        /** Whether each user has a system account, whose home is deleted with the user. */
        isolated: S.Boolean,
      }),
    },
  }),
  'GET /api/users/audit': endpoint({
    summary: 'List what staff read and changed of others, newest first',
    tag: 'users',
    access: 'user:read',
    query: {
      limit: clamped(1, 1000, 100, 'page size'),
      before: rowId('rows before the one with this id'),
      user: rowId('rows by or about this user'),
      kind: text('rows of this kind'),
      fold: flag('join rows of one reader, session and minute'),
    },
    answers: { 200: S.Struct({ rows: S.Array(AuditRow), next: Nullable(S.Int) }) },
  }),
  'POST /api/users': endpoint({
    summary: 'Create a user',
    tag: 'users',
    access: 'user:write',
    confirmed: true,
    body: members(S.Struct({ username: S.String, password: S.String, role: Role, currentPassword })),
    answers: { 201: S.Struct({ user: User }) },
    errors: ['EBADUSER', 'EBADPASSWORD', 'EBADROLE', 'EEXISTS', 'EPROVISION', 'ENOUSER', 'ETOOMANY'],
  }),
  'GET /api/users/:id': endpoint({
    summary: 'Get a user and their workspaces',
    tag: 'users',
    access: 'user:read',
    answers: { 200: S.Struct({ user: User, workspaces: S.Array(Workspace) }) },
    errors: ['ENOUSER'],
  }),
  'GET /api/users/:id/avatar': endpoint({
    summary: 'Get the picture of a user',
    tag: 'users',
    access: 'user:read',
    answers: { 200: rawAnswer('*/*') },
    errors: ['ENOUSER', 'ENOAVATAR'],
  }),
  'PATCH /api/users/:id': endpoint({
    summary: 'Change a user: everything is checked before anything is written',
    tag: 'users',
    access: 'user:write',
    confirmed: true,
    body: members(
      S.Struct({
        displayName: S.optional(S.NullOr(S.String)),
        email: S.optional(S.NullOr(S.String)),
        role: S.optional(Role),
        disabled: S.optional(S.Boolean),
        password: S.optional(S.String),
        addWorkspaces: S.optional(S.Array(S.Int)),
        removeWorkspaces: S.optional(S.Array(S.Int)),
        signOut: S.optional(S.Boolean),
        currentPassword,
      }),
    ),
    answers: { 200: S.Struct({ user: User, workspaces: S.Array(Workspace) }) },
    errors: ['ENOUSER', ...FIELDS, 'EFOLDER', 'ENOLANE', 'ESELF', 'ELASTADMIN', 'ENOTOWNED', 'ETOOMANY', ...STOPPING],
  }),
  'POST /api/users/:id/password': endpoint({
    summary: 'Set the password of a user and end their logins',
    tag: 'users',
    access: 'user:write',
    confirmed: true,
    body: members(S.Struct({ password: S.String, currentPassword })),
    answers: { 200: S.Struct({ ok: S.Literal(true), ended: Count }) },
    errors: ['ENOUSER', 'EBADPASSWORD', 'ESELF', 'ELASTADMIN', 'ETOOMANY'],
  }),
  'POST /api/users/:id/workspaces': endpoint({
    summary: 'Make a user the owner of a lane',
    tag: 'users',
    access: 'user:write',
    confirmed: true,
    body: members(S.Struct({ laneId: S.Int, currentPassword })),
    answers: { 200: S.Struct({ ok: S.Literal(true), lane: Workspace }) },
    errors: ['ENOUSER', 'EBADFIELD', 'EFOLDER', 'ENOLANE', ...STOPPING],
  }),
  'DELETE /api/users/:id': endpoint({
    summary: 'Delete a user: sessions and the audit log stay',
    tag: 'users',
    access: 'user:write',
    confirmed: true,
    body: members(S.Struct({ currentPassword })),
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    errors: ['ENOUSER', 'ESELF', 'ELASTADMIN', 'EPROVISION', 'EPROVISIONING', ...STOPPING],
  }),
} as const
