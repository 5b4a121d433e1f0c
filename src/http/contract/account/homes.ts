import { Schema as S } from '../../../domain/schema.js'
import { endpoint } from '../endpoint.js'
import {
  Copied,
  fileBodies,
  fileErrors,
  FileListing,
  fileQueries,
  MadePath,
  MadePaths,
  Purged,
  Restored,
  Skipped,
  Trash,
  Trashed,
} from '../lane/files.js'
import { rawAnswer } from '../raw.js'

const reading = { tag: 'files', access: 'home:read' } as const
const writing = { tag: 'files', access: 'home:write', checksText: true } as const
/** Of the purge and the list of a trash, whose own reasons do not include them. */
const REFUSED = ['ENOTFOUND', 'EREADONLY'] as const

/** The files of users. `:who` is `me` or a username; another user's can only be read, by admins. */
export const userHomes = {
  'GET /api/homes': endpoint({
    summary: 'List the homes whose files the caller may see',
    ...reading,
    answers: { 200: S.Struct({ homes: S.Array(S.Struct({ id: S.String, label: S.String, readOnly: S.Boolean })) }) },
  }),
  'GET /api/homes/:who/fs/list': endpoint({
    summary: 'List a folder of a home: folders first',
    ...reading,
    query: { path: fileQueries.path },
    answers: { 200: FileListing },
    errors: fileErrors.read,
  }),
  'GET /api/homes/:who/fs/trash': endpoint({
    summary: 'List what was deleted in a home and can be restored',
    ...reading,
    answers: { 200: Trash },
    errors: fileErrors.trash,
  }),
  'GET /api/homes/:who/fs/zip': endpoint({
    summary: 'Download files of a home as a zip archive',
    ...reading,
    query: fileQueries.zip,
    answers: { 200: rawAnswer('application/zip') },
    errors: fileErrors.zip,
  }),
  'GET /api/homes/:who/fs/download': endpoint({
    summary: 'Download a file of a home, or a range of it',
    ...reading,
    query: { path: fileQueries.path },
    answers: { 200: rawAnswer('application/octet-stream'), 206: rawAnswer('application/octet-stream') },
    errors: [...fileErrors.read, 'EBADRANGE'],
  }),
  'POST /api/homes/:who/fs/mkdir': endpoint({
    summary: 'Create a folder in the own home',
    ...writing,
    body: fileBodies.path,
    answers: { 201: MadePath },
    errors: fileErrors.make,
  }),
  'POST /api/homes/:who/fs/newfile': endpoint({
    summary: 'Create an empty file in the own home',
    ...writing,
    body: fileBodies.path,
    answers: { 201: MadePath },
    errors: fileErrors.make,
  }),
  'POST /api/homes/:who/fs/rename': endpoint({
    summary: 'Rename a file or a folder of the own home',
    ...writing,
    body: fileBodies.rename,
    answers: { 200: MadePath },
    errors: fileErrors.rename,
  }),
  'POST /api/homes/:who/fs/move': endpoint({
    summary: 'Move files into another folder of the own home',
    ...writing,
    body: fileBodies.move,
    answers: { 200: MadePaths.moved },
    errors: fileErrors.move,
  }),
  'POST /api/homes/:who/fs/copy': endpoint({
    summary: 'Copy files into a folder of the own home, also from an own lane',
    ...writing,
    body: fileBodies.copy,
    answers: { 200: Copied },
    errors: [...fileErrors.copy, 'ENOWORKTREE'],
  }),
  'POST /api/homes/:who/fs/delete': endpoint({
    summary: 'Move files of the own home to the trash',
    ...writing,
    body: fileBodies.paths,
    answers: { 200: Trashed },
    errors: fileErrors.move,
  }),
  'POST /api/homes/:who/fs/upload': endpoint({
    summary: 'Upload a file into the own home',
    ...writing,
    query: fileQueries.upload,
    body: fileBodies.upload,
    answers: { 200: Skipped, 201: MadePath },
    errors: fileErrors.upload,
  }),
  'POST /api/homes/:who/fs/trash/restore': endpoint({
    summary: 'Restore something from the trash to its place',
    ...writing,
    body: fileBodies.item,
    answers: { 200: Restored },
    errors: [...fileErrors.restore, 'EGIT', 'ENOWORKTREE', 'EOTHERWORKTREE', 'EOUTSIDELANE', 'EPROVISIONING'],
  }),
  'POST /api/homes/:who/fs/trash/purge': endpoint({
    summary: 'Delete something in the trash for good, or `all`',
    ...writing,
    body: fileBodies.item,
    answers: { 200: Purged },
    errors: REFUSED,
  }),
} as const
