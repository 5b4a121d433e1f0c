import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { ChangedFile, GitFacts } from '../../commands/ports/git-reads.js'
import { DIFF, readDiff } from '../../domain/git/diff.js'
import type { GitFailed } from '../../domain/git/failures.js'
import { isUntracked } from '../../domain/git/selection.js'
import { type ChangedPath, readStatus, STATUS, type Status } from '../../domain/git/status.js'
import { gitDirectoriesOf } from './directories.js'
import type { Git } from './git.js'
import { ask } from './queries.js'

const MAX_FILES = 20
/** Only what is below the directory. */
const HERE = ['.']

/** Returns the facts of a directory. Runs at most three processes, and one before the first commit. */
export const factsOf = (git: Git, dir: string): Effect.Effect<GitFacts, GitFailed> =>
  Effect.gen(function* () {
    const status = yield* statusIn(git, dir)
    const [subject, files] = yield* Effect.all([subjectOf(git, dir, status), countedFiles(git, dir, status)], {
      concurrency: 2,
    })
    const untracked = status.changed.filter(isUntracked).length
    const { own, common } = gitDirectoriesOf(dir) ?? { own: dir, common: dir }
    return {
      branch: status.branch,
      head: status.head,
      unborn: status.head === null,
      subject,
      dirty: status.changed.length - untracked,
      untracked,
      files,
      hasRemote: hasRemote(common),
      upstream: status.upstream,
      ahead: status.ahead,
      behind: status.behind,
      merging: existsSync(join(own, 'MERGE_HEAD')),
      conflicts: status.changed.filter(({ conflicted }) => conflicted).map(({ path }) => path),
    }
  })

/** Returns the status of a directory, or of some paths in it, with paths relative to it. */
export const statusIn = (git: Git, dir: string, paths: readonly string[] = HERE): Effect.Effect<Status, GitFailed> =>
  Effect.map(ask(git, dir, ...STATUS, '--', ...paths), (output) => {
    const status = readStatus(output)
    const prefix = gitDirectoriesOf(dir)?.prefix ?? ''
    const inside = (path: string): string => (path.startsWith(prefix) ? path.slice(prefix.length) : path)
    const changed = status.changed.map(
      (file): ChangedPath => ({
        ...file,
        path: inside(file.path),
        from: file.from === null ? null : inside(file.from),
      }),
    )
    return { ...status, changed }
  })

/** Returns the status of one file. All files are compared only if it may have been renamed, which takes long in a large repository. */
export const statusOfFile = (git: Git, dir: string, path: string): Effect.Effect<Status, GitFailed> =>
  Effect.flatMap(statusIn(git, dir, [path]), (own) =>
    own.changed.some((change) => change.path === path && /^D|A/.test(change.status))
      ? statusIn(git, dir)
      : Effect.succeed(own),
  )

const subjectOf = (git: Git, dir: string, { head }: Status): Effect.Effect<string, GitFailed> =>
  head === null ? Effect.succeed('') : ask(git, dir, 'log', '-1', '--format=%s', '--no-show-signature', head, '--')

/** Returns the first changed files, with line counts where the file existed in the last commit under the same name. */
const countedFiles = (git: Git, dir: string, { head, changed }: Status): Effect.Effect<ChangedFile[]> => {
  const shown = changed.slice(0, MAX_FILES)
  const countable = shown.filter((file) => !isUntracked(file) && file.from === null).map(({ path }) => path)
  const counts =
    head !== null && countable.length > 0
      ? git.read(dir, ['diff', ...DIFF, '--no-renames', 'HEAD', '--', ...countable], { timeout: COUNT_MS })
      : Effect.succeed(Buffer.alloc(0))
  return counts.pipe(
    // The counts are worth less than the rest.
    Effect.orElseSucceed(() => Buffer.alloc(0)),
    Effect.map((output) => {
      const byPath = new Map(readDiff(output.toString('utf8')).map((file) => [file.path, file]))
      return shown.map((file) => {
        const { added = null, deleted = null } = byPath.get(file.path) ?? {}
        return { path: file.path, status: file.status, added, deleted }
      })
    }),
  )
}

/** After this, facts have no line counts. */
const COUNT_MS = 3000

const REMOTE = /^\s*\[remote\s/m

const hasRemote = (common: string): boolean => {
  try {
    return REMOTE.test(readFileSync(join(common, 'config'), 'utf8'))
  } catch {
    return false
  }
}
