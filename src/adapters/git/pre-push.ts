import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import { GitFailed } from '../../domain/git/failures.js'
import { plain } from '../../domain/text.js'
import { urlsOf } from './exchange.js'
import type { Git } from './git.js'
import { ask, directoriesOf, failed } from './queries.js'

/** Prints what a push would change, with whole ids. */
export const DRY_RUN = { before: ['-c', 'core.abbrev=no'], after: ['--dry-run', '--porcelain'] } as const

/** Returns the hook that git would run before a push; null without one. */
export const prePushHook = (git: Git, dir: string): Effect.Effect<string | null, GitFailed> =>
  Effect.gen(function* () {
    // Not as a read, which has no hooks.
    const output = yield* Effect.mapError(git.hooked(dir, ['rev-parse', '--git-path', 'hooks/pre-push']), failed)
    const path = resolve(dir, output.toString('utf8').replace(/\n$/, ''))
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      return null
    }
  })

const CHANGED = /^[ +*]\t\S+:\S+\t(?:([0-9a-f]+)\.\.\.?[0-9a-f]+|\[new branch\])/m

interface PrePush {
  readonly hook: string
  readonly remote: string
  readonly ref: string
  /** What the dry run printed. */
  readonly expected: string
  readonly timeout: number
}

/**
 * Runs the hook of a push as git does: with the ref that will change, if any. Git itself would run it with the environment of the
 * push, which leads to the login. Returns what the hook printed.
 */
export const runPrePush = (
  git: Git,
  dir: string,
  { hook, remote, ref, expected, timeout }: PrePush,
): Effect.Effect<string, GitFailed> =>
  Effect.gen(function* () {
    const [{ top, own }, [url = ''], id] = yield* Effect.all([
      directoriesOf(git, dir),
      urlsOf(git, dir, remote, true),
      ask(git, dir, 'rev-parse', '--verify', ref),
    ])
    const change = CHANGED.exec(expected)
    const input = change === null ? '' : `${ref} ${id} ${ref} ${change[1] ?? '0'.repeat(id.length)}\n`
    const { output, complaint } = yield* git
      .hook(hook, top ?? own, [remote, url], { input, timeout })
      .pipe(
        Effect.mapError((error) =>
          error._tag === 'GitRefused'
            ? new GitFailed(
                `the hook pre-push refused: ${error.complaint || `it exited with ${error.code ?? error.signal}`}`,
              )
            : failed(error),
        ),
      )
    return plain(`${output.toString('utf8')}${complaint}`).trim()
  })
