import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Repository } from '../../commands/ports/worktrees.js'
import { GitFailed } from '../../domain/git/failures.js'
import type { Git } from './git.js'
import { ask, failed } from './queries.js'

interface Submodule {
  readonly name: string
  readonly path: string
}

/** Git itself refuses names with `..`. */
const NAME = /^(?!.*(?:^|\/)\.\.(?:\/|$))[\w./ -]+$/

/**
 * Checks out the submodules that the main working directory has, from its own copies: no network and no login is needed.
 * Returns a warning for each one that could not be checked out.
 */
export const copySubmodules = (
  git: Git,
  { workingDir: from, commonDir }: Repository,
  to: string,
): Effect.Effect<readonly string[]> =>
  Effect.gen(function* () {
    if (from === null || !existsSync(join(to, '.gitmodules'))) return []
    const present = (yield* submodulesOf(git, to)).filter(({ path }) => existsSync(join(from, path, '.git')))
    const warnings = yield* Effect.forEach(present, (submodule) =>
      copyOne(git, { from, commonDir }, to, submodule).pipe(
        Effect.as([]),
        Effect.catchAll(({ message }) => Effect.succeed([`submodule ${submodule.path}: ${message}`])),
      ),
    )
    return warnings.flat()
  }).pipe(Effect.catchAll(({ message }) => Effect.succeed([`submodules: ${message}`])))

/** Returns the submodules that `.gitmodules` lists. */
const submodulesOf = (git: Git, dir: string): Effect.Effect<readonly Submodule[], GitFailed> =>
  Effect.map(
    ask(
      git,
      dir,
      'config',
      '--file',
      join(dir, '.gitmodules'),
      '-z',
      '--get-regexp',
      String.raw`^submodule\..*\.path$`,
    ),
    (output) =>
      output.split('\0').flatMap((entry) => {
        const [key = '', path = ''] = entry.split(/\n(.*)/s)
        const name = key.slice('submodule.'.length, -'.path'.length)
        return path === '' || !NAME.test(name) ? [] : [{ name, path }]
      }),
  )

const copyOne = (
  git: Git,
  { from, commonDir }: { readonly from: string; readonly commonDir: string },
  dir: string,
  { name, path }: Submodule,
): Effect.Effect<void, GitFailed> =>
  Effect.gen(function* () {
    const key = `submodule.${name}.url`
    const url = yield* ask(git, from, 'config', '--get', key)
    const copy = `${key}=${join(commonDir, 'modules', name)}`
    // `--checkout` also keeps a configured update command from running.
    const update = ['-c', copy, 'submodule', '--quiet', 'update', '--init', '--checkout', '--', path]
    yield* Effect.mapError(git.write(dir, update, { fromDisk: true }), failed)
    yield* Effect.mapError(git.write(join(dir, path), ['remote', 'set-url', 'origin', url]), failed)
  })
