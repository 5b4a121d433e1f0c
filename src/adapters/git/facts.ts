import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Clock } from '../../commands/ports/clock.js'
import type { GitFacts } from '../../commands/ports/git-reads.js'
import type { GitFailed } from '../../domain/git/failures.js'
import { hasRemote } from '../../domain/git/repository-settings.js'
import { isUntracked } from '../../domain/git/selection.js'
import { type ChangedPath, STATUS, type Status } from '../../domain/git/status.js'
import { fileCounter } from './counted-files.js'
import type { Git } from './git.js'
import { lastOfDirectories } from './last-of-directories.js'
import { ask, directoriesOf, failed } from './queries.js'
import { withoutFilters } from './filtered.js'
import { statusOf } from './status-bytes.js'

/** Only what is below the directory. */
const HERE = ['.']

/** Returns a function for the facts of a directory. It runs at most three processes, and one while nothing changes. */
export const factsReader = (git: Git, clock: Pick<Clock, 'now'>) => {
  const [subjectOf, countedFiles] = [subjectReader(git), fileCounter(git, clock)]
  return (dir: string): Effect.Effect<GitFacts, GitFailed> =>
    Effect.gen(function* () {
      const status = yield* statusIn(git, dir)
      const [subject, files] = yield* Effect.all([subjectOf(dir, status), countedFiles(dir, status)], {
        concurrency: 2,
      })
      const untracked = status.changed.filter(isUntracked).length
      const { own, settings } = yield* directoriesOf(git, dir)
      return {
        branch: status.branch,
        head: status.head,
        unborn: status.head === null,
        subject,
        dirty: status.changed.length - untracked,
        untracked,
        files,
        hasRemote: hasRemote(settings),
        upstream: status.upstream,
        ahead: status.ahead,
        behind: status.behind,
        merging: existsSync(join(own, 'MERGE_HEAD')),
        conflicts: status.changed.filter(({ conflicted }) => conflicted).map(({ path }) => path),
      }
    })
}

/** Returns the status of a directory, or of some paths in it, with paths relative to it. */
export const statusIn = (git: Git, dir: string, paths: readonly string[] = HERE): Effect.Effect<Status, GitFailed> =>
  Effect.flatMap(
    Effect.all([Effect.mapError(git.read(dir, [...STATUS, '--', ...paths]), failed), directoriesOf(git, dir)]),
    ([output, { prefix }]) => {
      const status = statusOf(output)
      const inside = (path: string): string => (path.startsWith(prefix) ? path.slice(prefix.length) : path)
      const changed = status.changed.map(
        (file): ChangedPath => ({
          ...file,
          path: inside(file.path),
          from: file.from === null ? null : inside(file.from),
        }),
      )
      return withoutFilters(git, dir, { ...status, changed })
    },
  )

/** Returns the status of one file. All files are compared only if it may have been renamed, which takes long in a large repository. */
export const statusOfFile = (git: Git, dir: string, path: string): Effect.Effect<Status, GitFailed> =>
  Effect.flatMap(statusIn(git, dir, [path]), (own) =>
    own.changed.some((change) => change.path === path && /^D|A/.test(change.status))
      ? statusIn(git, dir)
      : Effect.succeed(own),
  )

/** Returns a function for the subject of the last commit. A commit never changes, so it is read once. */
const subjectReader = (git: Git) => {
  const last = lastOfDirectories<{ readonly head: string; readonly subject: string }>()
  return (dir: string, { head }: Status): Effect.Effect<string, GitFailed> => {
    if (head === null) return Effect.succeed('')
    const known = last.get(dir)
    if (known?.head === head) return Effect.succeed(known.subject)
    return ask(git, dir, 'log', '-1', '--format=%s', '--no-show-signature', head, '--').pipe(
      Effect.tap((subject) => Effect.sync(() => last.set(dir, { head, subject }))),
    )
  }
}
