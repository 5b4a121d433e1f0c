import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import type { Clock } from '../../commands/ports/clock.js'
import type { GitFacts, GitReadsPort } from '../../commands/ports/git-reads.js'
import type { GitFailed } from '../../domain/git/failures.js'
import { LOG, readLog } from '../../domain/git/log.js'
import { treeOf } from '../../domain/git/tree.js'
import { withinTime } from '../../commands/ports/within-time.js'
import { singleFlight } from '../single-flight.js'
import { changesReader } from './changes.js'
import { factsReader, statusIn } from './facts.js'
import { fileText, image } from './file.js'
import type { Git } from './git.js'
import { ask } from './queries.js'
import { stagedIn } from './staged.js'

/** More entries than a tree shows. */
const MAX_ENTRIES = 50_000

const NO_COMMITS = /does not have any commits yet/

/** Returns the port for reads of git. */
export const gitReads = (git: Git, clock: Pick<Clock, 'now'>): GitReadsPort => {
  const changesIn = changesReader(git)
  const [factsOf, shareFacts] = [factsReader(git, clock), singleFlight<GitFacts | null>()]
  return {
    facts: (dir) => shareFacts(dir, orNull(factsOf(dir))),
    log: (dir, limit, file) =>
      orNull(
        ask(git, dir, ...LOG, `--max-count=${limit}`, '--', ...(file === null ? [] : [file])).pipe(
          Effect.catchIf(
            ({ message }) => NO_COMMITS.test(message),
            () => Effect.succeed(''),
          ),
          Effect.map(readLog),
        ),
      ),
    changes: (dir, request) =>
      whereGitReads(
        git,
        dir,
        Effect.catchIf(
          changesIn(dir, request),
          (error) => error._tag === 'GitFailed',
          () => Effect.succeed(null),
        ),
      ),
    staged: (dir) => orNull(stagedIn(git, dir)),
    file: (dir, path, rev) => whereGitReads(git, dir, fileText(git, dir, path, rev)),
    image: (dir, path, rev) => whereGitReads(git, dir, image(git, dir, path, rev)),
    files: (dir) => orNull(filesIn(git, dir)),
    tree: (dir) =>
      orNull(
        Effect.map(Effect.all([filesIn(git, dir), statusIn(git, dir)], { concurrency: 2 }), ([files, { changed }]) =>
          treeOf(files, new Map(changed.map(({ path, status }) => [path, status])), MAX_ENTRIES),
        ),
      ),
  }
}

/** Returns null where git cannot read the directory: neither may a file of it be shown then. */
const whereGitReads = <A, E>(git: Git, dir: string, work: Effect.Effect<A | null, E>): Effect.Effect<A | null, E> =>
  inTime(Effect.matchEffect(git.directories(dir), { onFailure: () => Effect.succeed(null), onSuccess: () => work }))

/** The deadline of a request, which may need several commands. */
const REQUEST = Duration.seconds(20)

/** Returns null for a read that takes too long. */
const inTime = <A, E>(work: Effect.Effect<A | null, E>): Effect.Effect<A | null, E> =>
  withinTime(work, REQUEST, Effect.succeed(null))

const orNull = <A>(work: Effect.Effect<A, GitFailed>): Effect.Effect<A | null> =>
  inTime(Effect.orElseSucceed(work, () => null))

/** Returns the tracked files and the untracked ones that are not ignored, relative to the directory. */
const filesIn = (git: Git, dir: string): Effect.Effect<readonly string[], GitFailed> =>
  Effect.map(ask(git, dir, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'), (output) =>
    output.split('\0').filter((path) => path !== ''),
  )
