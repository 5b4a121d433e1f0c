import * as Effect from 'effect/Effect'
import type { GitInput } from '../../domain/git/actions.js'
import {
  chooseBlocks,
  type HunkRequest,
  readHunkRequest,
  withDiscarded,
  withoutStaged,
  withStaged,
} from '../../domain/git/hunks.js'
import { isSecretPath } from '../../domain/git/paths.js'
import { reject } from '../../domain/rejection.js'
import { type FoundHunks, GitHunks } from '../ports/git-hunks.js'
import { KeptChanges } from '../ports/kept-changes.js'
import { action } from './action.js'
import { needConfirm, refuseMerge } from './checks.js'

const found = (dir: string, request: HunkRequest) =>
  Effect.gen(function* () {
    yield* refuseMerge(dir)
    const file = yield* (yield* GitHunks).find(dir, request.path, request.context)
    if (isSecretPath(file.change.from ?? ''))
      return yield* Effect.fail(reject('ESECRET', 'settings.local.json may hold keys and is never shown'))
    return file
  })

const inIndex = (contentOf: typeof withStaged) =>
  action(['index'], ({ dir }, input) =>
    Effect.gen(function* () {
      const request = yield* readHunkRequest(input)
      const file = yield* found(dir, request)
      const after = yield* contentOf(file, request)
      const isSame = (after === null) === (file.index === null) && after?.join('') === file.index?.join('')
      if (!isSame) yield* (yield* GitHunks).putInIndex(dir, file.change, after)
      return { paths: [request.path] }
    }),
  )

/** Stages one hunk, or one block of it. */
export const stageHunk = inIndex(withStaged)

/** Unstages one hunk, or one block of it. The file does not change. */
export const unstageHunk = inIndex(withoutStaged)

const discarded = (dir: string, file: FoundHunks, request: HunkRequest) =>
  Effect.gen(function* () {
    const hunks = yield* GitHunks
    yield* chooseBlocks(file, request)
    if (file.is === 'new') return yield* hunks.deleteNew(dir, request.path)
    if (file.is === 'deleted') return yield* hunks.restoreDeleted(dir, request.path)
    const before = yield* hunks.readWork(dir, file.change)
    const after = yield* withDiscarded(file, request, before)
    return yield* hunks.putInWork(dir, file.change, { before, after })
  })

/** Reverts one hunk, or one block of it, in the working tree. The index does not change. */
export const discardHunk = action(['index'], ({ dir, lane, session }, input: GitInput) =>
  Effect.gen(function* () {
    yield* needConfirm(input['confirm'])
    const request = yield* readHunkRequest(input)
    const discarding = discarded(dir, yield* found(dir, request), request)
    const files = [{ path: request.path, index: undefined }]
    const { kept } = yield* (yield* KeptChanges).around({ dir, lane, session }, files, discarding)
    return { paths: [request.path], restore: kept }
  }),
)
