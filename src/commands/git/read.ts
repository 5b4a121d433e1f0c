import * as Effect from 'effect/Effect'
import type { Visibility } from '../../domain/access/visibility.js'
import { lanePath } from '../../domain/git/paths.js'
import { matchingFiles } from '../../domain/git/tree.js'
import { reject } from '../../domain/rejection.js'
import { laneOwning } from '../../projections/queries/lanes.js'
import { cwdOfSession } from '../../projections/queries/sessions.js'
import type { Reader } from '../../projections/sql.js'
import { Directories } from '../ports/directories.js'
import { type ChangesRequest, GitReads } from '../ports/git-reads.js'
import { Worktrees } from '../ports/worktrees.js'

/** What a request reads: a lane's directory, or the worktree of one of its sessions. */
interface Target {
  readonly lane: { readonly id: number; readonly cwd: string }
  readonly session: string | undefined
  readonly visibility: Visibility
}

const MAX_LISTED = 500

const badPath = () => reject('EBADPATH', 'path: must be inside the lane')
const noWorktree = () => reject('ENOWORKTREE', 'the session has no worktree of its own in this lane')

/** Returns the reads of git in lanes. A result of null means that git cannot read the directory. */
export const gitReadCommands = (db: Reader) => {
  /** Returns the worktree of a session that belongs to the lane. */
  const worktreeOf = ({ lane, visibility }: Target, session: string) =>
    Effect.gen(function* () {
      const cwd = cwdOfSession(db, visibility, session)
      if (cwd === undefined) return yield* Effect.fail(noWorktree())
      const { path } = yield* (yield* Directories).find(cwd)
      const isOfLane = path !== lane.cwd && laneOwning(db, visibility, path)?.id === lane.id
      const known = isOfLane ? yield* (yield* Worktrees).branches(lane.cwd) : null
      const found = known?.worktrees.find((worktree) => worktree.path === path)
      return found === undefined ? yield* Effect.fail(noWorktree()) : { path, branch: found.branch }
    })
  const directoryOf = (target: Target) =>
    target.session === undefined
      ? Effect.succeed(target.lane.cwd)
      : Effect.map(worktreeOf(target, target.session), ({ path }) => path)

  return {
    facts: (target: Target) =>
      Effect.gen(function* () {
        const worktree = target.session === undefined ? undefined : yield* worktreeOf(target, target.session)
        const facts = yield* (yield* GitReads).facts(worktree?.path ?? target.lane.cwd)
        return facts === null || worktree === undefined ? facts : { ...facts, worktree }
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

    changes: (target: Target, { path, ...request }: Omit<ChangesRequest, 'path'> & { path: string | undefined }) =>
      Effect.gen(function* () {
        const named = path === undefined ? null : lanePath(path)
        if (path !== undefined && named === null) {
          return yield* Effect.fail(reject('ENOFILECHANGE', 'path: is not that of a changed file'))
        }
        const dir = yield* directoryOf(target)
        return yield* (yield* GitReads).changes(dir, { ...request, path: named })
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
