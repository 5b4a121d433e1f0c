import type { userHomes } from '../../../contract/account/homes.js'
import type { Operations } from '../../operation.js'
import { FILE_EXAMPLES, FILE_TEXTS } from '../lane/files.js'

const { path, paths, rename, transfer, item, list, trash } = FILE_EXAMPLES
const HIDDEN = 'Entries at the top that start with a dot do not exist here.'

export const userHomesOperations: Operations<keyof typeof userHomes> = {
  'GET /api/homes': {
    description: 'Lists the own home, and for admins those of all other users, which they can only read.',
    answer: { homes: [{ id: 'me', label: 'Ada Lovelace', readOnly: false }] },
  },
  'GET /api/homes/:who/fs/list': { description: `${FILE_TEXTS.list} ${HIDDEN}`, answer: list },
  'GET /api/homes/:who/fs/trash': { description: FILE_TEXTS.trash, answer: trash },
  'GET /api/homes/:who/fs/zip': { description: FILE_TEXTS.zip },
  'GET /api/homes/:who/fs/download': {
    description: 'Sends one regular file to be saved. A `Range` header with one range is understood.',
  },
  'POST /api/homes/:who/fs/mkdir': { description: FILE_TEXTS.mkdir, request: path, answer: path },
  'POST /api/homes/:who/fs/newfile': { description: FILE_TEXTS.newfile, request: path, answer: path },
  'POST /api/homes/:who/fs/rename': {
    description: FILE_TEXTS.rename,
    request: rename,
    answer: { path: 'assets/mark.svg' },
  },
  'POST /api/homes/:who/fs/move': {
    description: FILE_TEXTS.move,
    request: transfer,
    answer: { moved: ['public/logo.svg'] },
  },
  'POST /api/homes/:who/fs/copy': {
    description: `${FILE_TEXTS.copy} The source may be an own lane.`,
    request: { ...transfer, fromLane: 5 },
    answer: { copied: ['public/logo.svg'], skipped: [] },
  },
  'POST /api/homes/:who/fs/delete': {
    description: FILE_TEXTS.discard,
    request: paths,
    answer: { trashed: [item.id] },
  },
  'POST /api/homes/:who/fs/upload': {
    description: FILE_TEXTS.upload,
    answer: path,
    others: { 200: { skipped: true } },
  },
  'POST /api/homes/:who/fs/trash/restore': {
    description: FILE_TEXTS.restore,
    request: item,
    answer: { path: 'assets/logo.svg', laneId: null },
  },
  'POST /api/homes/:who/fs/trash/purge': { description: FILE_TEXTS.purge, request: item, answer: { purged: 1 } },
}
