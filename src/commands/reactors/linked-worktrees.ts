import * as Effect from 'effect/Effect'
import { isPrincipalId, type PrincipalId } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { worktreeKey } from '../../events/dedup.js'
import type { Committed, StorageFailure } from '../../events/commit.js'
import { SERVICE_STREAM } from '../../events/streams.js'
import { directoriesOfSessions, type SessionDirectory } from '../../projections/queries/session-directories.js'
import type { Reader } from '../../projections/sql.js'
import { reporting } from '../kernel/reporting.js'
import type { CommandRunner } from '../kernel/run.js'
import type { LinkedWorktreesPort } from '../ports/linked-worktrees.js'
import type { Fork } from '../ports/machine.js'

interface LinkedParts {
  readonly db: Reader
  readonly record: CommandRunner['record']
  readonly worktrees: LinkedWorktreesPort
  readonly fork: Fork
  readonly onError: (error: unknown) => void
}

/** Sessions change with every hook: their directories are looked at together, after this pause. */
const PAUSE = '2 seconds'
const AT_ONCE = 500
/** Directories that are remembered. Beyond that they are looked at again. */
const REMEMBERED = 20_000

/**
 * Records the linked worktrees that sessions of this machine run in, so that they belong to the project of their repository
 * (ADR 26). `all` looks at all sessions, once; `committed` at those that changed.
 */
export const followLinkedWorktrees = ({ db, record, worktrees, fork, onError }: LinkedParts) => {
  const seen = new Set<string>()
  const changed = new Set<number>()
  let isRunning = false

  const look = ({ cwd, owner }: SessionDirectory): Effect.Effect<void, StorageFailure> =>
    Effect.gen(function* () {
      const found = yield* worktrees.find(cwd)
      if (found === null) return
      const by: PrincipalId = isPrincipalId(owner) ? owner : 'local'
      const dedup = worktreeKey(by, found.worktree, found.repository)
      yield* record(SERVICE_STREAM, { type: 'worktree-found', data: found, dedup }, { by, via: 'system' })
    })

  const lookAt = (directories: readonly SessionDirectory[]) =>
    Effect.forEach(
      directories,
      (directory) => {
        const key = `${directory.owner} ${directory.cwd}`
        if (seen.has(key)) return Effect.void
        if (seen.size >= REMEMBERED) seen.clear()
        seen.add(key)
        return look(directory)
      },
      { discard: true },
    )

  const waiting = Effect.gen(function* () {
    while (changed.size > 0) {
      yield* Effect.sleep(PAUSE)
      const streams = [...changed].slice(0, AT_ONCE)
      for (const stream of streams) changed.delete(stream)
      yield* lookAt(directoriesOfSessions(db, systemVisibility, streams))
    }
  })

  return {
    all: Effect.suspend(() => lookAt(directoriesOfSessions(db, systemVisibility, null))),

    committed: ({ touched }: Committed): void => {
      for (const rows of touched) for (const stream of rows.of('session').keys()) changed.add(stream)
      if (isRunning || changed.size === 0) return
      isRunning = true
      const done = Effect.sync(() => {
        isRunning = false
      })
      fork(Effect.ensuring(reporting(onError)(waiting), done))
    },
  }
}
