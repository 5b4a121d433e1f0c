import * as Effect from 'effect/Effect'
import type { Preparation } from '../../domain/lane/fields.js'
import { GitRemotes, type Logins } from '../ports/git-remotes.js'
import { type SetupPlace, SetupScripts } from '../ports/setup-scripts.js'
import { type Repository, Worktrees } from '../ports/worktrees.js'

/** What a branch starts from, and what could not be done to make that the newest. */
interface FreshBases {
  readonly bases: readonly string[]
  readonly warnings: readonly string[]
}

/** Returns the branch that a base means, and its remote; null if it is no branch, or has no upstream. */
const upstreamOf = ({ path }: Repository, bases: readonly string[]) =>
  Effect.gen(function* () {
    const { branches = [] } = (yield* (yield* Worktrees).branches(path)) ?? {}
    const { remotes } = yield* (yield* GitRemotes).facts(path)
    const remoteIn = (ref: string) => remotes.find((remote) => ref.startsWith(`${remote}/`))
    const base = bases.find((name) => branches.some((branch) => branch.name === name) || remoteIn(name) !== undefined)
    if (base === undefined) return null
    const branch = branches.find(({ name }) => name === base)
    const upstream = branch === undefined ? base : branch.upstream
    const remote = upstream === null ? undefined : remoteIn(upstream)
    return remote === undefined ? null : { branch, upstream, remote }
  })

/**
 * Fetches the remote of a base. A branch of which the upstream has everything and more is left for its upstream: it stays where it
 * is, as the user left it.
 */
export const freshBases = (
  repository: Repository,
  bases: readonly string[],
  logins: Logins,
): Effect.Effect<FreshBases, never, GitRemotes | Worktrees> =>
  Effect.gen(function* () {
    const before = yield* upstreamOf(repository, bases)
    if (before === null) return { bases, warnings: [] }
    yield* (yield* GitRemotes).fetch(repository.path, [before.remote], logins)
    const { branch, upstream = null } = (yield* upstreamOf(repository, bases)) ?? {}
    const isBehind = branch !== undefined && (branch.behind ?? 0) > 0 && branch.ahead === 0
    return { bases: isBehind && upstream !== null ? [upstream, ...bases] : bases, warnings: [] }
  }).pipe(
    Effect.catchAll(({ message }) =>
      Effect.succeed({ bases, warnings: [`the base could not be fetched, and may not be the newest: ${message}`] }),
    ),
  )

/** Returns what new worktrees of a repository get. */
export const preparationOf = (repository: Repository) =>
  Effect.gen(function* () {
    const { workingDir } = repository
    const copied = yield* (yield* Worktrees).copied(repository)
    const setup = workingDir === null ? null : yield* (yield* SetupScripts).find(workingDir)
    return { copied, setup }
  })

/** Runs the setup script of a repository in a new worktree, if it is the one that was allowed. Returns what went wrong. */
export const setUp = ({ workingDir }: Repository, { setup }: Preparation, place: Omit<SetupPlace, 'sourceRepo'>) =>
  Effect.gen(function* () {
    if (setup === null || workingDir === null) return []
    const scripts = yield* SetupScripts
    const script = yield* scripts.find(workingDir)
    if (script === null) return ['there is no setup script any more']
    const problem = yield* scripts.run({ path: script.path, digest: setup }, { ...place, sourceRepo: workingDir })
    return problem === null ? [] : [problem]
  })
