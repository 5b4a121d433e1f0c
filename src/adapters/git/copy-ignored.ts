import { closeSync, createReadStream, createWriteStream, lstatSync, mkdirSync, openSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as Effect from 'effect/Effect'
import type { Repository } from '../../commands/ports/worktrees.js'
import type { GitFailed } from '../../domain/git/failures.js'
import { inDirectory } from '../files/directory-handle.js'
import { openAt } from '../files/regular-file.js'
import type { Git } from './git.js'
import { ask } from './queries.js'

/** A list of patterns in the form of `.gitignore`: the ignored files that a new worktree gets, such as `.env`. */
const PATTERNS = join('.svc', 'profile', 'copy')
const MAX_FILES = 1000
const MAX_BYTES = 64 * 1024 * 1024

/** Returns the ignored files of a working directory that the profile names. Git matches the patterns, so nothing outside of it can match. */
const namedIgnored = (git: Git, from: string): Effect.Effect<readonly string[], GitFailed> =>
  Effect.gen(function* () {
    const patterns = join(from, PATTERNS)
    if (!isFile(patterns)) return []
    const untracked = (...args: readonly string[]) =>
      Effect.map(ask(git, from, 'ls-files', '-z', '--others', ...args), namesIn)
    const matching = yield* untracked('--ignored', `--exclude-from=${patterns}`)
    const unignored = new Set(yield* untracked('--exclude-standard'))
    return matching.filter((name) => !unignored.has(name))
  })

/** Returns the ignored files that a new worktree gets. */
export const copiedFiles = (git: Git, { workingDir: from }: Repository): Effect.Effect<readonly string[]> =>
  from === null
    ? Effect.succeed([])
    : namedIgnored(git, from).pipe(
        Effect.map((names) => withinLimits(from, names)),
        Effect.orElseSucceed(() => []),
      )

/**
 * Copies the ignored files that the profile names from the main working directory. Symbolic links are neither copied nor followed,
 * and nothing is overwritten.
 */
export const copyIgnored = (git: Git, { workingDir: from }: Repository, to: string): Effect.Effect<readonly string[]> =>
  Effect.gen(function* () {
    if (from === null) return []
    const names = yield* namedIgnored(git, from)
    const chosen = withinLimits(from, names)
    const copied = yield* Effect.forEach(chosen, (name) => copyOne(from, to, name))
    const left = names.length - copied.filter(Boolean).length
    return left === 0 ? [] : [`${left} of ${names.length} files that the profile names were not copied`]
  }).pipe(
    Effect.catchAll(({ message }) =>
      Effect.succeed([`the files that the profile names could not be listed: ${message}`]),
    ),
  )

const namesIn = (output: string): readonly string[] => output.split('\0').filter((name) => name !== '')

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Returns the first files, as many as may be copied. */
const withinLimits = (from: string, names: readonly string[]): readonly string[] => {
  let left = MAX_BYTES
  return names.slice(0, MAX_FILES).filter((name) => {
    const stats = lstatSync(join(from, name), { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile() || stats.size > left) return false
    left -= stats.size
    return true
  })
}

/** Copies one file. Returns whether it did. */
const copyOne = (from: string, to: string, name: string): Effect.Effect<boolean> =>
  Effect.tryPromise(async () => {
    if (!makeParents(to, name)) return false
    const source = openAt(join(from, name))
    if (source === null) return false
    const target = createAt(join(to, name), source.stats.mode & 0o777)
    if (target === null) {
      closeSync(source.fd)
      return false
    }
    await pipeline(createReadStream('', { fd: source.fd }), createWriteStream('', { fd: target }))
    return true
  }).pipe(Effect.orElseSucceed(() => false))

/** Creates a file at exactly this path; null if it exists, or a directory of the path has become a link. */
const createAt = (path: string, mode: number): number | null =>
  inDirectory(dirname(path), (directory) => {
    try {
      return openSync(join(directory, basename(path)), 'wx', mode)
    } catch {
      return null
    }
  })

/** Creates the directories of a file, unless a link or a file is in their place: a link may lead out of the worktree. */
const makeParents = (root: string, name: string): boolean => {
  let at = root
  return dirname(name)
    .split('/')
    .every((part) => {
      at = join(at, part)
      const stats = lstatSync(at, { throwIfNoEntry: false })
      if (stats === undefined) mkdirSync(at)
      return stats?.isDirectory() ?? true
    })
}
