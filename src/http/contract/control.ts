import { Schema as S } from '../../domain/schema.js'
import { Count, Nullable } from './common.js'
import { endpoint } from './endpoint.js'
import { describedAs, Json } from './json.js'

/** What only the shell of the host may do, through the socket in the data directory. It is no part of the public contract. */
export const control = {
  'GET /control/status': endpoint({
    summary: 'Get the mode of the service, and what is set up',
    tag: 'system',
    access: 'host:read',
    answers: {
      200: S.Struct({
        /** Whether a service answers, or the command itself, because none runs. */
        running: S.Boolean,
        /** What the environment of the service says. */
        mode: S.Literal('local', 'server'),
        /** Whether the data directory was set up for server mode. */
        setUp: S.Boolean,
        hostOwner: Nullable(S.String),
        publicUrl: Nullable(S.String),
        trustedProxies: S.Array(S.String),
        isolation: S.Literal('none', 'system-accounts'),
        /** The installed helper for system accounts; null without one. */
        helper: Nullable(S.Struct({ version: S.String, isCurrent: S.Boolean, hostAccount: S.String })),
        /** Users without a system account; empty without isolation. */
        unprovisioned: S.Array(S.String),
        usersRoot: S.String,
        users: Count,
        logins: Count,
        /** Folders of deleted users, which nothing deletes by itself. */
        deletedFolders: S.Array(S.String),
        warnings: S.Array(S.String),
      }),
    },
  }),
  'POST /control/setup': endpoint({
    summary: 'Create the first admin, and enter server mode',
    tag: 'system',
    access: 'host:write',
    body: describedAs(
      S.Struct({ username: S.optional(Json), password: S.optional(Json) }),
      S.Struct({ username: S.String, password: S.String }),
    ),
    answers: { 200: S.Struct({ ok: S.Literal(true), created: S.Boolean }) },
    errors: ['ELOCALMODE', 'EBADUSER', 'EBADPASSWORD', 'EEXISTS', 'EPROVISION', 'ETOOMANY'],
  }),
  'POST /control/off': endpoint({
    summary: 'End all logins, and leave server mode',
    tag: 'system',
    access: 'host:write',
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
  }),
  'POST /control/provision': endpoint({
    summary: 'Make the system account of a user from before',
    tag: 'system',
    access: 'host:write',
    body: S.Struct({ username: S.String }),
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    errors: ['ENOUSER', 'EPROVISION'],
  }),
  'POST /control/owner': endpoint({
    summary: 'Make another admin the owner of what nobody else owns',
    tag: 'system',
    access: 'host:write',
    body: S.Struct({ username: S.String }),
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    errors: ['ENOUSER', 'EBADROLE'],
  }),
} as const
