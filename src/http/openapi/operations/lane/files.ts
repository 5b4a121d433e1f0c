import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LaneFilesRoute } from '../../../contract/lane/files.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

/** Examples, which routes of homes share. */
export const FILE_EXAMPLES = {
  path: { path: 'assets/logo.svg' },
  paths: { paths: ['assets/logo.svg', 'notes'] },
  rename: { path: 'assets/logo.svg', name: 'mark.svg' },
  transfer: { paths: ['assets/logo.svg'], dest: 'public', conflict: 'keep' },
  item: { id: '01JD7ZK3W8Q6T5V4R2N1M0PXYA' },
  list: {
    path: 'assets',
    parent: '',
    entries: [
      { name: 'icons', path: 'assets/icons', type: 'dir', size: null, mtime: 1_764_230_400_000, etag: '4096-176423' },
      {
        name: 'logo.svg',
        path: 'assets/logo.svg',
        type: 'file',
        size: 2048,
        mtime: 1_764_230_400_000,
        etag: '2048-1764230400000000000',
      },
    ],
    truncated: false,
  },
  trash: {
    items: [
      {
        id: '01JD7ZK3W8Q6T5V4R2N1M0PXYA',
        name: 'logo.svg',
        laneId: 4,
        path: 'assets/logo.svg',
        isDir: false,
        deletedAt: '2026-11-27T08:00:00.000Z',
      },
    ],
    keepDays: 7,
  },
} as const

export const FILE_TEXTS = {
  list:
    'Lists at most 2,000 entries, folders first. Links are not followed: `linkdir` is one to a folder. What git manages and what ' +
    'may hold keys is listed, but cannot be read or changed.',
  mkdir: 'Creates one folder. Its parent must exist.',
  newfile: 'Creates an empty file. Its parent must exist.',
  rename: 'Gives an entry another name in the same folder.',
  move:
    'Moves 1 to 1,000 entries into a folder. `conflict` says what happens to names that are taken: `fail` (the default, which ' +
    'names them in `error.names`), `skip`, `keep` (a free name) or `replace` (the old entry goes to the trash). A failure in the ' +
    'middle says in `error.done` what was moved.',
  copy:
    'Copies 1 to 1,000 entries into a folder, at most 2 GB and 50,000 files. Links are copied as links. What git manages, what ' +
    'may hold keys, and devices are left out, and named in `skipped`.',
  discard: 'Moves 1 to 1,000 entries to the trash, and returns their ids there. They can be restored for 7 days.',
  trash:
    'Lists the trash of the account, the newest first. Others than its owner see what was deleted in this folder only.',
  restore: 'Moves an item of the trash back to where it was. Folders that are missing there are created.',
  purge: 'Deletes an item of the trash for good, or all with the id `all`.',
  upload:
    'Writes the body to a new file, at most 500 MB. It appears complete or not at all. With `conflict=replace` and `If-Match`, ' +
    'the file is only replaced if it still has this etag.',
  zip:
    'Streams an archive of 1 to 1,000 entries, at most 2 GB and 50,000 files. `x-skipped` is the number of entries that are left ' +
    'out. `plan=1` answers the number of files and bytes, and what is left out, as JSON instead.',
} as const

const { path, paths, rename, transfer, item, list, trash } = FILE_EXAMPLES

const operations: Operations<LaneFilesRoute> = {
  'GET /api/lanes/:id/fs/list': { description: FILE_TEXTS.list, answer: list },
  'POST /api/lanes/:id/fs/mkdir': {
    description: FILE_TEXTS.mkdir,
    request: { path: 'assets' },
    answer: { path: 'assets' },
  },
  'POST /api/lanes/:id/fs/newfile': { description: FILE_TEXTS.newfile, request: path, answer: path },
  'POST /api/lanes/:id/fs/rename': {
    description: FILE_TEXTS.rename,
    request: rename,
    answer: { path: 'assets/mark.svg' },
  },
  'POST /api/lanes/:id/fs/move': {
    description: FILE_TEXTS.move,
    request: transfer,
    answer: { moved: ['public/logo.svg'] },
  },
  'POST /api/lanes/:id/fs/copy': {
    description: `${FILE_TEXTS.copy} The source may be another lane of the same account, or the own home.`,
    request: { ...transfer, fromLane: 5 },
    answer: { copied: ['public/logo.svg'], skipped: [] },
  },
  'POST /api/lanes/:id/fs/delete': { description: FILE_TEXTS.discard, request: paths, answer: { trashed: [item.id] } },
  'GET /api/lanes/:id/fs/trash': { description: FILE_TEXTS.trash, answer: trash },
  'POST /api/lanes/:id/fs/trash/restore': {
    description: FILE_TEXTS.restore,
    request: item,
    answer: { path: 'assets/logo.svg', laneId: 4 },
  },
  'POST /api/lanes/:id/fs/trash/purge': { description: FILE_TEXTS.purge, request: item, answer: { purged: 1 } },
  'POST /api/lanes/:id/fs/upload': {
    description: FILE_TEXTS.upload,
    answer: path,
    others: { 200: { skipped: true } },
  },
  'GET /api/lanes/:id/fs/zip': { description: FILE_TEXTS.zip },
}

export const laneFilesOperations = mountedAt(LANE_PREFIXES, operations)
