import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import { GitFailed } from '../../domain/git/failures.js'
import type { Git } from './git.js'
import { failed } from './queries.js'

interface NewRepository {
  /** Does not exist yet. */
  readonly dir: string
  readonly branch: string
  /** Content by path. */
  readonly files: ReadonlyMap<string, string>
  /** Subject of its commit. */
  readonly subject: string
}

/** Creates a repository with one commit of some files. */
export const createRepository = (
  git: Git,
  { dir, branch, files, subject }: NewRepository,
): Effect.Effect<void, GitFailed> =>
  Effect.gen(function* () {
    yield* Effect.try({
      try: () => {
        for (const [name, text] of files) {
          mkdirSync(dirname(join(dir, name)), { recursive: true })
          writeFileSync(join(dir, name), text)
        }
      },
      catch: (error) => new GitFailed((error as Error).message),
    })
    const init = ['init', '--quiet', `--initial-branch=${branch}`]
    yield* Effect.mapError(git.write(dir, init, { creates: true }), failed)
    yield* commitAll(git, dir, subject)
  })

/** Commits everything that changed in a directory. */
export const commitAll = (git: Git, dir: string, subject: string): Effect.Effect<void, GitFailed> =>
  Effect.forEach(
    [
      ['add', '--all'],
      ['commit', '--quiet', '--message', subject],
    ],
    (args) => Effect.mapError(git.write(dir, args), failed),
    { discard: true },
  )
