import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import * as Clock from 'effect/Clock'
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import { TimedOut } from '../process/run.js'
import type { GitError } from './errors.js'
import { lastOfDirectories } from './last-of-directories.js'

/** More processes at once only compete for the disk. */
const AT_ONCE = 4
/** A read that takes longer waits for something, and no longer counts as one of those. */
const BRIEF = Duration.seconds(1)
/** Reads that wait for something, of all repositories. */
const ALL = 24
/** A file that nobody writes to, such as a FIFO, can hold each read of a repository. */
const OF_A_REPOSITORY = 2
/** How long a directory is not read after a read of it did not finish in time. */
const REST_MS = 30_000

interface Rest {
  readonly until: number
  /** What changes when the files are replaced that git reads first. */
  readonly stamp: string
}

/** Runs reads of git a few at a time, so that those that hang do not keep other repositories from being read. */
interface ReadQueue {
  /**
   * Runs a read when its repository and all repositories together have room for it.
   * @param repository what its reads are counted by
   */
  readonly inTurn: <A>(repository: string, dir: string, read: Effect.Effect<A, GitError>) => Effect.Effect<A, GitError>
}

/** @param limit milliseconds that a read may take. One that took longer makes its directory rest. */
export const readQueue = (limit: number): ReadQueue => {
  const [brief, all] = [Effect.unsafeMakeSemaphore(AT_ONCE), Effect.unsafeMakeSemaphore(ALL)]
  const repositories = new Map<string, { readonly turns: Effect.Semaphore; users: number }>()
  const resting = lastOfDirectories<Rest>()

  const inRepository = <A>(name: string, work: Effect.Effect<A, GitError>): Effect.Effect<A, GitError> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const known = repositories.get(name) ?? { turns: Effect.unsafeMakeSemaphore(OF_A_REPOSITORY), users: 0 }
        known.users++
        repositories.set(name, known)
        return known
      }),
      ({ turns }) => turns.withPermits(1)(work),
      (known) =>
        Effect.sync(() => {
          known.users--
          if (known.users === 0) repositories.delete(name)
        }),
    )

  /** Holds a permit until the work ends, at most for a short time. */
  const briefly = <A>(work: Effect.Effect<A, GitError>): Effect.Effect<A, GitError> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        yield* restore(brief.take(1))
        let isHeld = true
        const release = Effect.suspend(() => {
          if (!isHeld) return Effect.void
          isHeld = false
          return brief.release(1)
        })
        const timer = yield* Effect.forkDaemon(Effect.interruptible(Effect.delay(release, BRIEF)))
        return yield* Effect.ensuring(restore(work), Effect.zipRight(Fiber.interruptFork(timer), release))
      }),
    )

  const unlessResting = <A>(dir: string, work: Effect.Effect<A, GitError>): Effect.Effect<A, GitError> =>
    Effect.gen(function* () {
      const rest = resting.get(dir)
      if (rest !== undefined && rest.until > (yield* Clock.currentTimeMillis) && rest.stamp === stampOf(dir))
        return yield* Effect.fail(new TimedOut({ program: 'git', milliseconds: limit }))
      resting.delete(dir)
      const stamp = stampOf(dir)
      return yield* Effect.tapError(work, (error) =>
        error._tag === 'TimedOut' && error.milliseconds >= limit
          ? Effect.map(Clock.currentTimeMillis, (now) => resting.set(dir, { until: now + REST_MS, stamp }))
          : Effect.void,
      )
    })

  return {
    inTurn: (repository, dir, read) => inRepository(repository, all.withPermits(1)(unlessResting(dir, briefly(read)))),
  }
}

/** Returns what changes when an entry is added to or removed from a directory, or from its git directory. */
const stampOf = (dir: string): string =>
  [dir, join(dir, '.git'), join(dir, '.git', 'info')]
    .map((path) => {
      try {
        const { ino, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true })
        return [ino, mtimeNs, ctimeNs].join(' ')
      } catch {
        return '-'
      }
    })
    .join('|')
