import { SESSION_STATUSES, SITUATIONS } from '../../../domain/session/status.js'
import { flag, instant, list, oneOf, repeated, rowId, scope, someOf, text } from '../param.js'

/** The filters of sessions, for lists, facets and groups. */
export const matching = {
  ...scope,
  status: oneOf(SESSION_STATUSES, 'persisted status'),
  state: someOf(SITUATIONS, 'situations'),
  awaiting: flag('only sessions that are waiting for the user'),
  parent: text('id of the session that started them, or that they are forks or copies of'),
  from: instant('start', 'last activity at or after this date or time'),
  to: instant('end', 'last activity at or before this date or time'),
  q: text('substring of id, name, branch, directory, tag or note'),
  lane: rowId('id of the lane that owns the directory'),
  cwd: repeated('directories'),
  model: list('model names'),
  tag: list('tags, any of which it has'),
} as const
