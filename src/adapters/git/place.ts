import { lstatSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Place, Repository } from '../../commands/ports/worktrees.js'
import { GitFailed, NoFreePlace } from '../../domain/git/failures.js'
import { numberedSlugs } from '../../domain/git/slug.js'
import type { Git } from './git.js'
import { ask, realPath } from './queries.js'

/** Where the worktrees of lanes are. */
export interface WorktreeSettings {
  /** Null: next to the repository, in a directory with its name and `-lanes`. */
  readonly worktreeRoot: string | null
  /** The prefix of branch names. */
  readonly branchPrefix: string
}

/**
 * Returns the directory of a repository's worktrees. A hidden bare repository, such as `.bare`, has the name of the project that
 * it is in.
 */
export const rootOf = (repository: string, { worktreeRoot }: WorktreeSettings): string => {
  if (worktreeRoot !== null) return realPath(worktreeRoot)
  const isHidden = basename(repository).startsWith('.') && exists(join(repository, 'HEAD'))
  return besides(isHidden ? dirname(repository) : repository)
}

/** Returns where earlier versions put the worktrees of a repository, whose lanes still exist. */
export const earlierRootOf = (repository: string): string => besides(repository)

const besides = (project: string): string => realPath(join(dirname(project), `${basename(project, '.git')}-lanes`))

/**
 * Returns the first free directory and branch for a slug. Creates the directory that they are in.
 * @param branch the branch, if it exists: then only the directory must be free
 */
export const place = (
  git: Git,
  settings: WorktreeSettings,
  { path }: Repository,
  slug: string,
  taken: readonly string[],
  branch: string | null,
): Effect.Effect<Place, NoFreePlace | GitFailed> =>
  Effect.gen(function* () {
    yield* Effect.try({
      try: () => mkdirSync(rootOf(path, settings), { recursive: true }),
      catch: (error) => new GitFailed((error as Error).message),
    })
    const root = rootOf(path, settings)
    const names = numberedSlugs(slug)
    const isFree = (dir: string): boolean => !taken.includes(dir) && !exists(dir)
    const inUse = new NoFreePlace(`all names from ${slug} to ${names.at(-1)} are in use`)
    if (branch !== null) {
      const dir = names.map((name) => join(root, name)).find(isFree)
      return dir === undefined ? yield* Effect.fail(inUse) : { dir, branch }
    }
    const heads = yield* ask(git, path, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads')
    const existing = heads.split('\n')
    const blocking = existing.find((other) => other !== '' && settings.branchPrefix.startsWith(`${other}/`))
    if (blocking !== undefined)
      return yield* Effect.fail(
        new NoFreePlace(`the branch ${blocking} exists, so no branch can be named ${settings.branchPrefix}${slug}`),
      )
    const free = names
      .map((name): Place => ({ dir: join(root, name), branch: settings.branchPrefix + name }))
      .find((place) => isFree(place.dir) && !existing.some((other) => inWay(place.branch, other)))
    return free ?? (yield* Effect.fail(inUse))
  })

/** A dangling link also exists: git would follow it. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Branches are files in directories: `a` and `a/b` cannot both exist. */
const inWay = (branch: string, other: string): boolean =>
  branch === other || branch.startsWith(`${other}/`) || other.startsWith(`${branch}/`)
