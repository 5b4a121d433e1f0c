import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { SERVICE_STREAM } from './streams.js'

/**
 * A session was seen in a linked worktree that somebody made with git. It is recorded once, because worktrees disappear: the
 * sessions in it stay with the project of the repository.
 */
const worktreeFound = defineEvent({
  type: 'worktree-found',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ worktree: S.String, repository: S.String }),
})

export const worktreeEvents = { 'worktree-found': worktreeFound }
