import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { gitDirectoriesOf } from './directories.js'
import type { GitError } from './errors.js'
import { asEnvironment, type GitSetting } from './settings.js'

const MENTIONED = /filter|include/i
const OF_THE_REPOSITORY = new Set(['local', 'worktree'])
const OFF = { clean: '', smudge: '', process: '', required: 'false' }

/**
 * Returns settings that turn off the filters of a repository's own configuration, as git's environment. `git status` and
 * `git diff` would run them on changed files. Filters of the user's configuration, such as git-lfs, stay on.
 */
export const filtersOff = (
  dir: string,
  git: (args: readonly string[]) => Effect.Effect<Buffer, GitError>,
): Effect.Effect<Readonly<Record<string, string>>, GitError> =>
  Effect.suspend(() => {
    // Nearly no repository has any, which two small files show without another process.
    if (!mentionsFilters(dir)) return Effect.succeed({})
    return git(['config', '-z', '--show-scope', '--name-only', '--get-regexp', String.raw`^filter\.`]).pipe(
      Effect.map((output) => asEnvironment(settingsFor(output.toString('utf8').split('\0')))),
      // The text is in a comment, or is part of another key.
      Effect.catchIf(
        (error) => error._tag === 'GitRefused' && error.code === 1,
        () => Effect.succeed({}),
      ),
    )
  })

const mentionsFilters = (dir: string): boolean => {
  const directories = gitDirectoriesOf(dir)
  if (directories === null) return false
  return [join(directories.common, 'config'), join(directories.own, 'config.worktree')].some((path) => {
    try {
      return MENTIONED.test(readFileSync(path, 'utf8'))
    } catch {
      return false
    }
  })
}

/** @param fields a scope and a key for each setting, in turns */
const settingsFor = (fields: readonly string[]): readonly GitSetting[] => {
  const names = fields.flatMap((key, index) =>
    index % 2 === 1 && OF_THE_REPOSITORY.has(fields[index - 1] ?? '') ? [key.slice(0, key.lastIndexOf('.'))] : [],
  )
  return [...new Set(names)].flatMap((name) =>
    Object.entries(OFF).map(([variable, value]): GitSetting => [`${name}.${variable}`, value]),
  )
}
