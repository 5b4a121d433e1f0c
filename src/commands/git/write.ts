import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { GitAction, GitInput } from '../../domain/git/actions.js'
import type { LaneStatus } from '../../domain/lane/lane.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { iso } from '../../domain/time.js'
import { ownerOf } from '../../projections/ownership.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import { untilStored } from '../kernel/stored.js'
import { lane } from '../lane/decider.js'
import { type LaneOrigin, refuseOtherWorktree } from '../lane/own-worktree.js'
import type { LineWriters } from '../ports/line-writers.js'
import { GitWrites } from '../ports/git-writes.js'
import type { Action, At } from './action.js'
import type { LandPreflight } from '../land/preflight.js'
import type { LaneAuthors } from './author.js'
import { createBranch, deleteBranch, switchBranch } from './branch.js'
import { commit } from './commit.js'
import { commitTurns, planTurnCommits } from './turn-commits.js'
import { discardHunk, stageHunk, unstageHunk } from './hunks.js'
import { merge, mergeAbort, mergeCommit, resolve } from './merge.js'
import { discard, restore, stage, unstage } from './paths.js'
import { type Credentials, remoteActions } from './remote.js'
import { type Target, targetFinder } from './target.js'

interface GitWriteParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly serial: Serial
  /** The logins for remotes. */
  readonly credentials: Credentials
  readonly asOwner: LaneAuthors
  readonly basesOf: LandPreflight['basesOf']
}

type WriteTarget = Target & {
  /** Default: nobody is known to have written a line. */
  readonly writers?: LineWriters
  readonly lane: LaneOrigin & {
    readonly status: LaneStatus
    readonly owner_id: number | null
    readonly base_branch: string | null
  }
}

/** What runs each action that needs only the repository. */
const ACTIONS = {
  stage,
  unstage,
  discard,
  restore,
  'stage-hunk': stageHunk,
  'unstage-hunk': unstageHunk,
  'discard-hunk': discardHunk,
  commit,
  'commit-turns': commitTurns,
  switch: switchBranch,
  'branch-create': createBranch,
  'branch-delete': deleteBranch,
  merge,
  resolve,
  'merge-commit': mergeCommit,
  'merge-abort': mergeAbort,
}
const NOBODY: LineWriters = Effect.succeed(() => Effect.succeed([]))

type Actions = typeof ACTIONS & ReturnType<typeof remoteActions>
type Refusal = Effect.Effect.Error<ReturnType<Actions[GitAction]['act']>>

/** Returns the command for actions on the repositories of lanes. */
export const gitWriteCommands = ({ run, db, serial, credentials, asOwner, basesOf }: GitWriteParts) => {
  const { directoryOf } = targetFinder(db)
  const actions: Readonly<Record<GitAction, Action<Refusal>>> = { ...ACTIONS, ...remoteActions(credentials) }

  /** Runs an action under its locks and records what it did. Waiting for the locks can be interrupted, the action cannot. */
  const carryOut = <R extends Rejection>(
    name: GitAction,
    { locks, act }: Action<R>,
    target: WriteTarget,
    input: GitInput,
    author: Author,
  ) =>
    Effect.gen(function* () {
      if (target.lane.status === 'provisioning')
        return yield* Effect.fail(reject('EPROVISIONING', 'its worktree is being created'))
      const dir = yield* directoryOf(target)
      const place = yield* (yield* GitWrites).place(dir)
      yield* refuseOtherWorktree(target.lane, dir)
      const keys = {
        repository: { kind: 'repository', name: place.commonDir },
        index: { kind: 'index', name: place.index },
      } as const
      const logins: At['logins'] = (place) => credentials.held(ownerOf(author), place)
      const session = target.session ?? null
      const at: At = {
        dir,
        lane: target.lane.id,
        session,
        bases: basesOf(target.lane),
        writers: target.writers ?? NOBODY,
        author,
        logins,
        onIndex: (work) => serial.hold(keys.index, work),
      }
      const written = Effect.tap(asOwner(target.lane, act(at, input)), ({ paths, result = {} }) =>
        untilStored(run(lane, target.lane.id, 'gitChanged', { action: name, session, paths, result }, author)),
      )
      const {
        output = '',
        conflicts,
        remote,
        restore: kept,
        changed,
        commits,
      } = yield* locks.reduceRight((work, lock) => serial.hold(keys[lock], work), Effect.uninterruptible(written))
      return {
        action: name,
        ok: true as const,
        output,
        ...(conflicts === undefined ? {} : { conflicts }),
        ...(remote === undefined ? {} : { remote }),
        ...(kept === undefined ? {} : { restore: kept === null ? null : { ...kept, until: iso(kept.until) } }),
        ...(changed === undefined ? {} : { changed }),
        ...(commits === undefined ? {} : { commits }),
      }
    })

  const perform = (name: GitAction, target: WriteTarget, input: GitInput, author: Author) =>
    carryOut(name, actions[name], target, input, author)

  /** Merges a branch into that of a lane. */
  const mergeInto = (target: WriteTarget, branch: string, author: Author) =>
    carryOut('merge', merge, target, { branch }, author)

  /** Returns the commits that `commit-turns` would make, and what identifies them. */
  const turnCommits = (target: Pick<WriteTarget, 'lane' | 'session' | 'visibility' | 'writers'>) =>
    Effect.gen(function* () {
      const dir = yield* directoryOf(target)
      return yield* planTurnCommits(dir, yield* basesOf(target.lane), target.writers ?? NOBODY)
    })

  return { perform, mergeInto, turnCommits }
}

export type GitWriteCommands = ReturnType<typeof gitWriteCommands>
