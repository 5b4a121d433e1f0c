import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import * as Option from 'effect/Option'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { GitFailed, WorktreeRefused } from '../../domain/git/failures.js'
import {
  type Confirmation,
  type Confirmed,
  type FoundTree,
  preflightOf,
  readConfirmation,
  refusalOfLoss,
} from '../../domain/lane/preflight.js'
import { reject } from '../../domain/rejection.js'
import { type LaneShape, laneById } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import { Directories } from '../ports/directories.js'
import { GitWrites } from '../ports/git-writes.js'
import { type LaneWorktree, Worktrees } from '../ports/worktrees.js'
import { inRepository } from '../kernel/repository-lock.js'
import type { CommandRunner } from '../kernel/run.js'
import { untilStored } from '../kernel/stored.js'
import type { RunCommands } from '../runs/runs.js'
import type { Serial } from '../kernel/serial.js'
import type { StackIsolation } from '../stack/isolation.js'
import { lane } from './decider.js'
import { worktreeOf } from './own-worktree.js'

interface DestroyParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly serial: Serial
  /** What a branch is reset to if the lane names none. */
  readonly baseBranch: string
  /** Ends the programs of a lane, whose lock is held, and waits until they have exited. */
  readonly stopRuns: RunCommands['stopAll']
  readonly stacks: StackIsolation
}

const gitFailure = ({ message }: GitFailed) => reject('EGIT', 'git failed', { fields: { stderr: message } })

const guardRefusal = (error: WorktreeRefused | GitFailed) => {
  if (error._tag === 'GitFailed') return gitFailure(error)
  if (error.reason === 'other-worktree') return otherWorktree(error.message)
  return reject(error.reason === 'outside-root' ? 'EOUTSIDEROOT' : 'ENOTWORKTREE', error.message)
}

const otherWorktree = (message: string) => reject('EOTHERWORKTREE', message)

/** Returns the commands that discard what is in the directory of a lane. */
export const destroyCommands = ({ run, db, serial, baseBranch, stopRuns, stacks }: DestroyParts) => {
  const found = (
    about: LaneShape,
    action: 'reset' | 'remove',
  ): Effect.Effect<FoundTree, never, Directories | Worktrees> =>
    Effect.gen(function* () {
      const worktree = worktreeOf(about)
      if (worktree === undefined) return { is: 'adopted' }
      const worktrees = yield* Worktrees
      // The branch is in the repository, whatever happened to the directory.
      const branch = Effect.orElseSucceed(worktrees.branchFacts(worktree, about.base_branch), () => null)
      const directories = yield* Directories
      const { is } = yield* directories.find(worktree.dir)
      if (is === 'missing') return { is: 'missing', branch: yield* branch }
      if (is === 'file') return { is: 'replaced', branch: yield* branch }
      const facts = yield* Effect.either(worktrees.facts(worktree, about.base_branch, action === 'remove'))
      if (Either.isLeft(facts)) {
        const { _tag, message } = facts.left
        return { is: _tag === 'WorktreeRefused' ? 'other-worktree' : 'unreadable', message, branch: yield* branch }
      }
      const { hasRemote, ...loss } = facts.right
      return { is: 'readable', loss, hasRemote }
    })

  /** Runs an action under the lock of a lane, with the lane as read under that lock. A started action is not interrupted. */
  const onLane = <A, E, R>(id: number, action: (about: LaneShape) => Effect.Effect<A, E, R>) =>
    serial.hold(
      { kind: 'lane', name: String(id) },
      Effect.gen(function* () {
        const about = laneById(db, systemVisibility, id)
        if (about === undefined) return yield* Effect.fail(reject('ENOLANE', 'lane not found'))
        if (about.status === 'provisioning')
          return yield* Effect.fail(reject('EPROVISIONING', 'its worktree is being created'))
        return yield* Effect.uninterruptible(action(about))
      }),
    )

  /**
   * Stops what runs in the lane if the facts are those that were confirmed, also after it has stopped. Returns what was found
   * last.
   */
  const stopped = (
    about: LaneShape,
    confirmed: Confirmed,
    { action, tree }: { readonly action: 'reset' | 'remove'; readonly tree: FoundTree },
    author: Author,
  ) =>
    Effect.gen(function* () {
      const refused = refusalOfLoss(confirmed, preflightOf(tree))
      if (refused !== undefined) return yield* Effect.fail(refused)
      const ended = yield* stopRuns(about.id, author)
      const hadServices = yield* stacks.stop(about.id, author)
      if (ended.length === 0 && !hadServices) return tree
      const now = yield* found(about, action)
      const changed = refusalOfLoss(confirmed, preflightOf(now))
      return changed === undefined ? now : yield* Effect.fail(changed)
    })

  /** Runs a change of a worktree alone, in its repository and on its index. */
  const onWorktree = <A, E, R>(worktree: LaneWorktree, work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const place = yield* Effect.option((yield* GitWrites).place(worktree.dir))
      const onIndex = Option.match(place, {
        onNone: () => work,
        onSome: ({ index }) => serial.hold({ kind: 'index', name: index }, work),
      })
      const repository = yield* (yield* Worktrees).repository(worktree)
      return yield* inRepository(serial, repository ?? worktree.repository, onIndex)
    })

  return {
    /** Returns what an action on a lane would discard, and what blocks it. */
    preflight: (about: LaneShape, action: 'reset' | 'remove') =>
      Effect.zipWith(found(about, action), stacks.database(about), (tree, database) => ({
        ...preflightOf(tree),
        database,
      })),

    /** Sets the worktree of a lane to its base and deletes untracked files. Ignored files stay. Returns what could not be set. */
    reset: (id: number, input: Confirmation & { readonly keepDb?: unknown }, author: Author) =>
      Effect.gen(function* () {
        const confirmed = yield* readConfirmation(input)
        return yield* onLane(id, (about) =>
          Effect.gen(function* () {
            const worktree = worktreeOf(about)
            if (worktree === undefined)
              return yield* Effect.fail(reject('ENOTMANAGED', 'the service never changes the directory of this lane'))
            const tree = yield* found(about, 'reset')
            if (tree.is === 'replaced')
              return yield* Effect.fail(reject('ENOCWD', `${worktree.dir} is not a directory`))
            if (tree.is === 'other-worktree') return yield* Effect.fail(otherWorktree(tree.message))
            if (tree.is === 'missing')
              return yield* Effect.fail(reject('ENOTWORKTREE', `${worktree.dir} is missing; remove the lane`))
            const worktrees = yield* Worktrees
            yield* Effect.mapError(worktrees.guard(worktree), guardRefusal)
            if (tree.is === 'unreadable')
              return yield* Effect.fail(
                reject('ENOTWORKTREE', `git cannot read ${worktree.dir}; remove the lane: ${tree.message}`),
              )
            yield* stopped(about, confirmed, { action: 'reset', tree }, author)
            const bases = [about.kept_head ?? about.base_branch ?? baseBranch]
            const done = onWorktree(worktree, worktrees.reset(worktree, bases))
            const { head, warnings } = yield* Effect.mapError(done, guardRefusal)
            yield* untilStored(run(lane, id, 'reset', { head }, author))
            yield* stacks.refresh(id, input.keepDb === true, author)
            return { warnings }
          }),
        )
      }),

    /**
     * Removes the worktree and the branch of a lane, and its record. Of an adopted lane, only the record. A directory that git
     * cannot read as the worktree stays.
     */
    remove: (id: number, input: Confirmation, author: Author) =>
      Effect.gen(function* () {
        const confirmed = yield* readConfirmation(input)
        return yield* onLane(id, (about) =>
          Effect.gen(function* () {
            const worktree = worktreeOf(about)
            if (worktree === undefined) {
              yield* stopRuns(id, author)
              yield* stacks.stop(id, author)
              yield* untilStored(run(lane, id, 'forget', {}, author))
              yield* stacks.forgetFiles(id)
              return { directoryKept: true, branchKept: true }
            }
            const before = yield* found(about, 'remove')
            if (before.is === 'other-worktree') return yield* Effect.fail(otherWorktree(before.message))
            const tree = yield* stopped(about, confirmed, { action: 'remove', tree: before }, author)
            const worktrees = yield* Worktrees
            const isOwn = yield* Effect.as(worktrees.guard(worktree), true).pipe(
              Effect.catchIf(
                (error) => error._tag === 'WorktreeRefused' && error.reason === 'not-worktree',
                () => Effect.succeed(false),
              ),
              Effect.mapError(guardRefusal),
            )
            const keepsDirectory = !isOwn || tree.is !== 'readable'
            yield* stacks.dropDatabases(id, author)
            const removal = worktrees.remove(worktree, keepsDirectory)
            const left = yield* Effect.mapError(onWorktree(worktree, removal), guardRefusal)
            yield* untilStored(run(lane, id, 'remove', { branch: worktree.branch, head: headOf(tree) }, author))
            yield* stacks.forgetFiles(id)
            return left
          }),
        )
      }),
  }
}

/** Returns the last commit of a removed lane; null if it was not found. */
const headOf = (tree: FoundTree): string | null => {
  if (tree.is === 'adopted') return null
  return tree.is === 'readable' ? tree.loss.head : (tree.branch?.head ?? null)
}

export type DestroyCommands = ReturnType<typeof destroyCommands>
