import * as Effect from 'effect/Effect'
import { lanePath } from '../../domain/git/paths.js'
import { matchingFiles } from '../../domain/git/tree.js'
import { withWordMarks } from '../../domain/git/word-marks.js'
import { reject } from '../../domain/rejection.js'
import type { Reader } from '../../projections/sql.js'
import { type ChangesRequest, GitReads } from '../ports/git-reads.js'
import { Worktrees } from '../ports/worktrees.js'
import { type Target, targetFinder } from './target.js'

const MAX_LISTED = 500

const badPath = () => reject('EBADPATH', 'path: must be inside the lane')

/** Returns the reads of git in lanes. A result of null means that git cannot read the directory. */
export const gitReadCommands = (db: Reader) => {
  const { worktreeOf, directoryOf } = targetFinder(db)

  return {
    facts: (target: Target) =>
      Effect.gen(function* () {
        const found = target.session === undefined ? undefined : yield* worktreeOf(target, target.session)
        const facts = yield* (yield* GitReads).facts(found?.path ?? target.lane.cwd)
        if (facts === null || found === undefined) return facts
        const { path, branch } = found
        return { ...facts, worktree: { path, branch } }
      }),

    branches: (target: Target) =>
      Effect.gen(function* () {
        const dir = yield* directoryOf(target)
        return yield* (yield* Worktrees).branches(dir)
      }),

    log: (target: Target, limit: number, file: string | undefined) =>
      Effect.gen(function* () {
        const path = file === undefined ? null : lanePath(file)
        if (file !== undefined && path === null) return yield* Effect.fail(badPath())
        const dir = yield* directoryOf(target)
        return yield* (yield* GitReads).log(dir, limit, path)
      }),

    changes: (
      target: Target,
      {
        path,
        words,
        ...request
      }: Omit<ChangesRequest, 'path'> & { readonly path: string | undefined; readonly words: boolean },
    ) =>
      Effect.gen(function* () {
        const named = path === undefined ? null : lanePath(path)
        if (path !== undefined && named === null) {
          return yield* Effect.fail(reject('ENOFILECHANGE', 'path: is not that of a changed file'))
        }
        const dir = yield* directoryOf(target)
        const changes = yield* (yield* GitReads).changes(dir, { ...request, path: named })
        return words && changes !== null ? { ...changes, files: withWordMarks(changes.files) } : changes
      }),

    file: (target: Target, path: string, rev: string) =>
      Effect.gen(function* () {
        const dir = yield* directoryOf(target)
        return yield* (yield* GitReads).file(dir, path, rev)
      }),

    image: (target: Target, path: string, rev: string) =>
      Effect.gen(function* () {
        const dir = yield* directoryOf(target)
        return yield* (yield* GitReads).image(dir, path, rev)
      }),

    /** Returns the files whose path contains a text. */
    list: (target: Target, text: string) =>
      Effect.gen(function* () {
        const dir = yield* directoryOf(target)
        const files = yield* (yield* GitReads).files(dir)
        if (files === null) return null
        const matching = matchingFiles(files, text)
        return { paths: matching.slice(0, MAX_LISTED), truncated: matching.length > MAX_LISTED, total: matching.length }
      }),

    /** Returns the entries of one directory. */
    tree: (target: Target, directory: string | undefined) =>
      Effect.gen(function* () {
        const path = directory === undefined || directory === '.' ? '' : lanePath(directory)
        if (path === null) return yield* Effect.fail(badPath())
        const dir = yield* directoryOf(target)
        const tree = yield* (yield* GitReads).tree(dir)
        return tree === null ? null : { path, entries: tree.levels.get(path) ?? [], truncated: tree.truncated }
      }),

    /** Returns the entries of all directories. */
    treeAll: (target: Target) =>
      Effect.gen(function* () {
        const dir = yield* directoryOf(target)
        const tree = yield* (yield* GitReads).tree(dir)
        return tree === null ? null : { levels: Object.fromEntries(tree.levels), truncated: tree.truncated }
      }),
  }
}

export type GitReadCommands = ReturnType<typeof gitReadCommands>
