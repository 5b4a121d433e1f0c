import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Logins } from '../../commands/ports/git-remotes.js'
import type { SubmodulesPort, UnworkedSubmodule } from '../../commands/ports/submodules.js'
import { GitFailed } from '../../domain/git/failures.js'
import { remoteNames } from '../../domain/git/remote-settings.js'
import { GITLINK, readStatus, STATUS } from '../../domain/git/status.js'
import { exchange, settingsOf } from './exchange.js'
import { topOf } from './exclude.js'
import type { Git } from './git.js'
import { ask, commitOf, directoriesOf, failed } from './queries.js'
import { FETCH } from './remotes.js'

const FETCH_MS = 60_000
const SHORT = 10

/** Returns the port for submodules. */
export const gitSubmodules = (git: Git): SubmodulesPort => ({
  unworked: (dir) => unworkedSubmodules(git, dir),
  follow: (dir, before, logins) => followSubmodules(git, dir, before, logins),
})

/** Returns the initialised submodules of a repository that have no work of their own: they are at the recorded commit. */
const unworkedSubmodules = (git: Git, dir: string): Effect.Effect<readonly UnworkedSubmodule[]> =>
  Effect.gen(function* () {
    const top = yield* topOf(git, dir)
    if (!existsSync(join(top, '.gitmodules'))) return []
    const recorded = yield* recordedIn(git, top)
    const found = yield* Effect.forEach(recorded, ([path, stages]) =>
      Effect.gen(function* () {
        const sub = join(top, path)
        const head = yield* commitOf(git, sub, 'HEAD')
        // During a conflict, the commit of this branch.
        if (head === null || head !== (stages.get('0') ?? stages.get('2'))) return []
        const { changed } = readStatus(yield* ask(git, sub, ...STATUS, '--untracked-files=no'))
        return changed.length === 0 ? [{ path, head }] : []
      }),
    )
    return found.flat()
  }).pipe(Effect.orElseSucceed(() => []))

/**
 * Moves submodules to the commits that are recorded now. Returns a message for each that could not be moved.
 * @param before those without work of their own, at the commits that were recorded before
 */
const followSubmodules = (
  git: Git,
  dir: string,
  before: readonly UnworkedSubmodule[],
  logins: Logins,
): Effect.Effect<readonly string[]> =>
  Effect.gen(function* () {
    if (before.length === 0) return []
    const top = yield* topOf(git, dir)
    const recorded = yield* recordedIn(git, top)
    const moved = yield* Effect.forEach(before, ({ path, head }) => {
      const commit = recorded.get(path)?.get('0')
      if (commit === undefined || commit === head) return Effect.succeed([])
      return reported(path, moveTo(git, join(top, path), commit, logins, ['checkout']))
    })
    return moved.flat()
  }).pipe(Effect.catchAll(({ message }) => Effect.succeed([`submodules: ${message}`])))

/** Sets all initialised submodules to the recorded commits and discards what is in them. Ignored files stay. */
export const resetSubmodules = (git: Git, top: string, logins: Logins): Effect.Effect<readonly string[]> =>
  Effect.gen(function* () {
    if (!existsSync(join(top, '.gitmodules'))) return []
    const recorded = yield* recordedIn(git, top)
    const done = yield* Effect.forEach(recorded, ([path, stages]) => {
      const [sub, commit] = [join(top, path), stages.get('0')]
      if (commit === undefined) return Effect.succeed([])
      const restored = Effect.gen(function* () {
        const notes = yield* moveTo(git, sub, commit, logins, ['checkout', '--force'])
        yield* Effect.mapError(git.write(sub, ['clean', '--quiet', '--force', '-d']), failed)
        return [...notes, ...(yield* resetSubmodules(git, sub, logins))]
      })
      return reported(path, restored)
    })
    return done.flat()
  }).pipe(Effect.catchAll(({ message }) => Effect.succeed([`submodules: ${message}`])))

const reported = (path: string, work: Effect.Effect<readonly string[], GitFailed>): Effect.Effect<readonly string[]> =>
  work.pipe(
    Effect.map((notes) => notes.map((note) => `${path}: ${note}`)),
    Effect.catchAll(({ message }) => Effect.succeed([`submodule ${path} was not moved: ${message}`])),
  )

/** Returns the recorded commits of the initialised submodules by path and stage. */
const recordedIn = (
  git: Git,
  top: string,
): Effect.Effect<ReadonlyMap<string, ReadonlyMap<string, string>>, GitFailed> =>
  Effect.map(ask(git, top, 'ls-files', '-z', '--stage'), (output) => {
    const found = new Map<string, Map<string, string>>()
    for (const entry of output.split('\0')) {
      if (!entry.startsWith(`${GITLINK} `)) continue
      const tab = entry.indexOf('\t')
      const [, id = '', stage = ''] = entry.slice(0, tab).split(' ')
      const path = entry.slice(tab + 1)
      if (!existsSync(join(top, path, '.git'))) continue
      found.set(path, (found.get(path) ?? new Map<string, string>()).set(stage, id))
    }
    return found
  })

const moveTo = (
  git: Git,
  sub: string,
  commit: string,
  logins: Logins,
  command: readonly string[],
): Effect.Effect<readonly string[], GitFailed> =>
  Effect.gen(function* () {
    const before = yield* unworkedSubmodules(git, sub)
    yield* obtain(git, sub, commit, logins)
    const options = ['--quiet', '--detach', '--no-recurse-submodules', commit, '--']
    yield* Effect.mapError(git.write(sub, [...command, ...options]), failed)
    return yield* followSubmodules(git, sub, before, logins)
  })

/** Gets a commit that a submodule does not have: from the copy of the main working directory, else from its remotes. */
const obtain = (git: Git, sub: string, commit: string, logins: Logins): Effect.Effect<void, GitFailed> =>
  Effect.gen(function* () {
    const isMissing = Effect.map(commitOf(git, sub, commit), (found) => found === null)
    if (!(yield* isMissing)) return
    const copy = yield* copyOf(git, sub)
    if (copy !== null) {
      const fetch = [...FETCH, '--quiet', '--no-prune', '--no-tags', '--end-of-options', copy, commit]
      yield* Effect.ignore(git.write(sub, fetch, { fromDisk: true }))
      if (!(yield* isMissing)) return
    }
    const remotes = remoteNames(yield* settingsOf(git, sub))
    const results = yield* Effect.forEach(remotes, (remote) =>
      exchange(git, sub, { remote, args: [...FETCH, '--end-of-options', remote], timeout: FETCH_MS }, logins).pipe(
        Effect.as(''),
        Effect.catchAll(({ message }) => Effect.succeed(message)),
      ),
    )
    if (!(yield* isMissing)) return
    const words = results.find((result) => result !== '') ?? 'no remote has it'
    yield* Effect.fail(new GitFailed(`its commit ${commit.slice(0, SHORT)} is missing: ${words}`))
  })

/** Returns the git directory of the same submodule in the main working directory; null if there is none. */
const copyOf = (git: Git, sub: string): Effect.Effect<string | null, GitFailed> =>
  Effect.gen(function* () {
    const [{ own }, around] = yield* Effect.all([directoriesOf(git, sub), directoriesOf(git, join(sub, '..'))])
    if (around.own === around.common) return null
    const name = relative(join(around.own, 'modules'), own)
    const copy = join(around.common, 'modules', name)
    return name.startsWith('..') || !existsSync(copy) ? null : copy
  })
