import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import { type Author, SYSTEM } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { GitFailed, RepositoryRefused } from '../../domain/git/failures.js'
import {
  type LaneInput,
  MAX_TITLE,
  type Preparation,
  type PreparationInput,
  readExistingBranch,
  readNewLane,
  readPreparation,
  readSlug,
} from '../../domain/lane/fields.js'
import type { Templates } from '../../domain/pipeline/template.js'
import { reject } from '../../domain/rejection.js'
import { ownerOf as authorOwner } from '../../projections/ownership.js'
import { type LaneShape, lanes } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { Confinement } from '../access/confinement.js'
import type { GitCredentialCommands } from '../git-credentials/git-credentials.js'
import { reporting } from '../kernel/reporting.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import { onceStored } from '../kernel/stored.js'
import type { Clock } from '../ports/clock.js'
import type { Logins } from '../ports/git-remotes.js'
import type { Fork } from '../ports/machine.js'
import { Directories } from '../ports/directories.js'
import { type NewWorktree, type Repository, Worktrees } from '../ports/worktrees.js'
import { directory, lane } from './decider.js'
import { existingBranchOf } from './existing-branch.js'
import { isPath } from './path.js'
import { freshBases, preparationOf, setUp } from './preparation.js'

interface WorktreeParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Clock
  readonly serial: Serial
  readonly fork: Fork
  /** What a branch starts from if neither the request nor the lane says so. */
  readonly baseBranch: string
  readonly templates: () => Templates
  readonly confinement: Confinement
  /** The logins for remotes. */
  readonly credentials: Pick<GitCredentialCommands, 'held'>
  readonly onError: (error: unknown) => void
}

/** The body of a request for a lane on a new worktree: every member may be missing or of any type. */
export interface WorktreeInput extends Omit<LaneInput, 'base_branch'>, PreparationInput {
  readonly sourceRepo?: unknown
  readonly slug?: unknown
  readonly base?: unknown
  readonly existingBranch?: unknown
}

/** How many repositories are resumed at once. */
const RESUMED_AT_ONCE = 4

const refusalOf = ({ reason, message }: RepositoryRefused) =>
  reason === 'empty'
    ? reject('EEMPTYREPO', 'the repository has no commit yet')
    : reject('EBADCWD', `sourceRepo: ${message}`, { fields: { field: 'sourceRepo' } })

const failureOf = ({ message }: GitFailed) => reject('EGIT', message)

/** Returns the title that is wanted. A lane without one is named like the branch that it works on. */
const titleFor = (title: unknown, branch: string | null): unknown =>
  title === undefined || title === null || title === '' ? (branch?.slice(0, MAX_TITLE) ?? title) : title

/** Returns the commands for lanes on worktrees that the service creates. */
export const worktreeCommands = (parts: WorktreeParts) => {
  const { run, db, clock, serial, fork, baseBranch, templates, confinement, credentials, onError } = parts
  const inTurn = <A, E, R>({ commonDir }: Repository, work: Effect.Effect<A, E, R>) =>
    serial.hold({ kind: 'repository', name: commonDir }, work)

  const recordFailure = (id: number, { message }: Error) =>
    onceStored(run(lane, id, 'provisionFailed', { message }, SYSTEM))

  const ownerOf = (id: number): string => `lane ${id}`

  const basesOf = (base: string | null, { defaultBases }: Repository): readonly string[] =>
    base === null ? [baseBranch, ...defaultBases] : [base]

  const checkedOut = (id: number, worktree: Omit<NewWorktree, 'owner'>) =>
    Effect.flatMap(Worktrees, ({ add }) => Effect.either(add({ ...worktree, owner: ownerOf(id) })))

  const record = (
    id: number,
    added: Effect.Effect.Success<ReturnType<typeof checkedOut>>,
    more: readonly string[] = [],
  ) =>
    Either.isLeft(added)
      ? recordFailure(id, added.left)
      : onceStored(
          run(lane, id, 'provisioned', { ...added.right, warnings: [...added.right.warnings, ...more] }, SYSTEM),
        )

  /**
   * Creates the worktree of a lane, prepares it and records how that ended. A remote and a setup script take their time, in which others
   * may use the repository.
   */
  const provision = (id: number, worktree: Omit<NewWorktree, 'owner'>, wanted: Preparation, by: Author) =>
    Effect.gen(function* () {
      const { repository, dir, branch } = worktree
      const logins: Logins = (place) => credentials.held(authorOwner(by), place)
      const fresh = wanted.fetch ? yield* freshBases(repository, worktree.bases, logins) : null
      const bases = fresh?.bases ?? worktree.bases
      const added = yield* inTurn(repository, checkedOut(id, { ...worktree, bases }))
      const problems = Either.isLeft(added) ? [] : yield* setUp(repository, wanted, { cwd: dir, branch })
      yield* record(id, added, [...(fresh?.warnings ?? []), ...problems])
    })

  /** Removes what a service that was killed left of a worktree, unless it is complete, and creates it again. */
  const resume = ({ id, cwd: dir, branch, source_repo, kept_head: keptHead, base_branch, created_at }: LaneShape) =>
    Effect.gen(function* () {
      if (branch === null || source_repo === null) return
      const worktrees = yield* Worktrees
      const repository = yield* worktrees.inspect(source_repo)
      const again = Effect.gen(function* () {
        const begun = { dir, branch, keptHead, since: Date.parse(created_at) }
        const left = yield* worktrees.heal({ ...begun, repository: repository.path, owner: ownerOf(id) })
        const bases = basesOf(base_branch, repository)
        if (left === 'absent') yield* record(id, yield* checkedOut(id, { ...begun, repository, bases }))
        else yield* onceStored(run(lane, id, 'provisioned', { base: null, head: null, warnings: [] }, SYSTEM))
      })
      yield* inTurn(repository, again)
    }).pipe(
      Effect.catchTags({
        RepositoryRefused: (error) => recordFailure(id, error),
        GitFailed: (error) => recordFailure(id, error),
      }),
    )

  /** Returns the branch that a lane is created on, under the lock of the repository's names; null for a new one. */
  const existingFor = (repository: Repository, name: string | null, { author }: Caller) =>
    Effect.gen(function* () {
      if (name === null) return null
      const logins: Logins = (place) => credentials.held(authorOwner(author), place)
      const found = yield* inTurn(repository, existingBranchOf(repository, name, logins))
      const busy = lanes(db, systemVisibility).find(
        ({ status, source_repo, branch }) =>
          status === 'provisioning' && source_repo === repository.path && branch === found.branch,
      )
      if (busy === undefined) return found
      const fields = { field: 'existingBranch' }
      return yield* Effect.fail(reject('EBRANCHBUSY', `a new lane gets the branch ${found.branch}`, { fields }))
    })

  const insideOwn = (caller: Caller, path: string) =>
    Effect.flatMap(Directories, ({ find }) => Effect.flatMap(find(path), (at) => confinement.inside(caller, at.path)))

  return {
    /**
     * Creates a lane for a new worktree and returns its id. The worktree is created in the background, one at a time in each
     * repository. A branch that exists stays when the lane is removed.
     */
    create: ({ sourceRepo, slug, base, existingBranch, fetch, setup, ...rest }: WorktreeInput, caller: Caller) =>
      Effect.gen(function* () {
        const { author, writes } = caller
        const wantedBranch = yield* readExistingBranch(existingBranch)
        const input = { ...rest, title: titleFor(rest.title, wantedBranch), base_branch: base }
        const pipelines = templates()
        const settings = yield* readNewLane(input, pipelines)
        const name = yield* readSlug(slug, settings.title)
        const wanted = yield* readPreparation({ fetch, setup })
        if (!isPath(sourceRepo)) {
          const fields = { field: 'sourceRepo' }
          return yield* Effect.fail(reject('EBADCWD', 'sourceRepo: must be an absolute path', { fields }))
        }
        yield* insideOwn(caller, sourceRepo)
        const worktrees = yield* Worktrees
        const repository = yield* Effect.mapError(worktrees.inspect(sourceRepo), refusalOf)
        const named = Effect.gen(function* () {
          // The directory of another lane that is missing is refused below: that lane may want it back.
          const taken = lanes(db, systemVisibility).flatMap(({ status, cwd }) =>
            status === 'provisioning' ? [cwd] : [],
          )
          const existing = yield* existingFor(repository, wantedBranch, caller)
          const place = worktrees.place(repository, name, taken, existing?.branch ?? null)
          const { dir, branch } = yield* place.pipe(
            Effect.catchTags({
              NoFreePlace: ({ message }) => Effect.fail(reject('EWORKTREEDIRCOLLISION', message)),
              GitFailed: (error) => Effect.fail(failureOf(error)),
            }),
          )
          yield* confinement.forLane(caller, dir)
          const keptHead = existing?.head ?? null
          const command = { cwd: dir, input, pipelines, branch, sourceRepo: repository.path, keptHead }
          // A branch does not land in itself.
          const bases = basesOf(settings.baseBranch, repository).filter((one) => one !== existing?.branch)
          const worktree = { repository, dir, branch, keptHead, bases, since: clock.now() }
          const created = run(directory, { cwd: dir, visibility: writes }, 'provision', command, author)
          // A client that disconnects must not leave a lane whose worktree nobody creates.
          return yield* Effect.uninterruptible(
            Effect.map(created, ({ state: { nextId } }) => {
              fork(reporting(onError)(provision(nextId, worktree, wanted, author)))
              return nextId
            }),
          )
        })
        // Two requests at once must not get the same directory.
        return yield* serial.hold({ kind: 'worktree-name', name: repository.commonDir }, named)
      }),

    /** Continues what a stop of the service interrupted: the creation of worktrees. */
    resume: Effect.suspend(() =>
      Effect.forEach(
        lanes(db, systemVisibility).filter(({ status }) => status === 'provisioning'),
        (interrupted) => reporting(onError)(resume(interrupted)),
        { concurrency: RESUMED_AT_ONCE, discard: true },
      ),
    ),

    /** Returns what a new worktree of the repository that a path is in gets; null when it is in none. */
    preparation: (path: string | undefined, caller: Caller) =>
      Effect.gen(function* () {
        if (!isPath(path)) return null
        yield* insideOwn(caller, path)
        const repository = yield* Effect.option((yield* Worktrees).inspect(path))
        return repository._tag === 'None' ? null : yield* preparationOf(repository.value)
      }),

    /** Returns the branches of the repository that a path is in; null when it is in none. */
    branches: (path: string | undefined, caller: Caller) =>
      Effect.gen(function* () {
        if (!isPath(path)) return null
        yield* insideOwn(caller, path)
        return yield* (yield* Worktrees).branches(path)
      }),
  }
}

export type WorktreeCommands = ReturnType<typeof worktreeCommands>
