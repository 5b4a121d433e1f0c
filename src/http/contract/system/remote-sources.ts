import { Schema as S } from '../../../domain/schema.js'
import { Count, Counts, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { flag } from '../param.js'

/** `idle`: the folder has not been checked yet; `unavailable`: the machine does not have it. */
export const FolderStatus = S.Literal('idle', 'ok', 'unavailable', 'error')

export const RemoteSourceRow = S.Struct({
  id: S.String,
  label: S.String,
  host: S.String,
  ssh_port: Nullable(S.Int),
  identity_file: Nullable(S.String),
  remote_home: S.String,
  remote_codex_home: S.String,
  enabled: S.Boolean,
  status: S.Literal('idle', 'syncing', 'ok', 'error'),
  claude_status: FolderStatus,
  codex_status: FolderStatus,
  last_error: Nullable(S.String),
  last_sync_at: Nullable(DateTime),
  /** Counts of the last sync that brought something new. */
  last_sync_counts: Nullable(Counts),
  session_count: Count,
  created_at: DateTime,
  updated_at: DateTime,
})

const OneSource = S.Struct({ source: RemoteSourceRow })
const Path = describedAs(Json, Nullable(S.String))
// The domain checks each member, with a code for each.
const Input = S.Struct({
  label: S.optional(describedAs(Json, S.String)),
  host: S.optional(describedAs(Json, S.String)),
  ssh_port: S.optional(describedAs(Json, Nullable(S.Union(S.Int, S.String)))),
  identity_file: S.optional(Path),
  remote_home: S.optional(Path),
  remote_codex_home: S.optional(Path),
  enabled: S.optional(describedAs(Json, Nullable(S.Boolean))),
})
const INVALID = [
  'INVALID_LABEL',
  'INVALID_HOST',
  'INVALID_PORT',
  'INVALID_IDENTITY_FILE',
  'INVALID_REMOTE_HOME',
] as const

const ProviderTest = S.Struct({ status: FolderStatus, message: S.String, path: S.String })

const about = { kind: 'source', param: 'id' } as const
// Adding a machine makes this one run a program, so it requires an administrator.

export const remoteSources = {
  'GET /api/remote-sources': endpoint({
    summary: 'List remote machines whose transcripts are read over SSH',
    tag: 'remote sources',
    access: 'source:read',
    answers: { 200: S.Struct({ sources: S.Array(RemoteSourceRow) }) },
  }),
  'POST /api/remote-sources': endpoint({
    summary: 'Add a remote machine; its first sync starts immediately',
    tag: 'remote sources',
    access: 'source:write',
    body: Input,
    answers: { 201: OneSource },
    errors: INVALID,
  }),
  'POST /api/remote-sources/sync-all': endpoint({
    summary: 'Sync all enabled machines',
    tag: 'remote sources',
    access: 'source:write',
    answers: {
      200: S.Struct({
        ok: S.Boolean,
        synced: Count,
        results: S.Array(S.Struct({ id: S.String, ok: S.Boolean, error: Nullable(S.String) })),
      }),
    },
  }),
  'PATCH /api/remote-sources/:id': endpoint({
    summary: 'Update the settings of a machine; null resets a field to its default',
    tag: 'remote sources',
    access: 'source:write',
    about,
    body: Input,
    answers: { 200: OneSource },
    errors: INVALID,
  }),
  'DELETE /api/remote-sources/:id': endpoint({
    summary: 'Remove a machine; keeps its sessions unless purged',
    tag: 'remote sources',
    access: 'source:write',
    about,
    query: { purge: flag('delete its sessions permanently') },
    answers: {
      200: S.Struct({
        ok: S.Boolean,
        /** Number of erased sessions. */
        purged: Count,
      }),
    },
  }),
  'POST /api/remote-sources/:id/test': endpoint({
    summary: 'Test the connection to a machine',
    tag: 'remote sources',
    access: 'source:write',
    about,
    answers: {
      200: S.Struct({
        ok: S.Boolean,
        message: S.String,
        remoteProjects: Count,
        remoteCodexSessions: Count,
        providers: S.Struct({ claude: ProviderTest, codex: ProviderTest }),
      }),
    },
  }),
  'POST /api/remote-sources/:id/sync': endpoint({
    summary: 'Sync a machine',
    tag: 'remote sources',
    access: 'source:write',
    about,
    answers: {
      200: S.Struct({
        /** False when a file failed. A machine that cannot be read at all is answered `SYNC_FAILED`. */
        ok: S.Boolean,
        /** New facts; unreadable lines; failed files. While a sync is running, this one is skipped. */
        imported: S.optional(Count),
        skipped: S.optional(S.Union(Count, S.Boolean)),
        backfilled: S.optional(Count),
        errors: S.optional(Count),
        files: S.optional(Count),
        bytes: S.optional(Count),
        reason: S.optional(S.String),
        error: S.optional(Nullable(S.String)),
      }),
    },
    errors: ['SYNC_FAILED'],
  }),
} as const
