import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { laneStream, userStream } from './streams.js'

/** Files of a lane belong to its stream, those of a home to that of its user. Names and content are never recorded. */
const FILES = [laneStream, userStream]

/** A user changed files: their number, and the bytes that were written. */
const filesChanged = defineEvent({
  type: 'files-changed',
  stream: FILES,
  version: 1,
  schema: S.Struct({
    verb: S.Literal('mkdir', 'newfile', 'rename', 'move', 'copy', 'upload'),
    count: S.Int,
    bytes: S.Int,
  }),
})

/** A user moved files to the trash, where they have these ids. */
const filesTrashed = defineEvent({
  type: 'files-trashed',
  stream: FILES,
  version: 1,
  schema: S.Struct({ ids: S.Array(S.String) }),
})

const fileRestored = defineEvent({
  type: 'file-restored',
  stream: FILES,
  version: 1,
  schema: S.Struct({ id: S.String }),
})

/** A user deleted items of the trash for good. */
const trashPurged = defineEvent({
  type: 'trash-purged',
  stream: FILES,
  version: 1,
  schema: S.Struct({ ids: S.Array(S.String) }),
})

export const fileEvents = {
  'files-changed': filesChanged,
  'files-trashed': filesTrashed,
  'file-restored': fileRestored,
  'trash-purged': trashPurged,
}
