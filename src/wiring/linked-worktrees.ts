import * as Effect from 'effect/Effect'
import { linkedWorktrees } from '../adapters/git/linked-worktrees.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import { followLinkedWorktrees } from '../commands/reactors/linked-worktrees.js'
import type { Committer } from '../events/commit.js'
import type { Reader } from '../projections/sql.js'
import type { Accounts } from './accounts/accounts.js'
import { routedFolders } from './accounts/routed.js'
import { held } from './held.js'
import type { ServiceRuntime } from './runtime.js'

interface LinkedWorktreeParts {
  readonly runner: CommandRunner
  readonly committer: Pick<Committer, 'committed'>
  readonly db: Reader
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly accounts: Accounts
  readonly complain: (line: string) => void
}

/** Opens the search for the linked worktrees that sessions run in. */
export const openLinkedWorktrees = (given: LinkedWorktreeParts) =>
  Effect.gen(function* () {
    const { runner, committer, db, runtime, whenReadable, complain } = given
    const worktrees = routedFolders(given.accounts).worktrees(linkedWorktrees)
    const onError = (error: unknown): void => complain(`a worktree could not be recorded: ${String(error)}`)
    const { record } = runner
    const parts = { db, record, worktrees, fork: runtime.fork, onError }
    const { all, committed } = followLinkedWorktrees(parts)
    yield* runtime.background(Effect.zipRight(whenReadable, reporting(onError)(all)))
    yield* held(
      () => committer.committed.subscribe(committed),
      (subscription) => subscription.unsubscribe(),
    )
  })
