import { lstatSync, realpathSync, statSync, type BigIntStats } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import { LIST_SETTINGS, readRepositorySettings, type RepositorySettings } from '../../domain/git/repository-settings.js'
import { singleFlight } from '../single-flight.js'
import { type GitError, WorksElsewhere } from './errors.js'
import { lastOfDirectories } from './last-of-directories.js'

/** Where git works when it runs in a directory, as git itself says. All paths are absolute. */
export interface GitDirectories {
  /** `HEAD`, the index and a merge in progress: one for each worktree. */
  readonly own: string
  /** Objects, branches and the configuration: one for all worktrees of a repository. */
  readonly common: string
  /** The top of the working directory: the directory itself or one above it, without links. Null in a bare repository. */
  readonly top: string | null
  /** The path of the directory below the top, with a slash at the end; empty at the top. */
  readonly prefix: string
  readonly settings: RepositorySettings
}

type Located = Omit<GitDirectories, 'settings'>

/** Runs git in the directory as it finds its way itself. */
type Ask = (dir: string, args: readonly string[]) => Effect.Effect<Buffer, GitError>

const LOCATE = ['rev-parse', '--is-inside-work-tree', '--is-bare-repository', '--path-format=absolute']
const PLACES = ['--show-prefix', '--git-dir', '--git-common-dir']

/**
 * Asks git where it works in a directory. Fails with `WorksElsewhere` if that is not the directory or one above it: the
 * configuration of a repository can name any other one.
 */
const locate = (ask: Ask, dir: string): Effect.Effect<Located, GitError> =>
  Effect.gen(function* () {
    const lines = linesOf(yield* ask(dir, [...LOCATE, ...PLACES]))
    const [inside, bare] = lines
    // A path may contain line breaks; then each is asked for alone.
    const [prefix = '', own = '', common = ''] =
      lines.length === 2 + PLACES.length
        ? lines.slice(2)
        : yield* Effect.forEach(PLACES, (place) =>
            Effect.map(ask(dir, ['rev-parse', '--path-format=absolute', place]), (output) =>
              linesOf(output).join('\n'),
            ),
          )
    const top = inside === 'true' ? topAbove(dir, prefix) : null
    if (top === null && bare !== 'true') return yield* Effect.fail(new WorksElsewhere({ dir }))
    return { own, common, top, prefix }
  })

const linesOf = (output: Buffer): readonly string[] => output.toString('utf8').replace(/\n$/, '').split('\n')

/** Returns the directory that a path below it leads from; null if the path does not end that way. */
const topAbove = (dir: string, prefix: string): string | null => {
  const real = `${realOf(dir)}/`
  if (!real.endsWith(`/${prefix}`)) return null
  return real.slice(0, real.length - prefix.length - 1) || '/'
}

const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

interface Known {
  readonly found: GitDirectories
  readonly stamps: string
}

/** Finds the git directories of directories. */
interface Locator {
  /** Returns what was found last, while no file has changed that decides the answer. */
  readonly known: (dir: string) => Effect.Effect<GitDirectories, GitError>
  /** Returns it without running git; null if it is not known. */
  readonly recent: (dir: string) => GitDirectories | null
  /** Returns what identifies the repository that a directory was in last; without that, the directory. */
  readonly repositoryOf: (dir: string) => string
  /** Fails unless git works in the directory or above it at this moment. */
  readonly check: (dir: string) => Effect.Effect<unknown, GitError>
}

/**
 * Returns a locator. What it remembers may at worst be out of date: which files git reads and what it runs depends on what is
 * passed to it, not on whether that is new.
 */
export const locator = (ask: Ask): Locator => {
  const [last, shared] = [lastOfDirectories<Known>(), singleFlight<GitDirectories, GitError>()]
  const find = (dir: string): Effect.Effect<GitDirectories, GitError> =>
    Effect.gen(function* () {
      const located = yield* locate(ask, dir)
      const before = stampsOf(dir, located, [])
      const settings = readRepositorySettings((yield* ask(dir, LIST_SETTINGS)).toString('utf8'))
      const directories = { ...located, settings }
      if (stampsOf(dir, located, []) === before)
        last.set(dir, { found: directories, stamps: stampsOf(dir, located, settings.files) })
      return directories
    })
  const recent = (dir: string): GitDirectories | null => {
    const known = last.get(dir)
    return known !== undefined && stampsOf(dir, known.found, known.found.settings.files) === known.stamps
      ? known.found
      : null
  }
  return {
    recent,
    known: (dir) =>
      Effect.suspend(() => {
        const found = recent(dir)
        return found === null ? shared(dir, find(dir)) : Effect.succeed(found)
      }),
    repositoryOf: (dir) => last.get(dir)?.found.common ?? dir,
    check: (dir) => locate(ask, dir),
  }
}

/** Returns what changes when git would find other directories or settings. */
const stampsOf = (dir: string, { own, common, top }: Located, read: readonly string[]): string => {
  const real = realOf(dir)
  const levels = levelsUpTo(real, top ?? real)
  const files = [join(own, 'commondir'), join(own, 'config.worktree'), join(common, 'config'), ...read]
  return [
    real,
    ...levels.flatMap((level) => [entryAt(join(level, '.git')), kindOf(statsAt(join(level, 'HEAD')))]),
    ...[own, common].map(placeOf),
    ...files.map((path) => contentAt(resolve(top ?? dir, path))),
  ].join('|')
}

const levelsUpTo = (dir: string, top: string): readonly string[] =>
  dir === top || dirname(dir) === dir ? [dir] : [dir, ...levelsUpTo(dirname(dir), top)]

const ENTRY = { bigint: true, throwIfNoEntry: false } as const

const statsAt = (path: string): BigIntStats | undefined => {
  try {
    return lstatSync(path, ENTRY)
  } catch {
    return undefined
  }
}

const followed = (path: string): BigIntStats | undefined => {
  try {
    return statSync(path, ENTRY)
  } catch {
    return undefined
  }
}

const kindOf = (stats: BigIntStats | undefined): string =>
  stats === undefined ? '-' : stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'other'

const whole = (stats: BigIntStats | undefined): string =>
  stats === undefined ? '-' : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs, stats.mode].join(' ')

const placeOf = (path: string): string => {
  const stats = followed(path)
  return stats === undefined ? '-' : `${stats.dev} ${stats.ino}`
}

/** A directory changes with each of its entries, which decide nothing here. */
const entryAt = (path: string): string => {
  const stats = statsAt(path)
  return stats?.isDirectory() ? placeOf(path) : whole(stats)
}

const contentAt = (path: string): string => whole(followed(path))
