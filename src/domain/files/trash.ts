import { Schema as S } from '../schema.js'
import { DAY, type Instant } from '../time.js'

/** Days until a deleted file is gone for good. */
export const KEEP_DAYS = 7

/** What is known about a deleted file. It is stored beside it, where the owner of the folder can change it. */
const Stored = S.Struct({
  name: S.String,
  /** The lane whose folder it was in; null for a home. */
  laneId: S.NullOr(S.Int),
  /** The session whose worktree it was in, instead of the folder of the lane. */
  session: S.NullOr(S.String),
  /** Where it was, inside the folder. */
  path: S.String,
  isDir: S.Boolean,
  deletedAt: S.Number,
})
export type TrashRecord = S.Schema.Type<typeof Stored>

export const readTrashRecord = S.decodeUnknownOption(Stored)

/** Whether the time of a deleted file is over. */
export const isExpired = ({ deletedAt }: Pick<TrashRecord, 'deletedAt'>, now: Instant): boolean =>
  now - deletedAt >= KEEP_DAYS * DAY
