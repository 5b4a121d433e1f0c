import { CONFLICTS } from '../../../domain/files/conflict.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { anyOf, describedAs } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { flag, repeated, text } from '../param.js'
import { rawAnswer, streamBody } from '../raw.js'
import { LANE_PREFIXES } from './lanes.js'

/** Paths that a request may name, and one more, so that too many are noticed. */
const MOST_PATHS = 1001

export const FileListing = S.Struct({
  /** Inside the folder, empty for the folder itself. */
  path: S.String,
  parent: Nullable(S.String),
  entries: S.Array(
    S.Struct({
      name: S.String,
      path: S.String,
      /** `link` and `linkdir` are symbolic links, the second to a folder. `other` can only be looked at. */
      type: S.Literal('dir', 'file', 'link', 'linkdir', 'other'),
      /** Bytes; null for what is no file. */
      size: Nullable(Count),
      /** Milliseconds since the epoch; null for a name that is not UTF-8. */
      mtime: Nullable(S.Number),
      /** Changes with size and time; for `If-Match` of an upload. */
      etag: Nullable(S.String),
    }),
  ),
  truncated: S.Boolean,
})

export const Trash = S.Struct({
  items: S.Array(
    S.Struct({
      id: S.String,
      name: S.String,
      /** Null for something from a home. */
      laneId: Nullable(S.Int),
      path: S.String,
      isDir: S.Boolean,
      deletedAt: DateTime,
    }),
  ),
  keepDays: S.Int,
})

export const MadePath = S.Struct({ path: S.String })
export const MadePaths = { moved: S.Struct({ moved: S.Array(S.String) }) }
export const Copied = S.Struct({
  copied: S.Array(S.String),
  /** Secrets, data of git and devices, which are never copied. */
  skipped: S.Array(S.String),
})
export const Trashed = S.Struct({ trashed: S.Array(S.String) })
export const Restored = S.Struct({ path: S.String, laneId: Nullable(S.Int) })
export const Purged = S.Struct({ purged: Count })
export const Skipped = S.Struct({ skipped: S.Literal(true) })

const Conflict = S.optional(S.Literal(...CONFLICTS))
const transfer = { paths: S.Array(S.String), dest: S.String, conflict: Conflict }

/** The bodies of routes about files, for lanes and homes. */
export const fileBodies = {
  path: describedAs(S.Struct(anyOf('path')), S.Struct({ path: S.String })),
  rename: describedAs(S.Struct(anyOf('path', 'name')), S.Struct({ path: S.String, name: S.String })),
  move: describedAs(S.Struct(anyOf('paths', 'dest', 'conflict')), S.Struct(transfer)),
  copy: describedAs(
    S.Struct(anyOf('paths', 'dest', 'conflict', 'fromLane', 'fromHome')),
    S.Struct({
      ...transfer,
      /** The lane that the paths are in, instead of this folder. */
      fromLane: S.optional(S.Int),
      /** The paths are in the home of the caller. */
      fromHome: S.optional(S.Boolean),
    }),
  ),
  paths: describedAs(S.Struct(anyOf('paths')), S.Struct({ paths: S.Array(S.String) })),
  item: describedAs(S.Struct(anyOf('id')), S.Struct({ id: S.String })),
  upload: streamBody({ '*/*': S.String }),
}

export const fileQueries = {
  path: text('inside the folder; empty for the folder itself'),
  upload: {
    path: text('where the file goes, inside the folder'),
    conflict: text(`what happens if the name is taken: ${CONFLICTS.join(', ')}; default: fail`),
  },
  zip: {
    p: repeated('what the archive contains', MOST_PATHS),
    plan: flag('answer what the archive would contain, as JSON `{files, bytes, skipped}`'),
  },
}

/** Why each kind of work on files is refused. */
const READ = ['EBADPATH', 'ENOTFOUND', 'EREADONLY', 'ESECRET'] as const
const MAKE = [...READ, 'EEXISTS', 'ENOSPC'] as const
const TRANSFER = [...MAKE, 'EBADFIELD', 'ETOOBIG'] as const
export const fileErrors = {
  read: READ,
  make: MAKE,
  rename: [...MAKE, 'EBADNAME'],
  move: [...TRANSFER, 'EUPGRADE'],
  copy: [...TRANSFER, 'EFOREIGN', 'EUPGRADE'],
  restore: [...MAKE, 'EFOREIGN', 'ETOOBIG'],
  trash: ['ENOTFOUND'],
  purge: ['ENOTFOUND'],
  upload: [...TRANSFER, 'ESTALE', 'ETOOMANY', 'INVALID_INPUT'],
  zip: [...READ, 'EBADFIELD', 'ETOOBIG', 'ETOOMANY'],
} as const

const about = { kind: 'lane', param: 'id' } as const
const place = {
  session: text('a session of the lane with a worktree of its own, whose files are meant instead'),
  source: text('where the session is; only `local` has files here'),
}
const reading = { tag: 'files', access: 'lane:read', about } as const
const writing = { tag: 'files', access: 'lane:write', about, checksText: true } as const
const NOT_THERE = ['ENOWORKTREE'] as const
const NOT_NOW = [...NOT_THERE, 'EGIT', 'EOTHERWORKTREE', 'EOUTSIDELANE', 'EPROVISIONING'] as const

export const laneFiles = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/fs/list': endpoint({
    ...reading,
    summary: 'List a folder of a lane: folders first',
    query: { ...place, path: fileQueries.path },
    answers: { 200: FileListing },
    errors: [...fileErrors.read, ...NOT_THERE],
  }),
  'POST /api/lanes/:id/fs/mkdir': endpoint({
    ...writing,
    summary: 'Create a folder in a lane',
    query: place,
    body: fileBodies.path,
    answers: { 201: MadePath },
    errors: [...fileErrors.make, ...NOT_NOW],
  }),
  'POST /api/lanes/:id/fs/newfile': endpoint({
    ...writing,
    summary: 'Create an empty file in a lane',
    query: place,
    body: fileBodies.path,
    answers: { 201: MadePath },
    errors: [...fileErrors.make, ...NOT_NOW],
  }),
  'POST /api/lanes/:id/fs/rename': endpoint({
    ...writing,
    summary: 'Rename a file or a folder of a lane',
    query: place,
    body: fileBodies.rename,
    answers: { 200: MadePath },
    errors: [...fileErrors.rename, ...NOT_NOW],
  }),
  'POST /api/lanes/:id/fs/move': endpoint({
    ...writing,
    summary: 'Move files into another folder of the lane',
    query: place,
    body: fileBodies.move,
    answers: { 200: MadePaths.moved },
    errors: [...fileErrors.move, ...NOT_NOW],
  }),
  'POST /api/lanes/:id/fs/copy': endpoint({
    ...writing,
    summary: 'Copy files into a folder of the lane, also from another lane or from the own home',
    query: place,
    body: fileBodies.copy,
    answers: { 200: Copied },
    errors: [...fileErrors.copy, ...NOT_NOW],
  }),
  'POST /api/lanes/:id/fs/delete': endpoint({
    ...writing,
    summary: 'Move files of a lane to the trash',
    query: place,
    body: fileBodies.paths,
    answers: { 200: Trashed },
    errors: [...fileErrors.move, ...NOT_NOW],
  }),
  'GET /api/lanes/:id/fs/trash': endpoint({
    ...reading,
    summary: 'List what was deleted and can be restored',
    query: place,
    answers: { 200: Trash },
    errors: NOT_THERE,
  }),
  'POST /api/lanes/:id/fs/trash/restore': endpoint({
    ...writing,
    summary: 'Restore something from the trash to its place',
    query: place,
    body: fileBodies.item,
    answers: { 200: Restored },
    errors: [...fileErrors.restore, ...NOT_NOW],
  }),
  'POST /api/lanes/:id/fs/trash/purge': endpoint({
    ...writing,
    summary: 'Delete something in the trash for good, or `all`',
    query: place,
    body: fileBodies.item,
    answers: { 200: Purged },
    errors: [...fileErrors.purge, ...NOT_THERE],
  }),
  'POST /api/lanes/:id/fs/upload': endpoint({
    ...writing,
    summary: 'Upload a file into a lane',
    query: { ...place, ...fileQueries.upload },
    body: fileBodies.upload,
    answers: { 200: Skipped, 201: MadePath },
    errors: [...fileErrors.upload, ...NOT_NOW],
  }),
  'GET /api/lanes/:id/fs/zip': endpoint({
    ...reading,
    summary: 'Download files of a lane as a zip archive',
    query: { ...place, ...fileQueries.zip },
    answers: { 200: rawAnswer('application/zip') },
    errors: [...fileErrors.zip, ...NOT_THERE],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneFilesRoute = Extract<keyof typeof laneFiles, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
